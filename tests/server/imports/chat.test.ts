// @databases both
// Imported messages stand before those that were written here, in the order of their moments.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ChatMessage, ChatReading } from '../../../contract/chat.ts'
import type { Db } from '../../../server/db/schema.ts'
import { orderChat } from '../../../server/imports/chat-order.ts'
import { createPeople } from '../../../server/imports/people.ts'
import { createMessageWriter, thingIds } from '../../../server/imports/things.ts'
import { communityOfThisTest, expectDone, nextOf, type Person, pagesOf } from '../../support/server/community.ts'
import { bring } from '../../support/server/imports.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const range = (count: number) => [...Array(count).keys()]
const begin = Date.parse('2017-03-04T05:06:07Z')

/** Imports messages of a writer; each is named by its minute. */
const bringMessages = (community: Parameters<typeof bring>[0], writer: string, minutes: number[]) =>
  bring(
    community,
    async (run) => {
      const author = await createPeople(run)({ name: writer })
      const newId = thingIds()
      const write = await createMessageWriter(run)
      const messages = minutes.map((minute) => ({
        id: newId(begin + minute * 60_000),
        at: begin + minute * 60_000,
        author,
        source: `chat ${writer} ${minute}`,
        message: `minuto ${minute}`,
      }))
      await write(messages.slice(0, 3))
      await write(messages.slice(3))
    },
    writer,
  )

const minutesFrom = (first: number, count: number, step: number) => range(count).map((index) => first + index * step)

/** The whole chat, the oldest first, as a page gets it that reads back from its end. */
const readBack = async (person: Person, limit: number) =>
  (await pagesOf<ChatMessage>(person, `/chat/messages?limit=${limit}`)).toReversed().flatMap(({ body }) => body)

const textsOf = (messages: ChatMessage[]) => messages.map(({ message }) => message)

test('two exports are read back as one chat, to its very first message, and nobody has more to read', async () => {
  const community = await communityOfThisTest()
  const [telesila, amparo] = await community.signInAll('Telesila', 'Amparo')
  const here: ChatMessage[] = []
  for (const text of ['uno', 'dos', 'tres']) here.push(await amparo.says(text))
  const reading = expectDone(await telesila.get<ChatReading>('/chat/reading'))
  expect(reading).toEqual({ seq: 0, unread: 3, head: 3 })

  // even minutes first, then odd ones, before, between and after them
  await bringMessages(community, 'Urraca', minutesFrom(10, 205, 2))
  await bringMessages(community, 'Sisebuto', [1, ...minutesFrom(11, 207, 2)])
  const minutes = [1, ...minutesFrom(10, 409, 1), ...minutesFrom(419, 3, 2)]
  const expected = [...minutes.map((minute) => `minuto ${minute}`), 'uno', 'dos', 'tres']

  const all = await readBack(telesila, 100)
  expect(textsOf(all)).toEqual(expected)
  expect(all.map(({ seq }) => seq)).toEqual(range(all.length).map((index) => index - all.length + 4))
  expect(all[0]).toMatchObject({ username: 'Sisebuto', author_id: null, created_at: '2017-03-04T05:07:07.000Z' })
  expect(await readBack(telesila, 200)).toEqual(all)

  const place = all.findIndex(({ message }) => message === 'minuto 100')
  const around = await telesila.get<ChatMessage[]>(`/chat/messages?around=${all[place]?.id}&limit=21`)
  expect(around.body).toEqual(all.slice(place - 10, place + 11))
  const before = await telesila.get<ChatMessage[]>(`/chat/messages?before=${all[2]?.id}&limit=50`)
  expect(before.body).toEqual(all.slice(0, 2))
  expect(nextOf(before)).toBeUndefined()
  const after = await telesila.get<ChatMessage[]>(`/chat/messages?after=${all[place]?.seq}&limit=50`)
  expect(after.body).toEqual(all.slice(place + 1, place + 51))
  expect(nextOf(after)).toBe(`/chat/messages?after=${all[place + 50]?.seq}&limit=50`)
  const last = await telesila.get<ChatMessage[]>('/chat/messages?after=-2&limit=50')
  expect(textsOf(last.body)).toEqual([...expected.slice(-5)])
  expect(nextOf(last)).toBeUndefined()
  expectRefusal(await telesila.get('/chat/messages?after=--2'), 422)

  expect(expectDone(await telesila.get<ChatReading>('/chat/reading'))).toEqual(reading)
  expect(await amparo.says('cuatro')).toMatchObject({ seq: 4 })
  expect(expectDone(await telesila.get<ChatReading>('/chat/reading'))).toEqual({ seq: 0, unread: 4, head: 4 })
})

test('a chat in which nobody has written yet is read, and goes on with 1', async () => {
  const community = await communityOfThisTest()
  const telesila = await community.signIn('Telesila')
  await bringMessages(community, 'Urraca', [3, 1, 2])
  const answer = await telesila.get<ChatMessage[]>('/chat/messages')
  expect(answer.body.map(({ message, seq }) => [message, seq])).toEqual([
    ['minuto 1', -2],
    ['minuto 2', -1],
    ['minuto 3', 0],
  ])
  expect(nextOf(answer)).toBeUndefined()
  expect(expectDone(await telesila.get<ChatReading>('/chat/reading'))).toEqual({ seq: 0, unread: 0, head: 0 })
  const first = await telesila.says('Hola')
  expect(first.seq).toBe(1)
  const [oldest] = answer.body
  await telesila.reacts('message', oldest as ChatMessage)
  const answered = await telesila.says('¡Cuánto tiempo!', { reply_to: oldest?.id })
  expect(answered.quote).toMatchObject({ seq: -2, username: 'Urraca', excerpt: 'minuto 1' })
})

/** The database of a process that is killed before its transaction of this number. */
function killedAfter(db: Db, transactions: number) {
  let left = transactions
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && left-- === 0) throw new Error('killed')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

test('an order that is interrupted between any two of its steps is readable, and the next one completes it', async () => {
  const community = await communityOfThisTest()
  const telesila = await community.signIn('Telesila')
  await telesila.says('Hola')
  await bringMessages(community, 'Urraca', minutesFrom(0, 210, 2))
  await bringMessages(community, 'Sisebuto', minutesFrom(1, 210, 2))
  const ordered = await readBack(telesila, 200)
  expect(textsOf(ordered)).toEqual([...range(420).map((minute) => `minuto ${minute}`), 'Hola'])

  // as a second import leaves them: its own below those of the first
  async function mix() {
    const { db } = community
    await sql`update chat_messages set seq = seq - 20000000 where seq <= 0 and seq % 2 <> 0`.execute(db)
    await sql`update chat_messages set seq = seq - 10000000 where seq between -999999 and 0`.execute(db)
    await sql`update chat_messages set seq = (seq + 20000001) / 2 where seq <= -20000000`.execute(db)
  }
  let steps = 0
  for (let isComplete = false; !isComplete; steps++) {
    await mix()
    isComplete = await orderChat(killedAfter(community.db, steps)).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed')
        return false
      },
    )
    const between = await readBack(telesila, 200)
    expect(textsOf(between).toSorted()).toEqual(textsOf(ordered).toSorted())
    expect(new Set(between.map(({ id }) => id)).size).toBe(ordered.length)
    await orderChat(community.db)
    expect(await readBack(telesila, 200)).toEqual(ordered)
  }
  expect(steps).toBeGreaterThan(5)
})
