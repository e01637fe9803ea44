// A conversation of two people during a restart of the server.
import type { ChatMessage } from '../../../contract/chat.ts'
import { messageField, messageList } from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-restart' })

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

test('during restarts of the server, a kill and a stop, no message is lost, duplicated or reordered, and no error is shown', async ({
  openAs,
  server,
  pageErrors,
}) => {
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
    await expect(page.getByText('Conectados', { exact: true })).toBeVisible()
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
