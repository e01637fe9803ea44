// A link to a message opens its place in the conversation, however far back it is.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  expectConnected,
  markAllRead,
  messageField,
  messageList,
  messageWith,
  sendMessages,
} from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'chat-places' })

const long = 3000
const idOf = (seq: number) => seq.toString(16).padStart(32, '0')
const addressOf = (seq: number) => `/chat?mensaje=${idOf(seq)}`

/** A conversation of Zenón with `long` messages, written into the database of the stopped server. */
async function withLongTalk(server: TestServer) {
  const zenon = await server.person('Zenón')
  const safo = await server.person('Safo')
  const [newest] = await zenon.call<{ seq: number }[]>('GET', '/chat/messages?limit=1')
  if (!newest) {
    const start = await server.stop('SIGTERM')
    const db = new DatabaseSync(join(server.dataDir, 'alejandria.db'), { timeout: 20_000 })
    db.exec('begin')
    const insert = db.prepare(
      'insert into chat_messages (seq, id, author_id, message, created_at) values (?, ?, ?, ?, ?)',
    )
    for (let seq = 1; seq <= long; seq++)
      insert.run(seq, idOf(seq), zenon.id, `hoja ${seq} del rollo`, Date.UTC(2026, 0, 1) + seq * 60_000)
    db.prepare("update counters set value = ? where name = 'chat'").run(long)
    db.exec('commit')
    db.close()
    await start()
  }
  await markAllRead(safo)
  return { zenon, safo }
}

const said = (page: Page, seq: number) => messageList(page).getByText(`hoja ${seq} del rollo`, { exact: true })
const marked = (page: Page) => messageList(page).locator('[aria-current=true]')
const latest = (page: Page) => page.getByRole('button', { name: 'Ir a lo último' })
const seqs = (page: Page) =>
  messageList(page)
    .locator('[data-seq]')
    .evaluateAll((items) => items.map((item) => Number((item as HTMLElement).dataset.seq)))
/** How far the middle of the marked message is from the middle of the list, in parts of its height. */
const distanceFromMiddle = (page: Page) =>
  messageList(page).evaluate((list) => {
    const [box, item] = [list, list.querySelector('[aria-current=true]')].map((one) => one?.getBoundingClientRect())
    if (!box || !item) return Number.NaN
    return Math.abs(item.top + item.height / 2 - box.top - box.height / 2) / box.height
  })

async function expectPlace(page: Page, seq: number) {
  await expect(marked(page)).toContainText(`hoja ${seq} del rollo`)
  await expect(marked(page)).toBeFocused()
  await expect.poll(() => distanceFromMiddle(page)).toBeLessThan(0.1)
  const shown = await seqs(page)
  expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
}

test('a link to a message far back shows it in the middle, marked, between those before and after it', async ({
  openAs,
  server,
}) => {
  await withLongTalk(server)
  const page = await openAs('Safo', addressOf(700))
  await expectPlace(page, 700)
  expect((await seqs(page)).length).toBeLessThan(500)
  await expect(said(page, 699)).toBeInViewport()
  await expect(said(page, 701)).toBeInViewport()
  await expect(latest(page)).toBeVisible()
  await expectAccessible(page, 'a message in the past')

  // earlier and later ones load on the way
  await messageList(page).evaluate((list) => list.scrollTo(0, 0))
  await expect(said(page, 640)).toBeAttached()
  await messageList(page).evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(said(page, 1000)).toBeAttached()
  const shown = await seqs(page)
  expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
})

test('from the past Safo returns to the present, where messages arrive as ever', async ({ openAs, server }) => {
  const { zenon } = await withLongTalk(server)
  const page = await openAs('Safo', addressOf(100))
  await expectPlace(page, 100)
  await expectConnected(page)
  await sendMessages(zenon, 'Dicho mientras Safo leía lo antiguo')
  await page.getByRole('button', { name: '1 mensaje nuevo' }).click()
  await expect(messageWith(page, 'Dicho mientras Safo leía lo antiguo')).toBeInViewport()
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(page).toHaveURL(/\/chat$/)
  await expect(marked(page)).toHaveCount(0)
  await sendMessages(zenon, 'Y esto ya en el presente')
  await expect(messageWith(page, 'Y esto ya en el presente')).toBeInViewport()
  const shown = await seqs(page)
  expect(shown).toEqual(shown.map((_, index) => (shown[0] ?? 0) + index))
})

