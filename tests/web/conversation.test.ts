// What Hipatia sees of the chat while its network does this and that.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChatMessage } from '../../contract/chat.ts'
import { Conversation } from '../../web/chat/conversation.ts'
import { inMemory } from '../../web/chat/outbox.ts'
import { FakeNetwork, FakeServer, seeded, settle } from './conversation-network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function community(said = 0) {
  const server = new FakeServer()
  for (let count = 1; count <= said; count++) server.say('safo', `s${count}`)
  const network = new FakeNetwork()
  const keep = inMemory()
  const told: ChatMessage[] = []
  const wire = network.wireOf('hipatia', server, (message) => void told.push(message))
  const make = () => new Conversation(wire, { me: 'hipatia', keep, random: seeded(1) })
  return { server, network, keep, told, wire, make }
}

async function opened(said = 0) {
  const all = community(said)
  const conversation = all.make()
  conversation.start()
  await all.network.deliverAll()
  const texts = () => conversation.snapshot().messages.map(({ message }) => message)
  const pending = () => conversation.snapshot().pending.map(({ message, state }) => `${message} ${state}`)
  const failed = () => conversation.snapshot().pending.find(({ state }) => state === 'failed')?.client_id ?? ''
  return { ...all, conversation, texts, pending, failed }
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

test('the newest page is shown, and the ones before it when they are wanted, once for many wishes', async () => {
  const { conversation, network, texts } = await opened(120)
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s71', 's120', true])
  const asked = network.asked.length
  void conversation.loadOlder()
  void conversation.loadOlder()
  expect(conversation.snapshot().isLoadingOlder).toBe(true)
  await network.deliverAll()
  expect([texts()[0], texts().length, network.asked.length]).toEqual(['s21', 100, asked + 1])
  void conversation.loadOlder()
  await network.deliverAll()
  expect([texts()[0], texts().length, conversation.snapshot().hasOlder]).toEqual(['s1', 120, false])
})

test('what stays out when older ones are wanted is said, and can be wanted again', async () => {
  const { conversation, network, texts } = await opened(60)
  void conversation.loadOlder()
  await network.take('list', 'request', 'lose')
  expect(conversation.snapshot()).toMatchObject({ isLoadingOlder: false, hasOlder: true })
  expect(conversation.snapshot().olderError).toBeInstanceOf(Error)
  void conversation.loadOlder()
  await network.deliverAll()
  expect([texts().length, conversation.snapshot().olderError]).toEqual([60, undefined])
})

test('a first page that doesn’t come is said, and asked for again by itself', async () => {
  const { make, network } = community(3)
  const conversation = make()
  conversation.start()
  expect(conversation.snapshot().status).toBe('loading')
  await network.take('list', 'request', 'lose')
  expect(conversation.snapshot().status).toBe('failed')
  await pass(1000)
  await network.deliverAll()
  expect(conversation.snapshot()).toMatchObject({ status: 'ready', error: undefined })
  expect(conversation.snapshot().messages.length).toBe(3)
})

test('a message after a gap is shown when the gap is filled', async () => {
  const { conversation, server, network, texts } = await opened(2)
  server.say('safo', 'perdido')
  conversation.receive(server.say('safo', 'oído').message)
  expect(texts()).toEqual(['s1', 's2'])
  await network.deliverAll()
  expect(texts()).toEqual(['s1', 's2', 'perdido', 'oído'])
})

test('who missed hundreds gets them all, page by page', async () => {
  const { conversation, server, network, texts } = await opened(10)
  for (let count = 11; count <= 700; count++) server.say('safo', `s${count}`)
  conversation.reconnected()
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s1', 700])
})

test('who missed more than a thousand starts at the newest page, without a hole', async () => {
  const { conversation, server, network, texts } = await opened(10)
  for (let count = 11; count <= 2000; count++) server.say('safo', `s${count}`)
  conversation.reconnected()
  await network.deliverAll()
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s1951', 's2000', true])
})

test('an older database takes the place of a newer one', async () => {
  const { conversation, server, network, texts } = await opened(10)
  server.goBackTo(7)
  conversation.reconnected()
  await network.deliverAll()
  expect(texts()).toEqual(['s1', 's2', 's3', 's4', 's5', 's6', 's7'])
})

test('an older database is noticed although it has grown since', async () => {
  const { conversation, server, network, texts } = await opened(10)
  server.goBackTo(7)
  for (const text of ['a', 'b', 'c', 'd', 'e']) server.say('safo', text)
  conversation.reconnected()
  await network.deliverAll()
  expect(texts().slice(5)).toEqual(['s6', 's7', 'a', 'b', 'c', 'd', 'e'])
})

test('an older database is noticed although the first look failed and its next message fits', async () => {
  const { conversation, server, network, texts } = await opened(10)
  server.goBackTo(7)
  for (const text of ['a', 'b', 'c']) server.say('safo', text)
  conversation.reconnected()
  await network.take('list', 'request', 'lose')
  conversation.receive(server.say('safo', 'd').message)
  await pass(1000)
  await network.deliverAll()
  expect(texts().slice(6)).toEqual(['s7', 'a', 'b', 'c', 'd'])
})

test('with an older database what was known of the other one is forgotten, and that is told', async () => {
  const { server, network, wire } = community(60)
  const onAnew = vi.fn()
  const conversation = new Conversation(wire, { me: 'hipatia', random: seeded(1), onAnew })
  conversation.start()
  await network.deliverAll()
  void conversation.loadOlder()
  await network.take('list', 'request', 'lose')
  expect([conversation.snapshot().olderError, onAnew.mock.calls.length]).toEqual([expect.any(Error), 0])
  await network.deliverAll()
  server.goBackTo(20)
  conversation.reconnected()
  await network.deliverAll()
  expect([conversation.snapshot().olderError, onAnew.mock.calls.length]).toEqual([undefined, 1])
})

test('what failed of a page that isn’t shown any more is no error', async () => {
  const { conversation, server, network } = await opened(60)
  void conversation.loadOlder()
  const [older] = network.parcels.splice(0)
  server.goBackTo(5)
  conversation.reconnected()
  await network.deliverAll()
  older?.deliver()
  await network.deliverAll()
  expect(conversation.snapshot()).toMatchObject({ olderError: undefined, hasOlder: false, isLoadingOlder: false })
})

test('without a session it asks no more until it is told of one', async () => {
  const { conversation, server, network, texts } = await opened(2)
  const list = server.list.bind(server)
  server.list = () => {
    throw Object.assign(new Error('signed out'), { status: 401 })
  }
  conversation.reconnected()
  await network.deliverAll()
  const asked = network.asked.length
  server.say('safo', 's3')
  await pass(300_000)
  expect(network.asked.length).toBe(asked)
  server.list = list
  conversation.reconnected()
  await network.deliverAll()
  expect(texts()).toEqual(['s1', 's2', 's3'])
})

test('of more than five thousand the oldest go when the end is shown, and come back when they are wanted', async () => {
  const { conversation, server, network, texts } = await opened(10)
  const say = () => conversation.receive(server.say('safo', `s${server.messages.length + 1}`).message)
  while (server.messages.length < 5000) say()
  conversation.trim()
  expect([texts()[0], conversation.snapshot().hasOlder]).toEqual(['s1', false])
  say()
  conversation.trim()
  expect([texts()[0], texts().at(-1), conversation.snapshot().hasOlder]).toEqual(['s1002', 's5001', true])
  void conversation.loadOlder()
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s952', 4050])
})

test('nothing goes while older ones are on their way', async () => {
  const { conversation, server, network, texts } = await opened(60)
  while (server.messages.length < 5500) conversation.receive(server.say('safo', 'más').message)
  void conversation.loadOlder()
  conversation.trim()
  await network.deliverAll()
  expect([texts()[0], texts().length]).toEqual(['s1', 5500])
})

test('what comes while everything is read anew isn’t lost', async () => {
  const { conversation, server, network, texts } = await opened(10)
  server.goBackTo(7)
  for (const text of ['a', 'b', 'c']) server.say('safo', text)
  conversation.reconnected()
  await network.take('list', 'request')
  await network.take('list', 'answer')
  await network.take('list', 'request')
  conversation.receive(server.say('safo', 'd').message)
  await network.deliverAll()
  expect(texts().slice(6)).toEqual(['s7', 'a', 'b', 'c', 'd'])
})

test('a message is sent both ways, is pending until it is there, and the list is looked at again', async () => {
  const { conversation, network, server, told, texts, pending } = await opened()
  conversation.send('Hola')
  expect([texts(), pending()]).toEqual([[], ['Hola sending']])
  expect(network.asked.slice(-2)).toEqual(['post Hola', 'emit Hola'])
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'answer')
  expect([texts(), pending()]).toEqual([['Hola'], []])
  for (const message of told) conversation.receive(message)
  await network.deliverAll()
  expect([texts(), pending(), network.asked.at(-1)]).toEqual([['Hola'], [], 'list'])
  expect(server.messages.length).toBe(1)
})

