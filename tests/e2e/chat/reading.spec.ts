// Reading older and newer messages by scrolling, by keyboard and with a screen reader.
import { delayResponse } from '../../support/browser/network.ts'
import {
  expectConnected,
  markAllRead,
  messageField,
  messageList,
  messageWith,
  sendMessages,
  topOf,
} from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-reading' })

const fromEnd = (page: Page) =>
  messageList(page).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop))
/** Also waits for older messages, which are loaded near the top: adding them may round the position. */
async function expectScrolledUp(page: Page) {
  await expect(page.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  await expect(messageList(page).getByText('Cargando mensajes anteriores...')).toHaveCount(0)
}
const scrollTo = (page: Page, top: number) => messageList(page).evaluate((box, top) => box.scrollTo(0, top), top)

test('Safo scrolls up and older messages load, while the message that she reads keeps its position', async ({
  openAs,
  server,
}) => {
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
  await scrollTo(safo, 0)
  await expect(messageWith(safo, 'paso 81 de la tortuga')).toBeInViewport()
  await expect(messageList(safo).getByText('Cargando mensajes anteriores...')).toBeVisible()
  const before = await topOf(safo, 'paso 81 de la tortuga')
  delayed.release()
  await expect(messageWith(safo, 'paso 80 de la tortuga')).toHaveCount(1)
  // The author’s name moves to the message above, but the text stays in its place.
  expect(Math.abs((await topOf(safo, 'paso 81 de la tortuga')) - before)).toBeLessThanOrEqual(1)
  await expect(async () => {
    await scrollTo(safo, 0)
    await expect(messageWith(safo, 'paso 1 de la tortuga')).toBeInViewport({ timeout: 500 })
  }).toPass()
  await expect(messageList(safo).getByText('Aquí empieza la conversación')).toBeVisible()
})

test('messages that arrive while Safo reads older ones move nothing, are counted, and are one click away', async ({
  openAs,
  server,
}) => {
  const zenon = await server.person('Zenón')
  await sendMessages(zenon, ...Array.from({ length: 40 }, (_, index) => `línea ${index + 1} del rollo`))
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expectConnected(safo)
  await expect(messageWith(safo, 'línea 40 del rollo')).toBeInViewport()
  await sendMessages(zenon, 'Esto se ve al llegar')
  await expect(messageWith(safo, 'Esto se ve al llegar')).toBeInViewport()
  expect(await fromEnd(safo)).toBeLessThanOrEqual(1)

  await messageWith(safo, 'línea 10 del rollo').scrollIntoViewIfNeeded()
  await expectScrolledUp(safo)
  const before = await topOf(safo, 'línea 10 del rollo')
  await sendMessages(zenon, 'Esto no se ve todavía', 'Y esto tampoco')
  await expect(safo.getByRole('button', { name: '2 mensajes nuevos' })).toBeVisible()
  expect(await topOf(safo, 'línea 10 del rollo')).toBe(before)
  await safo.getByRole('button', { name: '2 mensajes nuevos' }).click()
  await expect(messageWith(safo, 'Y esto tampoco')).toBeInViewport()
  await expect(safo.getByRole('button', { name: /Ir al final|mensajes nuevos/ })).toHaveCount(0)

  await messageWith(safo, 'línea 10 del rollo').scrollIntoViewIfNeeded()
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  await messageField(safo).fill('Lo mío se ve siempre')
  await messageField(safo).press('Enter')
  await expect(messageWith(safo, 'Lo mío se ve siempre')).toBeInViewport()
})

test('a screen reader announces new messages of others, and many at once by their number only', async ({
  openAs,
  server,
}) => {
  const zenon = await server.person('Zenón')
  await sendMessages(zenon, 'Lo de antes')
  const safo = await openAs('Safo', '/chat')
  await expectConnected(safo)
  await expect(messageWith(safo, 'Lo de antes')).toBeVisible()
  const log = safo.getByRole('log')
  await sendMessages(zenon, 'Oídme')
  await expect(log).toContainText('Zenón: Oídme')
  // The 700 ms in which messages are announced together end when all have come, however busy the machine is.
  await safo.evaluate(() => {
    const start = window.setTimeout
    const setTimeout = (run: () => void, delayMs?: number) => {
      if (delayMs !== 700) return start(run, delayMs)
      addEventListener('all have come', () => run(), { once: true })
      return 0
    }
    Object.assign(window, { setTimeout })
  })
  await messageField(safo).fill('Te oigo')
  await messageField(safo).press('Enter')
  await Promise.all(['uno', 'dos', 'tres', 'cuatro'].map((words) => sendMessages(zenon, words)))
  for (const words of ['uno', 'dos', 'tres', 'cuatro'])
    await expect(messageList(safo).getByText(words, { exact: true })).toBeVisible()
  const announced = async () => {
    await safo.evaluate(() => dispatchEvent(new Event('all have come')))
    return await log.textContent()
  }
  await expect.poll(announced).toContain('4 mensajes nuevos')
  await expect(log).not.toContainText('Te oigo')
  await expect(log).not.toContainText('Lo de antes')
})

test('Safo scrolls the messages by keyboard', async ({ openAs, server }) => {
  await sendMessages(await server.person('Zenón'), ...Array.from({ length: 30 }, (_, index) => `verso ${index + 1}.`))
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expect(messageWith(safo, 'verso 30.')).toBeInViewport()
  await safo.getByRole('list', { name: 'Personas conectadas' }).focus()
  await safo.keyboard.press('Tab')
  await expect(messageList(safo)).toBeFocused()
  await expect(messageWith(safo, 'verso 30.').locator('time').locator('..')).toHaveCSS('opacity', '1')
  await safo.keyboard.press('PageUp')
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  await safo.keyboard.press('End')
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toHaveCount(0)
})

test('the message that Safo reads keeps its position when an image above it appears while she scrolls', async ({
  openAs,
  server,
}) => {
  const zenon = await server.person('Zenón')
  await sendMessages(zenon, ...Array.from({ length: 60 }, (_, index) => `escalón ${index + 1} del faro`))
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expect(messageWith(safo, 'escalón 60 del faro')).toBeInViewport()
  await messageWith(safo, 'escalón 20 del faro').evaluate((message) => message.scrollIntoView())
  await expectScrolledUp(safo)
  const before = await topOf(safo, 'escalón 20 del faro')
  // In one task: the scroll event comes before the list is seen to have grown.
  const list = await messageList(safo).elementHandle()
  await messageWith(safo, 'escalón 5 del faro').evaluate((message, list) => {
    message.style.paddingBottom = '300px'
    list?.scrollBy(0, -10)
  }, list)
  await expect.poll(async () => Math.round((await topOf(safo, 'escalón 20 del faro')) - before)).toBe(10)
})
