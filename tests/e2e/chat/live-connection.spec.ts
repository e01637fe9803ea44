// Messages, comments and presence over the live connection, also after it was lost, and during restarts of the server.
import type { ChatMessage } from '../../../contract/chat.ts'
import * as chat from '../../support/browser/pages/chat.ts'
import { expect, headerOf, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-live' })

const { chatLink, expectConnected, markAllRead, messageField, messageList, messageWith, sendMessages } = chat

/** The texts of all messages in the order on the screen. */
const wordsOf = async (page: Page) =>
  (await messageList(page).getByRole('listitem').allInnerTexts()).flatMap(
    (text) => text.match(/(Safo|Hipatia) dice \d+/g) ?? [],
  )

/** Starts to record the errors that the page shows. */
const countAlarms = (page: Page) =>
  page.evaluate(() => {
    const alarms = new Set<string>()
    Object.assign(window, { alarms })
    new MutationObserver(() => {
      for (const alarm of document.querySelectorAll('main [role=alert]')) alarms.add(alarm.textContent ?? '')
      if (document.body.textContent?.includes('Failed to send message')) alarms.add('Failed to send message')
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
const alarmsOf = (page: Page) => page.evaluate(() => [...(window as unknown as { alarms: Set<string> }).alarms])

test('restarts lose, double and reorder no message, and show no error', async ({ openAs, server, pageErrors }) => {
  // Requests at the time of the stop, and attempts before the start.
  pageErrors.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console warning: (heartbeat|online users|chat reading)/,
    /^console (error|warning): WebSocket/,
    /^400 (GET|POST) \/socket\.io\//,
    // code that an idle page preloads
    /^failed GET \/assets\//,
  )
  const before = await server.hipatia.call<ChatMessage[]>('GET', '/chat/messages?limit=200')
  const names = ['Safo', 'Hipatia'] as const
  const pages = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  for (const page of pages) {
    await expectConnected(page)
    await countAlarms(page)
  }
  let count = 0
  async function talk(rounds: number) {
    for (let round = 0; round < rounds; round++) {
      count++
      for (const [index, page] of pages.entries()) {
        await messageField(page).fill(`${names[index]} dice ${count}`)
        await messageField(page).press('Enter')
        await expect(messageField(page)).toHaveValue('')
      }
    }
  }
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    await talk(3)
    const start = await server.stop(signal)
    await talk(5)
    await start()
  }
  await talk(4)

  const said = names.map((name) => Array.from({ length: 20 }, (_, index) => `${name} dice ${index + 1}`))
  const stored = async () =>
    (await server.hipatia.call<ChatMessage[]>('GET', '/chat/messages?limit=200'))
      .slice(before.length)
      .map(({ message }) => message)
  await expect.poll(async () => (await stored()).length, { timeout: 45_000 }).toBe(40)
  const words = await stored()
  for (const own of said) expect(words.filter((one) => own.includes(one))).toEqual(own)
  for (const page of pages) {
    await expect.poll(async () => (await wordsOf(page)).slice(-40), { timeout: 20_000 }).toEqual(words)
    await expect(messageList(page).getByText('Enviando…')).toHaveCount(0)
    expect(await alarmsOf(page)).toEqual([])
  }
})

test('messages missed in a lost connection come after a divider', async ({ openAs, server, pageErrors }) => {
  pageErrors.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console (warning|error):/,
    /^failed GET \/assets\//,
  )
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  const { id } = await zenon.call<{ id: string }>('POST', '/chat/messages', { message: 'Antes de la niebla' })
  await markAllRead(safo)
  let isFoggy = false
  const page = await openAs('Safo', '/chat', {
    before: (page) => page.route(/\/(socket\.io|api\/chat)\//, (route) => (isFoggy ? route.abort() : route.fallback())),
  })
  await expectConnected(page)
  await expect(messageWith(page, 'Antes de la niebla')).toBeInViewport()
  isFoggy = true
  const start = await server.stop()
  await start()
  await expect(page.getByText('Desconectado', { exact: true })).toBeVisible()
  await sendMessages(zenon, ...Array.from({ length: 60 }, (_, index) => `faro ${index + 1} en la niebla`))
  await zenon.call('PUT', `/chat/messages/${id}`, { message: 'Antes de la bruma' })
  await expect(messageWith(page, 'Antes de la niebla')).toBeAttached()
  isFoggy = false
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(messageWith(page, 'faro 1 en la niebla')).toBeInViewport()
  await expect(page.getByRole('button', { name: '60 mensajes nuevos' })).toBeVisible()
  await expect(messageWith(page, 'Antes de la bruma')).toBeAttached()
  await expect(messageWith(page, 'Antes de la niebla')).toHaveCount(0)
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 60 mensajes sin leer')
})

test('comments and people online appear over the live connection, not by polling', async ({ openAs, server }) => {
  const zenon = await server.person('Zenón')
  const post = await zenon.createPost({ title: 'Sobre el movimiento' })
  // The page’s timers don’t run.
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
  await expect(safo.getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
  await openAs('Hipatia', '/chat')
  await expect(headerOf(safo).getByRole('button', { name: /2 online/ })).toBeVisible()
  await zenon.call('POST', `/comments/post/${post.id}`, { content: 'No hay movimiento' })
  await expect(safo.getByText('No hay movimiento')).toBeVisible()
})
