// Two people who go on talking while the server is gone and comes back.
import type { ChatMessage } from '../../contract/chat.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ houseName: 'chat-restart' })

const list = (page: Page) => page.getByRole('region', { name: 'Mensajes' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })

/** The words of all messages, as they stand on the screen. */
const wordsOf = async (page: Page) =>
  (await list(page).getByRole('listitem').allInnerTexts()).flatMap(
    (text) => text.match(/(Safo|Hipatia) dice \d+/g) ?? [],
  )

/** From now on: whatever the page says about a failure. */
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

for (const signal of ['SIGKILL', 'SIGTERM'] as const)
  test(`through a restart (${signal}) nothing is lost, doubled or out of order, and no failure is shown`, async ({
    openAs,
    house,
    trouble,
  }) => {
    // what was under way when the server went, and what was tried while it was gone
    trouble.tolerate(
      /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
      /^console warning: (heartbeat|online users|chat reading)/,
      /^console (error|warning): WebSocket/,
      /^400 (GET|POST) \/socket\.io\//,
      // parts that a page fetches when it has nothing else to do
      /^failed GET \/assets\//,
    )
    const before = await house.hipatia.call<ChatMessage[]>('GET', '/chat/messages?limit=200')
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
          await field(page).fill(`${names[index]} dice ${count}`)
          await field(page).press('Enter')
          await expect(field(page)).toHaveValue('')
        }
      }
    }
    await talk(5)
    const start = await house.stop(signal)
    await talk(5)
    await start()
    await talk(5)

    const said = names.map((name) => Array.from({ length: 15 }, (_, index) => `${name} dice ${index + 1}`))
    const stored = async () =>
      (await house.hipatia.call<ChatMessage[]>('GET', '/chat/messages?limit=200'))
        .slice(before.length)
        .map(({ message }) => message)
    await expect.poll(async () => (await stored()).length, { timeout: 45_000 }).toBe(30)
    const words = await stored()
    for (const own of said) expect(words.filter((one) => own.includes(one))).toEqual(own)
    for (const page of pages) {
      await expect.poll(async () => (await wordsOf(page)).slice(-30), { timeout: 20_000 }).toEqual(words)
      await expect(list(page).getByText('Enviando…')).toHaveCount(0)
      expect(await alarmsOf(page)).toEqual([])
    }
  })
