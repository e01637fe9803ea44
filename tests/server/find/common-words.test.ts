// @databases both
// A word that thousands of messages have: PostgreSQL looks for it among the newest ones first.
import { expect, test } from 'vitest'
import type { Hit } from '../../../contract/search.ts'
import { newId } from '../../../server/ids.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { type Answer, communityOfThisFile, expectDone, nextOf } from '../../support/server/community.ts'
import { changeRows, insertRows } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()
const { db, clock, signIn } = community
const [ana, bruno, carla] = [await signIn('Ana'), await signIn('Bruno'), await signIn('Carla')]

const count = 5000
/** Words of the n-th message, the oldest first. */
const wordsOf = (n: number) => [
  'papiro',
  ...(n < 3000 ? ['tablilla'] : []),
  ...(n % 2 === 0 ? ['rollo'] : []),
  ...(n % 1000 === 0 ? ['códice'] : []),
]
const messages = Array.from({ length: count }, (_, n) => {
  const created_at = clock.now - count + n
  return { id: newId(), seq: n + 1, author_id: ana.id, message: wordsOf(n).join(' '), created_at }
})
await insertRows(db, 'chat_messages', messages)
await changeRows(db, 'counters', { value: count }, { name: 'chat' })
await changeRows(db, 'search_fills', { is_done: 0, last_at: null, last_id: null })
const unfilled = await ana.get('/search?q=papiro')
expect(await fillIndex(community.services, { pauseRatio: 0 })).toBe(true)

const newestWith = (word: string) => messages.filter(({ message }) => message.split(' ').includes(word)).toReversed()

/** The first pages of a search, and how many it counts. */
async function search(person: typeof ana, q: string, pages: number) {
  const ids: string[] = []
  let counted = 0
  let next: string | undefined = `/search?q=${encodeURIComponent(q)}&limit=40`
  for (let page = 0; page < pages && next !== undefined; page++) {
    const { status, body, headers }: Answer<Hit[]> = await person.get<Hit[]>(next)
    expect(status).toBe(200)
    ids.push(...body.map(({ id }) => id))
    counted = Number(headers.get('x-total-count'))
    next = nextOf({ headers })
  }
  return { ids, counted }
}
const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)

test('the newest messages with a common word, or a phrase of them, come first, page after page, and are counted up to a thousand', async () => {
  for (const word of ['papiro', 'rollo'])
    expect(await search(ana, word, 4)).toEqual({ ids: idsOf(newestWith(word).slice(0, 160)), counted: 1000 })
  // none of the newest ones has it
  const older = idsOf(newestWith('tablilla').slice(0, 160))
  expect(await search(bruno, 'tablilla', 4)).toEqual({ ids: older, counted: 1000 })
  expect(await search(bruno, 'códice', 4)).toEqual({ ids: idsOf(newestWith('códice')), counted: 5 })
  const phrase = newestWith('tablilla').filter(({ message }) => message.includes('papiro tablilla rollo'))
  const { ids } = await search(carla, '"papiro tablilla rollo"', 2)
  expect(ids).toEqual(idsOf(phrase.slice(0, 80)))
})

test('messages are found without words too: by their kind, their moment, and without a word or a phrase', async () => {
  const dido = await signIn('Dido')
  const newest = (isFound: (message: string) => boolean) =>
    idsOf(messages.toReversed().filter(({ message }) => isFound(message))).slice(0, 40)
  for (const [q, isFound] of [
    ['tipo:mensaje', () => true],
    ['antes:2099-01', () => true],
    ['tipo:mensaje -rollo', (message: string) => !message.includes('rollo')],
    ['tipo:mensaje -"papiro rollo"', (message: string) => !message.includes('papiro rollo')],
  ] as const)
    expect([q, (await search(dido, q, 1)).ids]).toEqual([q, newest(isFound)])
})

test('a message that was just written is the first with its word', async () => {
  const [other] = newestWith('papiro')
  const written = { message: 'Otro papiro', client_id: crypto.randomUUID() }
  const { id } = expectDone(await carla.post<{ id: string }>('/chat/messages', written))
  expect((await search(carla, 'papiro', 1)).ids.slice(0, 2)).toEqual([id, other?.id])
})

test('a search says that the index is being filled, and after that it does no more', async () => {
  expect(unfilled.headers.get('x-incomplete')).toBe('1')
  expect((await ana.get('/search?q=papiro')).headers.get('x-incomplete')).toBeNull()
})
