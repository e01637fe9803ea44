// A conversation of thousands of messages on the screen.
import { blockLiveConnection, liveConnectionFailure } from '../../support/browser/network.ts'
import { messageField, messageList } from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-long' })

const long = 5000
const pageSize = 200
const zenon = 'e'.repeat(32)

const idOf = (seq: number) => seq.toString(16).padStart(32, '0')
const made = (seq: number, more: object = {}) => ({
  id: idOf(seq),
  seq,
  author_id: zenon,
  username: 'Zenón',
  message: `mensaje ${seq}`,
  message_type: 'text',
  created_at: new Date(Date.UTC(2026, 0, 1) + seq * 60_000).toISOString(),
  client_id: null,
  ...{ reply_to: null, quote: null, edited_at: null, deleted_at: null, change: 0 },
  ...more,
})

/** Answers requests for messages from a long conversation, and stores new ones. */
async function withLongTalk(page: Page, safo: string) {
  const talk = Array.from({ length: long }, (_, index) => made(index + 1))
  await page.route('**/api/chat/reading', (route) =>
    route.fulfill({ json: { seq: talk.length, unread: 0, head: talk.length } }),
  )
  await page.route(/\/api\/chat\/messages/, (route) => {
    if (route.request().method() === 'POST') {
      const { message, client_id } = route.request().postDataJSON() as { message: string; client_id: string }
      const said = made(talk.length + 1, { message, client_id, author_id: safo, username: 'Safo' })
      talk.push(said)
      return route.fulfill({ status: 201, json: said })
    }
    const query = new URL(route.request().url()).searchParams
    const [before, after] = [query.get('before'), query.get('after')]
    const end = before ? Number.parseInt(before, 16) - 1 : talk.length
    const items = after
      ? talk.slice(Number(after), Number(after) + pageSize)
      : talk.slice(Math.max(0, end - pageSize), end)
    const hasMore = after ? Number(after) + pageSize < talk.length : end > pageSize
    return route.fulfill({
      json: items,
      headers: { 'x-total-count': `${talk.length}`, ...(hasMore && { link: '</api/chat/messages>; rel="next"' }) },
    })
  })
  return (message: string) => talk.push(made(talk.length + 1, { message }))
}

test('with five thousand messages on the screen Safo can write and receive, and stays at the end', async ({
  openAs,
  server,
  pageErrors,
}) => {
  test.slow()
  pageErrors.tolerate(liveConnectionFailure) // there is no live connection
  const { id } = await server.person('Safo')
  let say = (_: string) => 0
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      say = await withLongTalk(page, id)
    },
  })
  const count = () => messageList(safo).locator('[data-seq]').count()
  await expect(messageList(safo).getByText('mensaje 5000', { exact: true })).toBeInViewport()
  for (let shown = await count(); shown < long; shown = await count()) {
    await messageList(safo).evaluate((box) => box.scrollTo(0, 0))
    await expect.poll(count).toBeGreaterThan(shown)
  }
  const seqs = () =>
    messageList(safo)
      .locator('[data-seq]')
      .evaluateAll((items) => items.map((item) => Number((item as HTMLElement).dataset.seq)))
  expect(await seqs()).toEqual(Array.from({ length: long }, (_, index) => index + 1))
  await expect(messageList(safo).getByText('Aquí empieza la conversación')).toBeAttached()

  await safo.getByRole('button', { name: 'Ir al final' }).click()
  await messageField(safo).pressSequentially('Llegué hasta aquí')
  await expect(messageField(safo)).toHaveValue('Llegué hasta aquí')
  await messageField(safo).press('Enter')
  await expect(messageList(safo).getByText('Llegué hasta aquí', { exact: true })).toBeInViewport()
  say('Y yo te leo')
  await safo.evaluate(() => dispatchEvent(new Event('online')))
  await expect(messageList(safo).getByText('Y yo te leo', { exact: true })).toBeInViewport()
  expect((await seqs()).slice(-3)).toEqual([5000, 5001, 5002])
  // The oldest messages were dropped.
  await expect.poll(count).toBeLessThanOrEqual(long)
  await expect
    .poll(() => messageList(safo).evaluate((box) => Math.round(box.scrollHeight - box.clientHeight - box.scrollTop)))
    .toBeLessThanOrEqual(1)
})

test('Safo reads older messages while 2000 arrive: her position stays, and she can scroll on or jump to the end', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(liveConnectionFailure) // there is no live connection
  const { id } = await server.person('Safo')
  let say = (_: string) => 0
  const safo = await openAs('Safo', '/chat', {
    before: async (page) => {
      await blockLiveConnection(page)
      say = await withLongTalk(page, id)
    },
  })
  const said = (words: string) => messageList(safo).getByText(words, { exact: true })
  const placeOf = async (words: string) => (await said(words).boundingBox())?.y ?? Number.NaN
  await expect(said('mensaje 5000')).toBeInViewport()
  await said('mensaje 4900').evaluate((words) => words.scrollIntoView({ block: 'center' }))
  await expect(safo.getByRole('button', { name: 'Ir al final' })).toBeVisible()
  const place = await placeOf('mensaje 4900')

  for (let count = 1; count <= 2000; count++) say(`noticia ${count}`)
  await safo.evaluate(() => dispatchEvent(new Event('online')))
  const toEnd = safo.getByRole('button', { name: '2000 mensajes nuevos' })
  await expect(toEnd).toBeVisible()
  expect(Math.abs((await placeOf('mensaje 4900')) - place)).toBeLessThanOrEqual(1)

  await said('mensaje 5000').evaluate((words) => words.scrollIntoView({ block: 'center' }))
  await expect(said('noticia 1')).toBeInViewport()
  // near the end of each page, where the next one is fetched
  for (const words of ['noticia 190', 'noticia 390', 'noticia 590'])
    await said(words).evaluate((words) => words.scrollIntoView({ block: 'center' }))
  const seqs = await messageList(safo)
    .locator('[data-seq]')
    .evaluateAll((items) => items.map((item) => Number((item as HTMLElement).dataset.seq)))
  expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
  await expect(said('noticia 590')).toBeInViewport()

  await toEnd.click()
  await expect(said('noticia 2000')).toBeInViewport()
  await expect(toEnd).toBeHidden()
})
