// People named in posts: in the editor, its preview, the post, its versions and conflicts (decision 056).
import type { User } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { contentField, mainButton, titleField } from '../../support/browser/pages/post-editor.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'mentions in posts' })

/** An account for this test alone, since its name changes. */
const account = ({ hipatia }: TestServer, name: string) =>
  hipatia.call<User>('POST', '/auth/users', { name, email: 'una@faro.example', password: 'un candil en la proa' })
const rename = ({ hipatia }: TestServer, { id }: User, name: string) =>
  hipatia.call('PUT', `/auth/users/${id}`, { name })
const naming = ({ id, name }: User) => `@[${name}](${id})`

const offered = (page: Page) => page.getByRole('listbox', { name: 'Personas' }).locator('bdi')

test('a post names somebody, in whose later name it is read and edited', async ({ server, openAs }) => {
  const briolanja = await account(server, 'Briolanja')
  const page = await openAs('Safo', '/blog/create')
  await titleField(page).fill('Las crónicas')
  await contentField(page).pressSequentially('Las escribió @brio')
  await expect(offered(page)).toHaveText(['@Briolanja'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('sola.')
  await expect(contentField(page)).toHaveValue('Las escribió @Briolanja sola.')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.getByRole('tabpanel').getByRole('link', { name: '@Briolanja' })).toBeVisible()
  await mainButton(page, 'Publicar Post').click()
  await expect(page.getByRole('article').getByText('Las escribió @Briolanja sola.')).toBeVisible()
  await page.getByRole('link', { name: 'Las crónicas', exact: true }).click()
  const link = page.getByRole('article').getByRole('link')
  await expect(link).toHaveText('@Briolanja')
  await expect(link).toHaveAttribute('href', `/search?from=${briolanja.id}`)
  await expectAccessible(page, 'a post that names somebody')

  await rename(server, briolanja, 'Briolanja Salvatierra')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(contentField(page)).toHaveValue('Las escribió @Briolanja Salvatierra sola.')
  await contentField(page).press('ControlOrMeta+End')
  await page.keyboard.type(' Y bien.')
  await mainButton(page, 'Guardar Cambios').click()
  await expect(page.getByRole('article')).toContainText('Las escribió @Briolanja Salvatierra sola. Y bien.')
})

test('the versions of a post and their differences show names, and no ids', async ({ server, openAs }) => {
  const safo = await server.person('Safo')
  const aldonza = await account(server, 'Aldonza')
  const first = await safo.createPost({ title: 'El faro', content: `Lo enciende ${naming(aldonza)} cada noche.` })
  await safo.editPost(first, {
    content: `Lo enciende @[Hipatia](${server.hipatia.id}) cada noche, dice ${naming(aldonza)}.`,
  })
  const page = await openAs('Safo', `/blog/${first.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Historial', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'Historial' })
  await history.getByRole('list').getByRole('button').nth(1).click()
  await expect(history.getByText('Lo enciende @Aldonza cada noche.')).toBeVisible()
  await expect(history.getByText('Lo enciende @Hipatia cada noche, dice @Aldonza.')).toBeVisible()
  await expect(history).not.toContainText(/[0-9a-f]{32}|@\[/)
})

test('two versions in conflict show names, and no ids', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('412 PUT /api/posts/{id}')
  const safo = await server.person('Safo')
  const urraca = await account(server, 'Urraca')
  const post = await safo.createPost({ title: 'El faro', content: `Lo enciende ${naming(urraca)}.` })
  const page = await openAs('Safo', `/blog/${post.id}/edit`)
  await contentField(page).press('ControlOrMeta+End')
  await page.keyboard.type(' De noche.')
  await server.hipatia.editPost(post, { content: `Lo apaga ${naming(urraca)}.` })
  await mainButton(page, 'Guardar Cambios').click()
  const conflict = page.getByRole('region', { name: 'Dos versiones del mismo post' })
  await expect(conflict.getByText('Lo apaga @Urraca.')).toBeVisible()
  await expect(conflict.getByText('Lo enciende @Urraca. De noche.')).toBeVisible()
  await expect(conflict).not.toContainText(/[0-9a-f]{32}|@\[/)
  await conflict.getByRole('button', { name: 'Usar la versión guardada' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Usar la versión guardada' }).click()
  await expect(contentField(page)).toHaveValue('Lo apaga @Urraca.')
})
