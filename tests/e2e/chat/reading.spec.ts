// The scroll position while a long conversation is read, and links into it.
import { delayResponse } from '../../support/browser/network.ts'
import { markAllRead, messageList, messageWith, sendMessages, topOf } from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-reading' })

const toTop = (page: Page) => messageList(page).evaluate((box) => box.scrollTo(0, 0))

test('what Safo reads keeps its position as older ones and an image above it load', async ({ openAs, server }) => {
  const zenon = await server.person('Zenón')
  await sendMessages(zenon, ...Array.from({ length: 130 }, (_, index) => `paso ${index + 1} de la tortuga`))
  await markAllRead(await server.person('Safo'))
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      delayed = await delayResponse(page, /\/api\/chat\/messages\?.*before=/)
    },
  })
  await expect(messageWith(safo, 'paso 130 de la tortuga')).toBeInViewport()
  // the list goes to its end once more when the letters have arrived
  await expect(async () => {
    await toTop(safo)
    await expect(messageWith(safo, 'paso 81 de la tortuga')).toBeInViewport({ timeout: 1000 })
  }).toPass()
  await expect(messageList(safo).getByText('Cargando mensajes anteriores...')).toBeVisible()
  const before = await topOf(safo, 'paso 81 de la tortuga')
  delayed.release()
  await expect(messageWith(safo, 'paso 80 de la tortuga')).toHaveCount(1)
  // The author’s name moves to the message above, but the text stays in its place.
  expect(Math.abs((await topOf(safo, 'paso 81 de la tortuga')) - before)).toBeLessThanOrEqual(1)
  await expect(async () => {
    await toTop(safo)
    await expect(messageWith(safo, 'paso 1 de la tortuga')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(messageList(safo).getByText('Aquí empieza la conversación')).toBeVisible()

  await messageWith(safo, 'paso 60 de la tortuga').evaluate((message) => message.scrollIntoView())
  await expect(messageWith(safo, 'paso 60 de la tortuga')).toBeInViewport()
  const place = await topOf(safo, 'paso 60 de la tortuga')
  // In one task: the scroll event comes before the list is seen to have grown.
  const list = await messageList(safo).elementHandle()
  await messageWith(safo, 'paso 5 de la tortuga').evaluate((message, list) => {
    message.style.paddingBottom = '300px'
    list?.scrollBy(0, -10)
  }, list)
  await expect.poll(async () => Math.round((await topOf(safo, 'paso 60 de la tortuga')) - place)).toBe(10)

  // a link to the third message
  const [, , third] = await zenon.call<{ id: string }[]>('GET', '/chat/messages?limit=130')
  await safo.goto(`/chat?mensaje=${third?.id}`)
  const marked = messageList(safo).locator('[aria-current=true]')
  await expect(marked).toContainText('paso 3 de la tortuga')
  await expect(marked).toBeFocused()
  await expect(marked).toBeInViewport()
})
