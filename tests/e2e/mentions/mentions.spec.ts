// People offered after an @, in comments, the chat and posts, and read in their present names (decision 056).
import type { User } from '../../../contract/users.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectConnected, messageField, messageList, messageWith } from '../../support/browser/pages/chat.ts'
import { commentWith, formToggle, newField, sendButton, storedComments } from '../../support/browser/pages/comments.ts'
import { contentField, mainButton, titleField } from '../../support/browser/pages/post-editor.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

const offered = (page: Page) => page.getByRole('listbox', { name: 'Personas' })
const options = (page: Page) => offered(page).getByRole('option')
const names = (page: Page) => options(page).locator('bdi')

test.beforeEach(async ({ server }) => {
  for (const name of ['Íñigo', 'Ana', 'Ana María', 'Telesila']) await server.person(name)
})

test('Safo names Íñigo in a comment by keyboard, without an accent, and sees no id', async ({ server, openAs }) => {
  const inigo = await server.person('Íñigo')
  const post = await server.hipatia.createPost()
  const page = await openAs('Safo', `/blog/${post.id}`)
  await formToggle(page).click()
  await newField(page).pressSequentially('Gracias, @ini')
  await expect(names(page)).toHaveText(['@Íñigo'])
  await expect(newField(page)).toHaveAttribute('aria-activedescendant', (await options(page).getAttribute('id')) ?? '')
  await expectAccessible(page, 'the people offered after an @')
  // the Enter that ends a composition in Safari
  await newField(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await page.keyboard.press('Enter')
  await expect(offered(page)).toBeHidden()
  await expect(newField(page)).toHaveValue('Gracias, @Íñigo ')
  await page.keyboard.type('y @ana')
  await expect(names(page)).toHaveText(['@Ana', '@Ana María'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await expect(newField(page)).toHaveValue('Gracias, @Íñigo y @Ana María ')
  await expect(newField(page)).toBeFocused()
  // one step of undo takes back one mention
  await page.keyboard.press('ControlOrMeta+z')
  await expect(newField(page)).toHaveValue('Gracias, @Íñigo y @ana')
  await page.keyboard.press('End')
  await expect(offered(page)).toBeHidden()
  await page.keyboard.type(', @ana')
  await expect(names(page)).toHaveText(['@Ana', '@Ana María'])
  await page.keyboard.press('Escape')
  await page.keyboard.type(' m')
  await expect(newField(page)).toHaveValue('Gracias, @Íñigo y @ana, @ana m')
  await expect(offered(page)).toBeHidden()

  await page.reload()
  await expect(newField(page)).toHaveValue('Gracias, @Íñigo y @ana, @ana m')
  await sendButton(page).click()
  const sent = commentWith(page, 'Gracias')
  const name = sent.getByRole('link', { name: '@Íñigo' })
  await expect(name).toHaveAttribute('href', `/search?from=${inigo.id}`)
  expect(await storedComments(server.hipatia, post)).toEqual([`Gracias, @[Íñigo](${inigo.id}) y @ana, @ana m`])

  await sent.getByRole('button', { name: 'Editar' }).click()
  await expect(page.getByRole('textbox', { name: 'Editar el comentario' })).toHaveValue(
    'Gracias, @Íñigo y @ana, @ana m',
  )
})

test('on a phone a finger chooses above the keyboard; Enter sends when nobody is offered', async ({ openAs }) => {
  const page = await openAs('Safo', '/chat', { screen: 'phone' })
  await expectConnected(page)
  await messageField(page).pressSequentially('Oye @telesi')
  const option = options(page).first()
  await expect(option).toBeVisible()
  const box = await option.boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(44)
  const field = await messageField(page).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0)
  await option.tap()
  await expect(messageField(page)).toHaveValue('Oye @Telesila ')
  await expect(messageField(page)).toBeFocused()
  await page.keyboard.type('ven')
  await page.keyboard.press('Enter')
  await expect(messageList(page).getByRole('link', { name: '@Telesila' })).toBeVisible()
  await expect(messageField(page)).toHaveValue('')
  await expectAccessible(page, 'a message that names somebody')
})

test('once Ana is chosen, Ana María isn’t offered any more, and Enter sends; Safo edits a message that names somebody', async ({
  server,
  openAs,
}) => {
  const inigo = await server.person('Íñigo')
  const page = await openAs('Safo', '/chat')
  await expectConnected(page)
  await messageField(page).pressSequentially('Ven, @ana')
  await expect(names(page)).toHaveText(['@Ana', '@Ana María'])
  await page.keyboard.press('Enter')
  await expect(messageField(page)).toHaveValue('Ven, @Ana ')
  await expect(offered(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(messageField(page)).toHaveValue('')
  await expect(messageList(page).getByRole('link', { name: '@Ana', exact: true })).toBeVisible()

  await messageField(page).pressSequentially('Hola @iñ')
  await expect(page.getByRole('option', { name: 'Íñigo' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ven')
  await page.keyboard.press('Enter')
  await expect(messageList(page).getByRole('link', { name: '@Íñigo' })).toHaveAttribute(
    'href',
    `/search?from=${inigo.id}`,
  )
  // stored messages have actions
  await expect(
    messageWith(page, 'ven')
      .last()
      .getByRole('button', { name: /^Acciones/ }),
  ).toBeVisible()
  await messageField(page).press('ArrowUp')
  await expect(messageField(page)).toHaveValue('Hola @Íñigo ven')
  await expect(page.getByRole('main')).not.toContainText(inigo.id)
  await messageField(page).press('End')
  await page.keyboard.type(' ya')
  await page.keyboard.press('Enter')
  await expect(messageList(page).getByText('editado')).toBeVisible()
  await expect(messageList(page)).toContainText('Hola @Íñigo ven ya')
})

/** An account for this test alone, since its name changes. */
const account = ({ hipatia }: TestServer, name: string) =>
  hipatia.call<User>('POST', '/auth/users', { name, email: 'una@faro.example', password: 'un candil en la proa' })
const rename = ({ hipatia }: TestServer, { id }: User, name: string) =>
  hipatia.call('PUT', `/auth/users/${id}`, { name })

test('a post names somebody, in whose later name it is read and edited', async ({ server, openAs }) => {
  const briolanja = await account(server, 'Briolanja')
  const page = await openAs('Safo', '/blog/create')
  await titleField(page).fill('Las crónicas')
  await contentField(page).pressSequentially('Las escribió @brio')
  await expect(names(page)).toHaveText(['@Briolanja'])
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
