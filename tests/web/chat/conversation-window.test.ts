// The loaded messages are a window without gaps at any time: Hipatia follows links to old ones, reads on while thousands
// of newer ones aren't loaded, and sees messages as they are after their changes.
import { expect, test } from 'vitest'
import type { ChatChanges } from '../../../contract/chat.ts'
import { advance, openConversation, withFakeTimers } from './conversation-setup.ts'
import { settle } from './fake-network.ts'

withFakeTimers()

async function withTalk(count: number, isAtBottom = true) {
  const { server, network, conversation } = await openConversation(count)
  const say = () => server.store('safo', `s${server.messages.length + 1}`).message
  const sayUpTo = (last: number) => {
    while (server.messages.length < last) say()
  }
  conversation.setAtBottom(isAtBottom)
  const idOf = (seq: number) => server.messages[seq - 1]?.id ?? ''
  /** The first and the last loaded message, and the count of missing ones after it. */
  const loaded = () => {
    const { messages, missing } = conversation.snapshot()
    const seqs = messages.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    return [seqs[0], seqs.at(-1), missing]
  }
  const receive = () => conversation.receive(say())
  const edit = (seq: number, message: string): ChatChanges =>
    server.change(idOf(seq), { message, edited_at: '2026-11-25T10:00:00.000Z' })
  const shown = (...seqs: number[]) =>
    seqs.map((seq) => conversation.snapshot().messages.find((one) => one.seq === seq)?.message)
  return { server, network, conversation, idOf, loaded, receive, say, sayUpTo, edit, shown }
}

test('the way from an old message leads back to the first message and on to the newest one, each once', async () => {
  const { conversation, network, idOf, loaded, receive } = await withTalk(3000)
  void conversation.showAround(idOf(60))
  await network.deliverAll()
  void conversation.loadOlder()
  await network.deliverAll()
  expect([loaded(), conversation.snapshot().hasOlder]).toEqual([[1, 90, 2910], false])
  while (conversation.snapshot().missing > 0) {
    conversation.loadNewer()
    receive()
    await network.deliverAll()
    expect(loaded()[0]).toBe(1)
  }
  receive()
  expect(loaded().slice(1)).toEqual([conversation.snapshot().messages.length, 0])
})

const orders = [
  [0, 1, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

test.each([700, 2500])('answers requested before the jump to message %i leave no gap, in any order', async (seq) => {
  for (const order of orders) {
    const { conversation, network, idOf, loaded, receive } = await withTalk(3000)
    void conversation.loadOlder()
    conversation.resync()
    void conversation.showAround(idOf(seq))
    const requests = network.packets.splice(0)
    expect(requests).toHaveLength(3)
    for (const request of requests) request.deliver()
    const answers = network.packets.splice(0)
    for (const index of order) {
      answers[index]?.deliver()
      await settle()
      receive()
      loaded()
    }
    await network.deliverAll()
    expect(loaded()[0]).toBe(seq - 30)
    conversation.jumpToLatest()
    await network.deliverAll()
    receive()
    expect(loaded().slice(1)).toEqual([3004, 0])
  }
})

test('the last of several links is shown, and none after a message of Hipatia’s', async () => {
  const { conversation, network, idOf, loaded } = await withTalk(3000)
  const jumps = [conversation.showAround(idOf(700)), conversation.showAround(idOf(1700))]
  await network.take('list', 'request')
  const late = network.packets.splice(1, 1)
  await network.deliverAll()
  late[0]?.deliver()
  await Promise.all(jumps)
  expect(loaded()).toEqual([1670, 1730, 1270])
  void conversation.showAround(idOf(100))
  conversation.send('Me vuelvo')
  await network.deliverAll()
  expect(loaded()).toEqual([2952, 3001, 0])
})

test('a link to an unknown message, or a lost request, changes nothing', async () => {
  const { conversation, network, idOf, loaded, receive } = await withTalk(3000)
  const unknown = conversation.showAround('nada').catch((error) => error.status)
  await network.deliverAll()
  expect(await unknown).toBe(422)
  const lost = conversation.showAround(idOf(700)).catch((error) => error.message)
  await network.take('list', 'request', 'lose')
  expect(await lost).toBe('network')
  receive()
  expect(loaded()).toEqual([2951, 3001, 0])
})

/** Hipatia is reading ten messages, and learns that there are two thousand. */
async function farBehind() {
  const talk = await withTalk(10, false)
  talk.sayUpTo(2000)
  talk.conversation.resync()
  await talk.network.deliverAll()
  return talk
}

test('messages that arrive while two thousand are missing are counted, and nothing is requested; a newer page is requested once, and again if it is lost', async () => {
  const { conversation, network, loaded, receive } = await farBehind()
  const asked = network.requests.length
  for (let count = 1; count <= 700; count++) receive()
  await advance(60_000)
  expect([loaded(), network.requests.length]).toEqual([[1, 209, 2491], asked])
  for (let count = 1; count <= 2; count++) conversation.loadNewer()
  await network.take('list', 'request', 'lose')
  expect(loaded()).toEqual([1, 209, 2491])
  await advance(1000)
  await network.deliverAll()
  // A page of 200 messages, of which the first is the last loaded message, for comparison.
  expect(loaded()).toEqual([1, 408, 2292])
})

test('Hipatia can jump to the newest page while the next page is loading; at its end the newest page is loaded at once', async () => {
  const { conversation, network, loaded, sayUpTo } = await farBehind()
  conversation.loadNewer()
  conversation.jumpToLatest()
  conversation.loadNewer()
  await network.deliverAll()
  expect(loaded()).toEqual([1951, 2000, 0])
  conversation.setAtBottom(true)
  sayUpTo(4000)
  conversation.resync()
  await network.deliverAll()
  expect(loaded()).toEqual([3951, 4000, 0])
})

test('a change before its message isn’t undone by it; one never told is fetched when a later one is, again if its answer is lost', async () => {
  const { conversation, network, say, edit, shown } = await withTalk(3)
  const message = say()
  conversation.receiveChanges(edit(4, 'cambiado'))
  conversation.receive(message)
  await network.deliverAll()
  expect(shown(4)).toEqual(['cambiado'])
  edit(1, 'uno')
  edit(2, 'dos')
  conversation.receiveChanges(edit(3, 'tres'))
  expect(shown(1, 2, 3)).toEqual(['s1', 's2', 'tres'])
  await network.take('changes', 'request', 'lose')
  await advance(2000)
  await network.deliverAll()
  expect(shown(1, 2, 3)).toEqual(['uno', 'dos', 'tres'])
})

test('an answer that comes after a change of its message quotes the message as it is', async () => {
  const { conversation, network, server, idOf, edit } = await withTalk(3)
  const answers = [4, 5].map((seq) => server.store('safo', `r${seq}`, null, idOf(1)).message)
  conversation.receive(answers[0] as (typeof answers)[number])
  conversation.receiveChanges(edit(1, 'cambiado'))
  conversation.receive(answers[1] as (typeof answers)[number])
  await network.deliverAll()
  const quotes = conversation.snapshot().messages.slice(-2)
  expect(quotes.map(({ quote, change }) => [quote?.excerpt, change])).toEqual(Array(2).fill(['cambiado', 0]))
})

test('a change that comes while a place of the past is loading is shown there', async () => {
  const { conversation, network, idOf, edit, shown } = await withTalk(200)
  const jump = conversation.showAround(idOf(21))
  await network.take('list', 'request')
  conversation.receiveChanges(edit(22, 'cambiado'))
  await network.take('list', 'response')
  await jump
  await network.deliverAll()
  expect(shown(22)).toEqual(['cambiado'])
})
