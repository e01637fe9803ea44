// @databases both
// The chat's reading position of a person, on all devices, and the count of later messages of others.
import { afterAll, describe, expect, test } from 'vitest'
import type { ChatMessage, ChatReading } from '../../../contract/chat.ts'
import { expectDone, type Person, seconds, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { visitor } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

let count = 0
const says = async (who: Person, message = `mensaje ${++count}`) => {
  community.advanceClock(seconds(1))
  return expectDone(await who.post<ChatMessage>('/chat/messages', { message }))
}
const reading = async (who: Person) => expectDone(await who.get<ChatReading>('/chat/reading'))
const reads = async (who: Person, seq: number) => expectDone(await who.put<ChatReading>('/chat/reading', { seq }))
/** Reads everything; returns the position. */
const readsAll = async (who: Person) => (await reads(who, (await says(who)).seq)).seq

test('an empty chat has nothing unread', async () => {
  expect(await reading(ana)).toMatchObject({ seq: 0, unread: 0 })
  expect(await reads(ana, 0)).toMatchObject({ seq: 0, unread: 0 })
  expect(await reads(ana, 7)).toMatchObject({ seq: 0, unread: 0 })
})

test('messages from before an account are read, later ones are unread', async () => {
  const { seq } = await says(ana)
  const carmen = await community.signIn('Carmen')
  expect(await reading(carmen)).toMatchObject({ seq, unread: 0 })
  await says(ana)
  await says(bruno)
  expect(await reading(carmen)).toMatchObject({ seq, unread: 2 })
})

test('a person’s own messages don’t count as unread', async () => {
  const seq = await readsAll(ana)
  expect(await reading(ana)).toMatchObject({ seq, unread: 0 })
  await says(bruno)
  await says(ana)
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 2 })
  expect(await reads(ana, seq + 1)).toMatchObject({ seq: seq + 1, unread: 1 })
  expect(await reads(ana, seq + 3)).toMatchObject({ seq: seq + 3, unread: 0 })
})

test('reading changes no other person’s position', async () => {
  const before = await reading(bruno)
  await says(ana)
  await readsAll(ana)
  expect(await reading(bruno)).toMatchObject({ seq: before.seq, unread: before.unread + 2 })
})

test('the reading position never goes back, nor past the newest message', async () => {
  const seq = await readsAll(ana)
  expect(await reads(ana, seq - 1)).toMatchObject({ seq, unread: 0 })
  expect(await reads(ana, 0)).toMatchObject({ seq, unread: 0 })
  expect(await reads(ana, 9_007_199_254_740_991)).toMatchObject({ seq, unread: 0 })
  // later messages are unread, although a higher position was sent
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 1 })
})

test('of two devices that report at once the later position counts', async () => {
  const seq = await readsAll(ana)
  for (let turn = 0; turn < 10; turn++) await says(bruno)
  await Promise.all([3, 9, 1, 7, 10, 2, 5].map((more) => reads(ana, seq + more)))
  expect(await reading(ana)).toMatchObject({ seq: seq + 10, unread: 0 })
})

test('a message that is deleted before it is read isn’t counted', async () => {
  const seq = await readsAll(ana)
  const { id } = await says(bruno)
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 2 })
  expectDone(await bruno.delete(`/chat/messages/${id}`))
  expect(await reading(ana)).toMatchObject({ seq, unread: 1 })
})

test('unread messages are counted up to a hundred', async () => {
  const seq = await readsAll(ana)
  for (let turn = 0; turn < 99; turn++) await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 99 })
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 100 })
  await says(bruno)
  expect(await reading(ana)).toMatchObject({ seq, unread: 100 })
})

test('only the person’s other tabs and devices get the new position', async () => {
  const laptop = await community.signIn('Ana')
  const sockets = [await openMemberSocket(community, ana), await openMemberSocket(community, laptop)]
  const others = await openMemberSocket(community, bruno)
  await says(bruno)
  const { seq } = await says(bruno)
  const answered = await reads(ana, seq)
  for (const socket of sockets)
    await until(() => expect(socket.of('chat_reading')).toEqual([{ seq, unread: 0, head: seq }]))
  expect(answered).toMatchObject({ seq, unread: 0 })
  // Bruno's own reading comes next and has another position
  await says(ana)
  const brunos = await reads(bruno, seq)
  expect(brunos).toMatchObject({ seq, unread: 1 })
  await until(() => expect(others.of('chat_reading')).toEqual([brunos]))
})

describe('an invalid reading position', () => {
  test.each([-1, 1.5, '1', null, true, [], [1], {}, 2 ** 53, 1e300])('%j is refused', async (seq) => {
    const before = await reading(ana)
    expectRefusal(await ana.put('/chat/reading', { seq }), 422, { field: 'seq' })
    expect(await reading(ana)).toEqual(before)
  })

  test('a missing position and visitors are refused, and another person’s id in the body is ignored', async () => {
    expectRefusal(await ana.put('/chat/reading', {}), 422, { field: 'seq' })
    const brunos = await reading(bruno)
    const { seq } = await says(ana)
    expectDone(await ana.put('/chat/reading', { seq, user_id: bruno.id, id: bruno.id }))
    expect((await reading(bruno)).seq).toBe(brunos.seq)
    expectRefusal(await visitor.get('/chat/reading'), 401)
    expectRefusal(await visitor.put('/chat/reading', { seq: 1 }), 401)
  })
})
