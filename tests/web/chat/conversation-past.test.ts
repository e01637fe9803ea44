// Hipatia follows a link to an old message: the loaded messages are a window without gaps at any time.
import { expect, test } from 'vitest'
import { randomNumbers } from '../../../tools/random.ts'
import { Conversation } from '../../../web/chat/sync/conversation.ts'
import { withFakeTimers } from './conversation-setup.ts'
import { FakeNetwork, FakeServer, settle } from './fake-network.ts'

withFakeTimers()

async function withTalk(count: number) {
  const server = new FakeServer()
  const say = () => server.store('safo', `s${server.messages.length + 1}`).message
  while (server.messages.length < count) say()
  const network = new FakeNetwork()
  const transport = network.transportOf('hipatia', server, (message) => conversation.receive(message))
  const conversation: Conversation = new Conversation(transport, { me: 'hipatia', random: randomNumbers(1) })
  conversation.start()
  await network.deliverAll()
  conversation.setAtBottom(true)
  const idOf = (seq: number) => server.messages[seq - 1]?.id ?? ''
  /** The first and the last loaded message, and the count of missing ones after it. */
  const loaded = () => {
    const { messages, missing } = conversation.snapshot()
    const seqs = messages.map(({ seq }) => seq)
    expect(seqs).toEqual(seqs.map((_, index) => (seqs[0] ?? 0) + index))
    return [seqs[0], seqs.at(-1), missing]
  }
  const receive = () => conversation.receive(say())
  return { server, network, conversation, idOf, loaded, receive }
}

test('the way from there leads back to the first message and on to the newest one, each once', async () => {
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

test('an unknown message, or a lost request, changes nothing', async () => {
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
