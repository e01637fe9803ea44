// Loading and sending messages: pages, gaps, an older database, refusals, losses and a later attempt.
import { expect, test, vi } from 'vitest'
import type { ChatMessage } from '../../../contract/chat.ts'
import { randomNumbers } from '../../../tools/random.ts'
import { MessageLog } from '../../../web/chat/sync/message-log.ts'
import { OwnConversation } from '../../support/own-conversation.ts'
import { advance, createCommunity, openConversation, withFakeTimers } from './conversation-setup.ts'
import { FakeServer, settle } from './fake-network.ts'

withFakeTimers()

test('the newest page is shown first, and repeated calls of loadOlder load each older page once', async () => {
  const { conversation, network, texts } = await openConversation(120)
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s71', 's120', true])
  const requestsBefore = network.requests.length
  void conversation.loadOlder()
  void conversation.loadOlder()
  expect(conversation.snapshot().isLoadingOlder).toBe(true)
  await network.deliverAll()
  expect([texts()[0], texts().length, network.requests.length]).toEqual(['s21', 100, requestsBefore + 1])
  void conversation.loadOlder()
  await network.deliverAll()
  expect([texts()[0], texts().length, conversation.snapshot().hasOlder]).toEqual(['s1', 120, false])
})

test('a failure to load the first page is reported and retried automatically', async () => {
  const { createConversation, network } = createCommunity(3)
  const conversation = createConversation()
  conversation.start()
  expect(conversation.snapshot().status).toBe('loading')
  await network.take('list', 'request', 'lose')
  expect(conversation.snapshot().status).toBe('failed')
  await advance(1000)
  await network.deliverAll()
  expect(conversation.snapshot()).toMatchObject({ status: 'ready', error: undefined })
  expect(conversation.snapshot().messages.length).toBe(3)
})

test('after more than a thousand missed messages the newest page is shown alone, without a gap', async () => {
  const { conversation, server, network, texts } = await openConversation(10)
  for (let count = 11; count <= 2000; count++) server.store('safo', `s${count}`)
  conversation.resync()
  await network.deliverAll()
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s1951', 's2000', true])
})

test('a restored older database clears earlier errors and calls onReset; failed requests for its pages before aren’t reported', async () => {
  const { server, network, transport } = createCommunity(60)
  const onReset = vi.fn()
  const conversation = new OwnConversation(transport, { me: 'hipatia', random: randomNumbers(1), onReset })
  conversation.start()
  await network.deliverAll()
  void conversation.loadOlder()
  await network.take('list', 'request', 'lose')
  const seen = () => [conversation.snapshot().olderError, onReset.mock.calls.length]
  expect(seen()).toEqual([expect.any(Error), 0])
  await network.deliverAll()
  server.restoreBackup(55)
  conversation.resync()
  await network.deliverAll()
  expect(seen()).toEqual([undefined, 1])
  void conversation.loadOlder()
  const [older] = network.packets.splice(0)
  server.restoreBackup(5)
  conversation.resync()
  await network.deliverAll()
  expect(seen()).toEqual([undefined, 2])
  older?.deliver()
  await network.deliverAll()
  expect(conversation.snapshot()).toMatchObject({ olderError: undefined, hasOlder: false, isLoadingOlder: false })
})

test('without a session nothing is requested until the next resync', async () => {
  const { conversation, server, network, texts } = await openConversation(2)
  const list = server.list.bind(server)
  server.list = () => {
    throw Object.assign(new Error('signed out'), { status: 401 })
  }
  conversation.resync()
  await network.deliverAll()
  const requestsBefore = network.requests.length
  server.store('safo', 's3')
  await advance(300_000)
  expect(network.requests.length).toBe(requestsBefore)
  server.list = list
  conversation.resync()
  await network.deliverAll()
  expect(texts()).toEqual(['s1', 's2', 's3'])
})

test('trim drops the oldest of more than five thousand messages, which loadOlder loads again, but nothing while a page is loading', async () => {
  const { conversation, server, network, texts } = await openConversation(10)
  const sayNext = () => conversation.receive(server.store('safo', `s${server.messages.length + 1}`).message)
  while (server.messages.length < 5000) sayNext()
  conversation.setAtBottom(true)
  expect([texts()[0], conversation.snapshot().hasOlder]).toEqual(['s1', false])
  sayNext()
  conversation.setAtBottom(true)
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s1002', 's5001', true])
  void conversation.loadOlder()
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s952', 4050])
  while (texts().length < 5500) sayNext()
  void conversation.loadOlder()
  conversation.setAtBottom(true)
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s902', 5550])
})