test('a message that Safo sends from the past is at the end of the conversation, and she is there', async ({
  openAs,
  server,
}) => {
  const { zenon } = await withLongTalk(server)
  const page = await openAs('Safo', addressOf(1500))
  await expectPlace(page, 1500)
  await messageField(page).fill('Acabo de leer lo de hace años')
  await messageField(page).press('Enter')
  await expect(messageWith(page, 'Acabo de leer lo de hace años')).toBeInViewport()
  await expect(page).toHaveURL(/\/chat$/)
  await sendMessages(zenon, '¿Y qué te parece?')
  await expect(messageWith(page, '¿Y qué te parece?')).toBeInViewport()
  await expect(messageList(page).getByText('Acabo de leer lo de hace años', { exact: true })).toHaveCount(1)
})

test('near the present the place and the present are one list, and scrolling to its end takes the mark away', async ({
  openAs,
  server,
}) => {
  const { zenon } = await withLongTalk(server)
  const page = await openAs('Safo', addressOf(long - 400))
  await expectPlace(page, long - 400)
  await expect(said(page, long)).toBeAttached()
  await expectPlace(page, long - 400)
  await expect(latest(page)).toHaveCount(0)
  await expectConnected(page)
  await sendMessages(zenon, 'Llega sin mover a nadie')
  await expect(page.getByRole('button', { name: '1 mensaje nuevo' })).toBeVisible()
  await expectPlace(page, long - 400)
  await messageList(page).evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await expect(page).toHaveURL(/\/chat$/)
  await expect(marked(page)).toHaveCount(0)
})

test('on the open chat other links lead on: to a message on screen, one far back, and the same one again', async ({
  openAs,
  server,
}) => {
  await withLongTalk(server)
  const page = await openAs('Safo', '/chat')
  await expect(messageList(page).getByRole('listitem').last()).toBeInViewport()
  await expect(marked(page)).toHaveCount(0)
  const newest = Math.max(...(await seqs(page)))
  const go = (address: string) =>
    page.evaluate((address) => {
      history.pushState({ idx: history.state?.idx + 1, key: crypto.randomUUID() }, '', address)
      dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
    }, address)
  await go(addressOf(long - 20))
  await expect(marked(page)).toContainText(`hoja ${long - 20} del rollo`)
  await expect(marked(page)).toBeInViewport()
  expect(Math.max(...(await seqs(page)))).toBe(newest)
  await go(addressOf(30))
  await expectPlace(page, 30)
  await expect(said(page, 1)).toBeAttached()
  await messageList(page).evaluate((list) => list.scrollTo(0, 0))
  await expect(said(page, 30)).not.toBeInViewport()
  await go(addressOf(30))
  await expectPlace(page, 30)
  await go(addressOf(2000))
  await expectPlace(page, 2000)
})

test('a link to no message opens the chat as usual, with a notice that can be closed', async ({
  openAs,
  server,
  pageErrors,
}) => {
  await withLongTalk(server)
  pageErrors.expect('422 GET /api/chat/messages', '422 GET /api/chat/messages')
  for (const id of ['f'.repeat(32), 'nada']) {
    const page = await openAs('Safo', `/chat?mensaje=${id}`)
    await expect(page.getByText('Este mensaje no está en el chat')).toBeVisible()
    await expect(messageList(page).getByRole('listitem').last()).toBeInViewport()
    await expectAccessible(page, 'no such message')
    await page.getByRole('button', { name: 'Cerrar', exact: true }).click()
    await expect(page.getByText('Este mensaje no está en el chat')).toHaveCount(0)
    await expect(page).toHaveURL(/\/chat$/)
  }
})
