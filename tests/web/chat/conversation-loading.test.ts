// Loading messages: pages, gaps, missed messages and a server with an older database.
import { expect, test, vi } from 'vitest'
import { randomNumbers } from '../../../tools/random.ts'
import { OwnConversation } from '../../support/own-conversation.ts'
import { advance, createCommunity, openConversation, withFakeTimers } from './conversation-setup.ts'
import { settle } from './fake-network.ts'

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

test('a restored older database clears earlier errors and calls onReset', async () => {
  const { server, network, transport } = createCommunity(60)
  const onReset = vi.fn()
  const conversation = new OwnConversation(transport, { me: 'hipatia', random: randomNumbers(1), onReset })
  conversation.start()
  await network.deliverAll()
  void conversation.loadOlder()
  await network.take('list', 'request', 'lose')
  expect([conversation.snapshot().olderError, onReset.mock.calls.length]).toEqual([expect.any(Error), 0])
  await network.deliverAll()
  server.restoreBackup(20)
  conversation.resync()
  await network.deliverAll()
  expect([conversation.snapshot().olderError, onReset.mock.calls.length]).toEqual([undefined, 1])
})

test('a failed request for a page of a replaced database is not reported', async () => {
  const { conversation, server, network } = await openConversation(60)
  void conversation.loadOlder()
  const [older] = network.packets.splice(0)
  server.restoreBackup(5)
  conversation.resync()
  await network.deliverAll()
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

test('trim drops the oldest of more than five thousand messages, and loadOlder loads them again', async () => {
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
})

test('trim drops nothing while an older page is loading', async () => {
  const { conversation, server, network, texts } = await openConversation(60)
  while (server.messages.length < 5500) conversation.receive(server.store('safo', 'más').message)
  void conversation.loadOlder()
  conversation.setAtBottom(true)
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s1', 5500])
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
