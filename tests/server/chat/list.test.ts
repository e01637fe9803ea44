// @databases both
// The list of chat messages (DECISIONS §2, "Chat"), and a person's reading position in it with the count of later messages
// of others.
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChatMessage, ChatReading } from '../../../contract/chat.ts'
import { communityOfThisFile, expectDone, type Person, pagesOf, seconds } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const list = async (who: Pick<Person, 'get'>, query = '') =>
  expectDone(await who.get<ChatMessage[]>(`/chat/messages${query}`))
const texts = (messages: ChatMessage[]) => messages.map(({ message }) => message)
const total = async () => Number((await ana.get('/chat/messages?limit=1')).headers.get('x-total-count'))

let count = 0
const another = async (who: Person) => {
  community.advanceClock(seconds(1))
  return who.says(`mensaje ${++count}`)
}
const reading = async (who: Person) => expectDone(await who.get<ChatReading>('/chat/reading'))
const reads = async (who: Person, seq: number) => expectDone(await who.put<ChatReading>('/chat/reading', { seq }))
/** Reads everything; returns the position. */
const readsAll = async (who: Person) => (await reads(who, (await another(who)).seq)).seq

test('an empty chat has no messages, no next page and nothing unread', async () => {
  const answer = await ana.get<ChatMessage[]>('/chat/messages')
  expect(answer).toMatchObject({ status: 200, body: [] })
  expect(answer.headers.get('x-total-count')).toBe('0')
  expect(answer.headers.get('link')).toBeNull()
  for (const after of [0, 1000]) expect(await list(ana, `?after=${after}`)).toEqual([])
  expect(await reading(ana)).toMatchObject({ seq: 0, unread: 0 })
  for (const seq of [0, 7]) expect(await reads(ana, seq)).toMatchObject({ seq: 0, unread: 0 })
})

describe('the list of chat messages', () => {
  beforeAll(async () => {
    for (let turn = 0; turn < 70; turn++) {
      await (turn % 2 ? ana : bruno).says(`vuelta ${turn}`)
      // the clock is set back: the order is by seq, never by time
      community.advanceClock(turn % 10 === 5 ? -seconds(30) : seconds(1))
    }
  })

  test('has the fifty newest, oldest first, and the total', async () => {
    const { body, headers } = await ana.get<ChatMessage[]>('/chat/messages')
    expect(texts(body)).toEqual(Array.from({ length: 50 }, (_, turn) => `vuelta ${turn + 20}`))
    expect(headers.get('x-total-count')).toBe(String(body.at(-1)?.seq))
    expect(texts(await list(ana, '?limit=1'))).toEqual(['vuelta 69'])
    expect(await list(ana, '?limit=200')).toHaveLength(Math.min(200, await total()))
  })

  /** Follows the list to its end. */
  const follow = async (path: string, between?: () => Promise<unknown>) =>
    (await pagesOf<ChatMessage>(ana, path, between)).map(({ body }) => body)
  const seqsOf = (pages: ChatMessage[][]) => pages.flat().map(({ seq }) => seq)
  const upTo = (count: number) => Array.from({ length: count }, (_, turn) => turn + 1)

  test('leads back to the first message, also while others write', async () => {
    const head = await total()
    const pages = await follow('/chat/messages?limit=20', () => bruno.says('y mientras tanto'))
    expect(seqsOf(pages.toReversed())).toEqual(upTo(head))
    expect(pages.slice(0, -1).every((page) => page.length === 20)).toBe(true)
  })

  test('leads on from a position to the newest message, also while others write', async () => {
    let said = 0
    const head = await total()
    const pages = await follow('/chat/messages?after=10&limit=25', async () => {
      if (said === 3) return
      said++
      await bruno.says('y mientras tanto')
    })
    expect(seqsOf(pages)).toEqual(upTo(head + said).slice(10))
  })

  test('has the messages before an id, or after a position', async () => {
    const all = await list(ana, '?limit=20')
    const [first, eleventh] = [all[0], all[10]]
    expect(await list(ana, `?before=${eleventh?.id}&limit=10`)).toEqual(all.slice(0, 10))
    expect(await list(ana, `?after=${first?.seq}`)).toEqual(all.slice(1))
    expect(await list(ana, `?after=${all.at(-1)?.seq}`)).toEqual([])
    expect(await list(ana, `?after=${Number(all.at(-1)?.seq) + 1}`)).toEqual([])
    const [oldest] = await list(ana, '?after=0&limit=1')
    const before = await ana.get<ChatMessage[]>(`/chat/messages?before=${oldest?.id}`)
    expect(before.body).toEqual([])
    expect(before.headers.get('link')).toBeNull()
  })

  test('has a message between those around it, as many as there are on each side, and leads back to the first one', async () => {
    const all = await list(ana, '?after=0&limit=200')
    const around = async (index: number, limit: number) =>
      (await list(ana, `?around=${all[index]?.id}&limit=${limit}`)).map(({ seq }) => seq)
    const seqs = (from: number, to: number) => all.slice(from, to).map(({ seq }) => seq)
    expect(await around(40, 61)).toEqual(seqs(10, 71))
    expect(await around(40, 200)).toEqual(seqs(10, 71))
    expect(await around(40, 4)).toEqual(seqs(39, 43))
    expect(await around(40, 1)).toEqual(seqs(40, 41))
    expect(await around(2, 61)).toEqual(seqs(0, 33))
    expect(await around(all.length - 1, 61)).toEqual(seqs(all.length - 31, all.length))
    const pages = await follow(`/chat/messages?around=${all[50]?.id}&limit=21`)
    expect(seqsOf(pages.toReversed())).toEqual(upTo(61))
    const { headers } = await bruno.get(`/chat/messages?around=${all[0]?.id}`)
    expect(headers.get('x-total-count')).toBe(String(all.at(-1)?.seq))
    expect(headers.get('link')).toBeNull()
  })

  test('what is no id, no position and no size is refused, and so are two places together, and a repeated parameter', async () => {
    const noIds = ['x', '', '0', '0'.repeat(32), 'null', "' or 1=1", '00000000-0000-0000-0000-000000000000']
    const wrong = {
      before: noIds,
      around: noIds,
      after: ['x', '', '-', '--1', '1.5', '1e3', '+1', ' 1', '１', '0x1', '1'.repeat(16), 'null'],
      limit: ['0', '201', '-1', 'x', '', '1.5', '05'],
    }
    for (const [field, values] of Object.entries(wrong))
      for (const value of values)
        expectRefusal(await ana.get(`/chat/messages?${field}=${encodeURIComponent(value)}`), 422, { field })
    const { id } = await ana.says('Una más')
    const other = (await list(ana))[0]?.id
    expectRefusal(await ana.get(`/chat/messages?before=${id}&after=1`), 422)
    expectRefusal(await ana.get(`/chat/messages?around=${id}&after=1`), 422, { field: 'around' })
    expectRefusal(await ana.get(`/chat/messages?around=${id}&before=${other}`), 422, { field: 'around' })
    expectRefusal(await ana.get(`/chat/messages?before=${id}&before=${other}`), 422, { field: 'before' })
    expectRefusal(await ana.get('/chat/messages?after=1&after=2'), 422, { field: 'after' })
  })
})

