// People named in the versions of a post: nobody ever sees an id (decision 056).
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { posts } from '../../../contract/posts.ts'
import { users } from '../../../contract/users.ts'
import { earlier, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, nowAnswer, refuse } from '../../support/web/server.ts'
import { besidesPost, button, contentField, etag, post } from './posts.ts'

const urraca = `@[Urraca](${idOf(7)})`
const path = `/blog/${post.id}`
const stored = (content: string) => answer(posts.read, { ...post, content }, etag)
const ids = /[0-9a-f]{32}|@\[/

test('the versions of a post and their differences show names', async () => {
  const version = (n: number, content: string) => ({
    ...{ version: n, title: post.title, content, category_name: null, editor_name: 'Safo', saved_at: earlier },
  })
  const [first, second] = [version(1, `Lo enciende ${urraca} cada noche.`), version(2, `Dice ${urraca} que arde.`)]
  const list = answer(
    posts.versions,
    [second, first].map(({ content: _, ...listed }) => listed),
  )
  const read = answer(posts.version, ({ params }) => (params.version === '1' ? first : second))
  await openPage(path, { answers: [list, read, stored(second.content), ...besidesPost] })
  await button('Historial').click()
  const history = page.getByRole('dialog', { name: 'Historial' })
  await history.getByRole('list').getByRole('button').nth(1).click()
  await expect.element(history.getByText('Lo enciende @Urraca cada noche.').first()).toBeVisible()
  await expect.element(history.getByText('Dice @Urraca que arde.').first()).toBeVisible()
  await expect.element(history).not.toMatchTextContent(ids)
})

test('two versions in conflict show names', async () => {
  const others = [answer(posts.versions, []), answer(users.names, []), ...besidesPost]
  await openPage(`${path}/edit`, { answers: [stored(`Lo enciende ${urraca}.`), ...others] })
  await expect.element(contentField()).toHaveValue('Lo enciende @Urraca.')
  await contentField().fill('Lo enciende @Urraca. De noche.')
  nowAnswer(refuse(posts.update, 412, 'Otra versión.', 'changed'), stored(`Lo apaga ${urraca}.`))
  await button('Guardar Cambios').click()
  const conflict = page.getByRole('region', { name: 'Dos versiones del mismo post' })
  await expect.element(conflict.getByText('Lo apaga @Urraca.')).toBeVisible()
  await expect.element(conflict.getByText('Lo enciende @Urraca. De noche.')).toBeVisible()
  await expect.element(conflict).not.toMatchTextContent(ids)
  const use = { name: 'Usar la versión guardada' }
  await conflict.getByRole('button', use).click()
  await page.getByRole('alertdialog').getByRole('button', use).click()
  await expect.element(contentField()).toHaveValue('Lo apaga @Urraca.')
})
