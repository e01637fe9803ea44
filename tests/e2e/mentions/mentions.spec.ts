// People offered after an @, in comments and the chat (decision 056).
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectConnected, messageField, messageList, messageWith } from '../../support/browser/pages/chat.ts'
import { commentWith, formToggle, newField, sendButton, storedComments } from '../../support/browser/pages/comments.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

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

test('a chosen name ends the offers, and Safo edits the message that has it', async ({ server, openAs }) => {
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
