// Pages of long texts: they end at about a megabyte, and the next page goes on (DECISIONS §2, "Lists").
import { expect, test } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, minutes, nextOf, pagesOf } from '../../support/server/community.ts'
import { changeRows, insertRows, newPost } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()
const { db, clock } = community
const ana = await community.signIn('Ana')

const turns = Array.from({ length: 200 }, (_, turn) => turn)
const at = clock.now
const times = { created_at: at, updated_at: at }
const published = turns.map((turn) =>
  newPost(ana, { content: `${turn} `.padEnd(100_000, 'largo '), published_at: at + turn, ...times }),
)
const drafts = turns.map((turn) => newPost(ana, { content: '🦉'.repeat(turn % 2 === 0 ? 100_000 : 10), ...times }))
for (const row of [...published, ...drafts]) await insertRows(db, 'posts', [row])

const comments = turns.map((turn) => {
  const content = `${turn} `.padEnd(10_000, '🦉')
  const moment = { created_at: at + turn, updated_at: at + turn }
  return { id: newId(), post_id: published[0]?.id ?? '', author_id: ana.id, content, ...moment }
})
for (const row of comments) await insertRows(db, 'comments', [row])

const news = turns.map((turn) => {
  const texts = { title: `${turn} `.padEnd(500, '🦉'), comment: '🦉'.repeat(1000) }
  const url = `https://example.com/${'x'.repeat(1900)}${turn}`
  return { id: newId(), ...texts, url, url_key: `${turn}`, author_id: ana.id, ...times }
})
for (const row of news) await insertRows(db, 'news', [row])

const messages = turns.map((turn) => {
  const message = `${turn} `.padEnd(4000, '🦉')
  return { id: newId(), seq: turn + 1, author_id: ana.id, message, created_at: at }
})
for (const row of messages) await insertRows(db, 'chat_messages', [row])
await changeRows(db, 'counters', { value: messages.length }, { name: 'chat' })

interface Item {
  id: string
  content?: string
}

/** All pages of a list. */
const follow = async (path: string) =>
  (await pagesOf<Item>(ana, path)).map(({ body, text, total }) => {
    return { items: body, bytes: Buffer.byteLength(text), total }
  })
const ids = (items: { id: string }[]) => items.map(({ id }) => id)
const newestFirst = <T>(items: T[]) => items.toReversed()

const lists: [path: string, expected: { id: string }[]][] = [
  ['/posts?limit=200', newestFirst(published)],
  ['/posts/all?limit=200', newestFirst(published)],
  ['/posts/drafts/my?limit=200', newestFirst(drafts)],
  ['/posts/all?include_unpublished=true&limit=200', newestFirst([...published, ...drafts])],
  [`/comments/post/${published[0]?.id}?limit=200`, comments],
  ['/news?limit=200', newestFirst(news)],
  ['/chat/messages?limit=200&after=0', messages],
]

test.each(lists)('%s gives every item once, in pages under 2 MB that all name its size', async (path, expected) => {
  const pages = await follow(path)
  expect(pages.length).toBeGreaterThan(1)
  for (const { bytes } of pages) expect(bytes).toBeLessThan(2 * 2 ** 20)
  for (const { items, total } of pages) {
    expect(items.length).toBeGreaterThan(0)
    expect(total).toBe(expected.length)
  }
  expect(pages.flatMap(({ items }) => ids(items))).toEqual(ids(expected))
})

test('the chat is read backwards, and around a message, in pages of less than two megabytes too, each oldest first', async () => {
  const pages = await follow('/chat/messages?limit=200')
  expect(pages.length).toBeGreaterThan(1)
  for (const { bytes } of pages) expect(bytes).toBeLessThan(2 * 2 ** 20)
  expect(pages.toReversed().flatMap(({ items }) => ids(items))).toEqual(ids(messages))
  const { body, text } = await ana.get<Item[]>(`/chat/messages?limit=200&around=${messages[100]?.id}`)
  expect(ids(body)).toEqual(ids(messages.slice(70, 131)))
  expect(Buffer.byteLength(text)).toBeLessThan(2 * 2 ** 20)
})

test('a page of long posts holds as many as fit into a megabyte, and whole texts; one of summaries is as long as it was asked for', async () => {
  const [first] = await follow('/posts?limit=200')
  expect(first?.items).toHaveLength(11)
  expect(first?.items[0]?.content).toBe(published.at(-1)?.content)
  const [summaries] = await follow('/posts?limit=200&view=summary')
  expect(summaries?.items).toHaveLength(200)
})

test('the next page is found although its post, and the last of this page, are deleted meanwhile', async () => {
  const answer = await ana.get<Item[]>('/posts?limit=200')
  const { body } = answer
  const gone = newestFirst(published).slice(body.length - 1, body.length + 1)
  community.advanceClock(minutes(1))
  for (const { id } of gone) expect((await ana.delete(`/posts/${id}`)).status).toBe(204)
  const rest = await follow(nextOf(answer) ?? '')
  expect(rest.flatMap(({ items }) => ids(items))).toEqual(ids(newestFirst(published).slice(body.length + 1)))
})
