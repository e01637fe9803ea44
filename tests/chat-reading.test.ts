// How far somebody has read the chat, on whatever device: counts what others said after it.
import { afterAll, describe, expect, test } from 'vitest'
import type { ChatMessage, ChatReading } from '../contract/chat.ts'
import { done, foundCommunity, type Person, seconds } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'
import { opensSocket, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { visitor } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

let count = 0
const says = async (who: Person, message = `mensaje ${++count}`) => {
  community.passes(seconds(1))
  return done(await who.post<ChatMessage>('/chat/messages', { message }))
}
const reading = async (who: Person) => done(await who.get<ChatReading>('/chat/reading'))
const reads = async (who: Person, seq: number) => done(await who.put<ChatReading>('/chat/reading', { seq }))
/** Everything is read; where that is. */
const readsAll = async (who: Person) => (await reads(who, (await says(who)).seq)).seq

test('in a chat where nothing was said there is nothing to read', async () => {
  expect(await reading(ana)).toMatchObject({ seq: 0, unread: 0 })
  expect(await reads(ana, 0)).toMatchObject({ seq: 0, unread: 0 })
  expect(await reads(ana, 7)).toMatchObject({ seq: 0, unread: 0 })
})

test('what was said before somebody came isn’t news to them; what is said after is', async () => {
  const { seq } = await says(ana)
  const carmen = await community.signIn('Carmen')
  expect(await reading(carmen)).toMatchObject({ seq, unread: 0 })
  await says(ana)
  await says(bruno)
  expect(await reading(carmen)).toMatchObject({ seq, unread: 2 })
})

test('what others said is counted, and what one said oneself isn’t', async () => {
  const seq = await readsAll(ana)
  expect(await reading(ana)).toMatchObject({ seq, unread: 0 })
  await says(bruno)
  await says(ana)
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 2 })
  expect(await reads(ana, seq + 1)).toMatchObject({ seq: seq + 1, unread: 1 })
  expect(await reads(ana, seq + 3)).toMatchObject({ seq: seq + 3, unread: 0 })
})

test('who reads, reads for nobody else', async () => {
  const before = await reading(bruno)
  await says(ana)
  await readsAll(ana)
  expect(await reading(bruno)).toMatchObject({ seq: before.seq, unread: before.unread + 2 })
})

test('it never goes back, and never beyond what there is', async () => {
  const seq = await readsAll(ana)
  expect(await reads(ana, seq - 1)).toMatchObject({ seq, unread: 0 })
  expect(await reads(ana, 0)).toMatchObject({ seq, unread: 0 })
  expect(await reads(ana, 9_007_199_254_740_991)).toMatchObject({ seq, unread: 0 })
  // what is said next is news, though somebody claimed to have read it
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 1 })
})

test('of two devices that say it at once the farther one counts', async () => {
  const seq = await readsAll(ana)
  for (let turn = 0; turn < 10; turn++) await says(bruno)
  await Promise.all([3, 9, 1, 7, 10, 2, 5].map((more) => reads(ana, seq + more)))
  expect(await reading(ana)).toMatchObject({ seq: seq + 10, unread: 0 })
})

test('unread ones are counted up to a hundred', async () => {
  const seq = await readsAll(ana)
  for (let turn = 0; turn < 99; turn++) await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 99 })
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 100 })
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 100 })
})

test('other tabs and devices of the person hear of it, and nobody else does', async () => {
  const laptop = await community.signIn('Ana')
  const sockets = [await opensSocket(community, ana), await opensSocket(community, laptop)]
  const others = await opensSocket(community, bruno)
  await says(bruno)
  const { seq } = await says(bruno)
  const answered = await reads(ana, seq)
  for (const socket of sockets)
    await until(() => expect(socket.of('chat_reading')).toEqual([{ seq, unread: 0, head: seq }]))
  expect(answered).toMatchObject({ seq, unread: 0 })
  // what Bruno reads himself comes after that, and is told apart from it
  await says(ana)
  const brunos = await reads(bruno, seq)
  expect(brunos).toMatchObject({ seq, unread: 1 })
  await until(() => expect(others.of('chat_reading')).toEqual([brunos]))
})

describe('a place that is none', () => {
  test.each([-1, 1.5, '1', null, true, [], [1], {}, 2 ** 53, 1e300])('%j is refused', async (seq) => {
    const before = await reading(ana)
    expectRefusal(await ana.put('/chat/reading', { seq }), 422, { field: 'seq' })
    expect(await reading(ana)).toEqual(before)
  })

  test('and so is none at all; nobody else’s is moved by naming them; visitors have none', async () => {
    expectRefusal(await ana.put('/chat/reading', {}), 422, { field: 'seq' })
    const brunos = await reading(bruno)
    const { seq } = await says(ana)
    done(await ana.put('/chat/reading', { seq, user_id: bruno.id, id: bruno.id }))
    expect((await reading(bruno)).seq).toBe(brunos.seq)
    expectRefusal(await visitor.get('/chat/reading'), 401)
    expectRefusal(await visitor.put('/chat/reading', { seq: 1 }), 401)
  })
})