test('a stopped conversation requests nothing and ignores pending responses until it is started again', async () => {
  const { createConversation, network } = createCommunity(3)
  const conversation = createConversation()
  conversation.start()
  await network.take('list', 'request')
  conversation.stop()
  await network.deliverAll()
  expect(conversation.snapshot().messages).toEqual([])
  const requestsBefore = network.requests.length
  conversation.resync()
  await advance(120_000)
  expect(network.requests.length).toBe(requestsBefore)
  conversation.start()
  await settle()
  await network.deliverAll()
  expect(conversation.snapshot().messages.length).toBe(3)
})

test('a message that isn’t blank is sent by HTTP and by socket, pending until it is stored as hers, and then the list is requested', async () => {
  const { conversation, network, server, stored, texts, pending } = await openConversation()
  for (const text of [' \n ', 'Hola']) conversation.send(text)
  expect([texts(), pending()]).toEqual([[], ['Hola sending']])
  expect(network.requests.slice(-2)).toEqual(['post Hola', 'emit Hola'])
  // another person’s message with the same client_id
  conversation.receive(server.store('safo', 'Hola', conversation.snapshot().pending[0]?.id).message)
  expect([texts(), pending()]).toEqual([['Hola'], ['Hola sending']])
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'response')
  expect([texts(), pending()]).toEqual([['Hola', 'Hola'], []])
  for (const message of stored) conversation.receive(message)
  await network.deliverAll()
  expect([texts(), pending(), network.requests.at(-1)]).toEqual([['Hola', 'Hola'], [], 'list'])
  expect(server.messages.length).toBe(2)
})

test('an acknowledged message stays pending until the messages before it have arrived', async () => {
  const { conversation, server, network, texts, pending } = await openConversation(1)
  server.store('safo', 'antes')
  conversation.send('Hola')
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'response')
  expect([texts(), pending()]).toEqual([['s1'], ['Hola sending']])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['s1', 'antes', 'Hola'], []])
})

test('a message without an answer for a minute fails, and is sent again in order after a reconnection', async () => {
  const { conversation, network, texts, pending } = await openConversation()
  network.isConnected = false
  for (const text of ['uno', 'dos']) conversation.send(text)
  await advance(120_000)
  conversation.send('tres')
  expect(pending()).toEqual(['uno failed', 'dos failed', 'tres sending'])
  network.packets = []
  network.isConnected = true
  conversation.resync()
  expect(pending()).toEqual(['uno sending', 'dos sending', 'tres sending'])
  await advance(40_000)
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['uno', 'dos', 'tres'], []])
})

test('a failed message that was stored after all is shown as sent, once', async () => {
  const { conversation, network, server, texts, pending, storage } = await openConversation()
  network.isConnected = false
  conversation.send('Hola')
  await network.take('post Hola', 'request')
  await network.take('post Hola', 'response', 'lose')
  for (let second = 0; second < 120; second++) {
    network.packets = []
    await advance(1000)
  }
  expect([pending(), server.messages.length]).toEqual([['Hola failed'], 1])
  conversation.resync()
  await network.deliverAll()
  expect([texts(), pending(), storage.all()]).toEqual([['Hola'], [], []])
})

const server = new FakeServer()
while (server.messages.length < 5000) server.store('safo', 'mensaje')
const run = (from: number, to: number) => server.messages.slice(from - 1, to)
const message = (seq: number) => server.messages[seq - 1] as ChatMessage
const seqs = (log: MessageLog) => log.messages.map(({ seq }) => seq)

function logFrom(from: number, to: number) {
  const log = new MessageLog()
  log.reset(run(from, to), from > 1)
  return log
}

test('a message whose predecessors are missing waits for them', () => {
  const log = logFrom(1, 5)
  expect([log.receive(message(8)), log.receive(message(7))]).toEqual(['ahead', 'ahead'])
  expect([seqs(log), log.hasBuffered]).toEqual([[1, 2, 3, 4, 5], true])
  log.receive(message(6))
  expect([seqs(log), log.hasBuffered]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], false])
})

test('a page that overlaps with the loaded messages adds only the others', () => {
  const log = logFrom(4, 6)
  log.append(run(5, 9))
  log.prepend(run(1, 5), false)
  expect([seqs(log), log.hasOlder]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], false])
})

test('a flood of messages after a gap doesn’t fill the memory', () => {
  const log = logFrom(1, 1)
  for (const one of run(3, 5000)) log.receive(one)
  log.append(run(2, 2))
  expect(log.last).toBeLessThan(1000)
  log.append(run(log.last + 1, 5000))
  expect([log.last, log.messages.length, log.hasBuffered]).toEqual([5000, 5000, false])
})
