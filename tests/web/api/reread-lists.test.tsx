// Lists that are open while the connection breaks off are as they should be once it is back.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { comments } from '../../../contract/comments.ts'
import { news } from '../../../contract/news.ts'
import { posts } from '../../../contract/posts.ts'
import { breakOff, connect } from '../../support/web/live.ts'
import { hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer } from '../../support/web/server.ts'
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
