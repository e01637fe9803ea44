// The actions of messages under a finger.
import { messageField, messageWith, sendMessages } from '../../support/browser/pages/chat.ts'
import { expect, type Locator, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-touch' })

/** Pulls a message with one finger, in steps. */
async function pull(page: Page, message: Locator, by: { x: number; y: number }) {
  const box = await message.boundingBox()
  if (!box) throw new Error('the message isn’t on the screen')
  const finger = await page.context().newCDPSession(page)
  const [x, y] = [box.x + 80, box.y + box.height / 2]
  const at = (part: number) => ({ touchPoints: [{ x: x + by.x * part, y: y + by.y * part }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(part) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('Safo taps a message, and its menu opens with targets for a finger', async ({ server, openAs }) => {
  await sendMessages(await server.person('Zenón'), 'Mañana hay barco')
  const page = await openAs('Safo', '/chat', { screen: 'phone' })
  await messageWith(page, 'Mañana hay barco').tap()
  const item = page.getByRole('menuitem', { name: 'Responder', exact: true })
  await expect(item).toBeVisible()
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await item.tap()
  await expect(page.getByText('Respondes a Zenón', { exact: true })).toBeVisible()
  await expect(messageField(page)).toBeFocused()
})

test('Safo pulls a message to the side and answers it; a short or a vertical pull does nothing', async ({
  server,
  openAs,
}) => {
  await sendMessages(await server.person('Zenón'), 'Sale a las ocho')
  const page = await openAs('Safo', '/chat', { screen: 'phone' })
  const message = messageWith(page, 'Sale a las ocho')
  await expect(message).toBeVisible()
  const answering = page.getByText('Respondes a Zenón', { exact: true })
  await pull(page, message, { x: 30, y: 0 })
  await pull(page, message, { x: 20, y: -120 })
  await expect(message).toHaveCSS('translate', 'none')
  await expect(answering).toHaveCount(0)
  await pull(page, message, { x: 120, y: 4 })
  await expect(answering).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(message).toHaveCSS('translate', 'none')
})