test('nothing is sent that is blank', async () => {
  const { conversation, network } = await opened()
  const asked = network.asked.length
  conversation.send(' \n ')
  expect([conversation.snapshot().pending, network.asked.length]).toEqual([[], asked])
})

test('an acknowledged message stays pending until those before it are there', async () => {
  const { conversation, server, network, texts, pending } = await opened(1)
  server.say('safo', 'antes')
  conversation.send('Hola')
  await network.take('emit Hola', 'request')
  await network.take('emit Hola', 'answer')
  expect([texts(), pending()]).toEqual([['s1'], ['Hola sending']])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['s1', 'antes', 'Hola'], []])
})

test('somebody else’s message under the same client_id settles nothing', async () => {
  const { conversation, server, pending } = await opened()
  conversation.send('Hola')
  const { client_id = '' } = conversation.snapshot().pending[0] ?? {}
  conversation.receive(server.say('safo', 'Hola', client_id).message)
  expect(pending()).toEqual(['Hola sending'])
})

test('a socket that fails is no error when the call succeeds', async () => {
  const { conversation, network, texts, pending } = await opened()
  conversation.send('Hola')
  await network.take('emit Hola', 'request', 'lose')
  expect(pending()).toEqual(['Hola sending'])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
})

test('messages go out one after the other, in their order', async () => {
  const { conversation, network, server, texts } = await opened()
  network.isConnected = false
  for (const text of ['uno', 'dos', 'tres']) conversation.send(text)
  expect(network.asked.filter((what) => what.startsWith('post'))).toEqual(['post uno'])
  await network.take('post uno', 'request', 'lose')
  expect(network.count('post dos', 'request')).toBe(0)
  await pass(1000)
  await network.deliverAll()
  expect(texts()).toEqual(['uno', 'dos', 'tres'])
  expect(server.messages.length).toBe(3)
})

