// People named in posts: in the editor, its preview, the post, its versions and conflicts (decision 056).
import type { User } from '../../../contract/users.ts'
import { contentField, mainButton, titleField } from '../../support/browser/pages/post-editor.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'mentions in posts' })

/** An account for this test alone, since its name changes. */
const account = ({ hipatia }: TestServer, name: string) =>
  hipatia.call<User>('POST', '/auth/users', { name, email: 'una@faro.example', password: 'un candil en la proa' })
const rename = ({ hipatia }: TestServer, { id }: User, name: string) =>
  hipatia.call('PUT', `/auth/users/${id}`, { name })

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
  await expect(page.getByRole('tabpanel', { name: 'Preview' }).getByRole('link', { name: '@Briolanja' })).toBeVisible()
  await mainButton(page, 'Publicar Post').click()
  await expect(page.getByRole('article').getByText('Las escribió @Briolanja sola.')).toBeVisible()
  await page.getByRole('link', { name: 'Las crónicas', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Las crónicas' })).toBeVisible()
  const link = page.getByRole('article').getByRole('link')
  await expect(link).toHaveText('@Briolanja')
  await expect(link).toHaveAttribute('href', `/search?from=${briolanja.id}`)

  await rename(server, briolanja, 'Briolanja Salvatierra')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(contentField(page)).toHaveValue('Las escribió @Briolanja Salvatierra sola.')
  await contentField(page).press('ControlOrMeta+End')
  await page.keyboard.type(' Y bien.')
  await mainButton(page, 'Guardar Cambios').click()
  await expect(page.getByRole('article')).toContainText('Las escribió @Briolanja Salvatierra sola. Y bien.')
})