test('messages from before an account are read, later ones are unread', async () => {
  const { seq } = await another(ana)
  const carmen = await community.signIn('Carmen')
  expect(await reading(carmen)).toMatchObject({ seq, unread: 0 })
  await another(ana)
  await another(bruno)
  expect(await reading(carmen)).toMatchObject({ seq, unread: 2 })
})

test('messages of others after the position are unread, but neither one’s own nor deleted ones', async () => {
  const seq = await readsAll(ana)
  expect(await reading(ana)).toMatchObject({ seq, unread: 0 })
  for (const who of [bruno, ana, bruno]) await another(who)
  const { id } = await another(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 3 })
  expectDone(await bruno.delete(`/chat/messages/${id}`))
  expect(await reading(ana)).toMatchObject({ seq, unread: 2 })
  expect(await reads(ana, seq + 1)).toMatchObject({ seq: seq + 1, unread: 1 })
  expect(await reads(ana, seq + 3)).toMatchObject({ seq: seq + 3, unread: 0 })
})

test('the reading position never goes back, nor past the newest message; of two devices at once the later one counts', async () => {
  const seq = await readsAll(ana)
  for (const other of [seq - 1, 0, 9_007_199_254_740_991])
    expect(await reads(ana, other)).toMatchObject({ seq, unread: 0 })
  // later messages are unread, although a higher position was sent
  await another(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 1 })
  for (let turn = 1; turn < 10; turn++) await another(bruno)
  await Promise.all([3, 9, 1, 7, 10, 2, 5].map((more) => reads(ana, seq + more)))
  expect(await reading(ana)).toMatchObject({ seq: seq + 10, unread: 0 })
})

test('unread messages are counted up to a hundred', async () => {
  const seq = await readsAll(ana)
  for (let turn = 0; turn < 98; turn++) await another(bruno)
  for (const unread of [99, 100, 100]) {
    await another(bruno)
    expect(await reading(ana)).toMatchObject({ seq, unread })
  }
})

test('only the person’s other tabs and devices get the new position', async () => {
  const laptop = await community.signIn('Ana')
  const sockets = [await openMemberSocket(community, ana), await openMemberSocket(community, laptop)]
  const others = await openMemberSocket(community, bruno)
  await another(bruno)
  const { seq } = await another(bruno)
  const answered = await reads(ana, seq)
  for (const socket of sockets)
    await until(() => expect(socket.of('chat_reading')).toEqual([{ seq, unread: 0, head: seq }]))
  expect(answered).toMatchObject({ seq, unread: 0 })
  // Bruno's own reading comes next and has another position
  await another(ana)
  const brunos = await reads(bruno, seq)
  expect(brunos).toMatchObject({ seq, unread: 1 })
  await until(() => expect(others.of('chat_reading')).toEqual([brunos]))
})

test('an invalid reading position is refused, and nobody reads for another person, whose id in the body is ignored', async () => {
  const before = await reading(ana)
  for (const seq of [undefined, -1, 1.5, '1', null, true, [], [1], {}, 2 ** 53, 1e300])
    expectRefusal(await ana.put('/chat/reading', { seq }), 422, { field: 'seq' })
  expect(await reading(ana)).toEqual(before)
  const brunos = await reading(bruno)
  const { seq } = await another(ana)
  expectDone(await ana.put('/chat/reading', { seq, user_id: bruno.id, id: bruno.id }))
  expect(await reading(bruno)).toMatchObject({ seq: brunos.seq, unread: brunos.unread + 1 })
})