test('a refused message says so at once, holds nobody up, and can be given back', async () => {
  const { conversation, network, server, texts, pending, failed, keep } = await opened()
  server.refusals.set('malo', { status: 422 })
  conversation.send('malo')
  conversation.send('bueno')
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['bueno'], ['malo failed']])
  expect(conversation.snapshot().pending[0]?.error).toMatchObject({ status: 422 })
  expect(keep.all().length).toBe(1)
  expect(conversation.discard(failed())).toBe('malo')
  expect([pending(), keep.all()]).toEqual([[], []])
})

test('too often is no refusal for good', async () => {
  const { conversation, network, server, texts, pending } = await opened()
  server.refusals.set('Hola', { status: 429 })
  conversation.send('Hola')
  await network.deliverAll()
  expect(pending()).toEqual(['Hola sending'])
  server.refusals.clear()
  await pass(1000)
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
})

test('without an answer for a minute it has failed; with the connection it goes by itself, before those after it', async () => {
  const { conversation, network, texts, pending } = await opened()
  network.isConnected = false
  for (const text of ['uno', 'dos']) conversation.send(text)
  await pass(120_000)
  conversation.send('tres')
  expect(pending()).toEqual(['uno failed', 'dos failed', 'tres sending'])
  network.parcels = []
  network.isConnected = true
  conversation.reconnected()
  expect(pending()).toEqual(['uno sending', 'dos sending', 'tres sending'])
  await pass(40_000)
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['uno', 'dos', 'tres'], []])
})

