// Pages are as they should be once the connection is back, or the session.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { auth } from '../../../contract/auth.ts'
import { comments } from '../../../contract/comments.ts'
import { news } from '../../../contract/news.ts'
import { posts } from '../../../contract/posts.ts'
import { breakOff, connect } from '../../support/web/live.ts'
import { expectInConsole, hipatia, idOf, openPage, safo } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse } from '../../support/web/server.ts'
import { commentOf } from '../comments/comments.ts'
import { archive, fileOf } from '../links/links.ts'
import { item, newsOf } from '../news/news.ts'
import { besidesPost, etag, post } from '../posts/posts.ts'

const files1 = [fileOf('Antes.txt', { id: idOf(60) })]
const files2 = [fileOf('Entretanto.txt', { id: idOf(61) }), ...files1]

const lists = {
  '/blog': [
    [answer(posts.list, [{ ...post, title: 'Antes' }]), ...besidesPost],
    [answer(posts.list, [{ ...post, id: idOf(12), title: 'Entretanto' }])],
  ],
  '/news': [
    newsOf({ ...item, title: 'Antes' }).answers,
    [answer(news.list, [{ ...item, id: idOf(12), title: 'Entretanto' }])],
  ],
  '/files': [archive(...files1), archive(...files2)],
  [`/blog/${post.id}`]: [
    [answer(comments.list, [commentOf(hipatia, 'Antes', 1)]), answer(posts.read, post, etag), ...besidesPost],
    [answer(comments.list, [commentOf(hipatia, 'Entretanto', 2)])],
  ],
} as const

test.each(Object.keys(lists))('%s shows what came while the connection was away', async (address) => {
  const [before, meanwhile] = lists[address as keyof typeof lists] as (typeof lists)['/files']
  await openPage(address, { answers: [...before] })
  await connect()
  const main = page.getByRole('main')
  await expect.element(main.getByText(/^Antes/).first()).toBeVisible()
  breakOff()
  nowAnswer(...meanwhile)
  await connect()
  await expect.element(main.getByText(/^Entretanto/).first()).toBeVisible()
})

test('a post that was refused, as the session had ended, is there once Safo has signed in again', async () => {
  expectInConsole('401')
  const refused = refuse(posts.read, 401, 'Inicia sesión para continuar.', 'unauthenticated')
  const signedIn = answer(auth.login, { access_token: 'token', user: safo })
  await openPage(`/blog/${post.id}`, { answers: [refused, signedIn, ...besidesPost] })
  const login = page.getByRole('dialog', { name: 'Login' })
  await login.getByRole('textbox', { name: 'Name' }).fill('Safo')
  await login.getByRole('textbox', { name: 'Password' }).fill('la clave de Safo')
  nowAnswer(answer(posts.read, post, etag))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { level: 1, name: post.title })).toBeVisible()
})