test('without an answer for a minute it has failed; sent again by hand it goes', async () => {
  const { conversation, network, texts, pending, failed } = await opened()
  conversation.send('Hola')
  await pass(59_000)
  expect(pending()).toEqual(['Hola sending'])
  await pass(45_000)
  expect(pending()).toEqual(['Hola failed'])
  network.parcels = []
  conversation.retry(failed())
  expect(pending()).toEqual(['Hola sending'])
  await network.deliverAll()
  expect([texts(), pending()]).toEqual([['Hola'], []])
})

test('one that failed and turns out to be stored is simply there', async () => {
  const { conversation, network, server, texts, pending, keep } = await opened()
  network.isConnected = false
  conversation.send('Hola')
  await network.take('post Hola', 'request')
  await network.take('post Hola', 'answer', 'lose')
  for (let second = 0; second < 120; second++) {
    network.parcels = []
    await pass(1000)
  }
  expect([pending(), server.messages.length]).toEqual([['Hola failed'], 1])
  conversation.reconnected()
  await network.deliverAll()
  expect([texts(), pending(), keep.all()]).toEqual([['Hola'], [], []])
})

test('when the connection is there again it is tried at once', async () => {
  const { conversation, network, texts } = await opened()
  network.isConnected = false
  conversation.send('Hola')
  for (let tries = 0; tries < 4; tries++) {
    await network.take('post Hola', 'request', 'lose')
    if (tries < 3) await pass(30_000 / 4)
  }
  expect(network.count('post Hola', 'request')).toBe(0)
  conversation.reconnected()
  await network.deliverAll()
  expect(texts()).toEqual(['Hola'])
})

test('what wasn’t acknowledged is sent by the next conversation, oldest first, once', async () => {
  const { conversation, network, server, keep, make } = await opened()
  network.isConnected = false
  conversation.send('uno')
  conversation.send('dos')
  // stored, but nobody hears of it any more
  await network.take('post uno', 'request')
  conversation.stop()
  network.parcels = []
  expect(keep.all().map(({ message }) => message)).toEqual(['uno', 'dos'])

  const next = make()
  next.start()
  expect(next.snapshot().pending.map(({ message }) => message)).toEqual(['uno', 'dos'])
  await network.deliverAll()
  expect(next.snapshot().messages.map(({ message }) => message)).toEqual(['uno', 'dos'])
  expect([next.snapshot().pending, keep.all(), server.messages.length]).toEqual([[], [], 2])
})

test('stopped, it asks for nothing and takes no answer to what it had asked', async () => {
  const { make, network } = community(3)
  const conversation = make()
  conversation.start()
  await network.take('list', 'request')
  conversation.stop()
  await network.deliverAll()
  expect(conversation.snapshot().messages).toEqual([])
  const asked = network.asked.length
  conversation.reconnected()
  await pass(120_000)
  expect(network.asked.length).toBe(asked)
  conversation.start()
  await settle()
  await network.deliverAll()
  expect(conversation.snapshot().messages.length).toBe(3)
})
