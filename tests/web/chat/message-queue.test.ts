// Hipatia's unsent messages, also where no chat is open.

import { v4 as newClientId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../tools/memory-storage.ts'
import { localUnsent } from '../../../web/api/unsent/queue-of-member.ts'
import { createMessageQueue, type UnsentMessage } from '../../../web/chat/sync/queues.ts'
import { withFakeTimers } from './conversation-setup.ts'
import { FakeNetwork, FakeServer } from './fake-network.ts'

withFakeTimers()
afterEach(() => void vi.unstubAllGlobals())

function begin() {
  const server = new FakeServer()
  const network = new FakeNetwork()
  const storage = memoryStorage<UnsentMessage>()
  const transport = network.transportOf('hipatia', server, () => {})
  const unsent = createMessageQueue(transport, { storage, toError: (refusal) => refusal, random: () => 1 })
  const queue = Object.assign(unsent, { add: (message: string) => unsent.put({ id: newClientId(), message }) })
  queue.start()
  const pending = () => queue.waiting().map(({ message, state }) => `${message} ${state}`)
  return { server, network, storage, queue, pending }
}

test('without a session nothing is sent and no time counts; after signing in again everything is sent', async () => {
  const { queue, network, server, pending } = begin()
  queue.add('uno')
  queue.pause()
  queue.add('dos')
  await network.take('post uno', 'request', 'lose')
  await network.take('emit uno', 'request', 'lose')
  await vi.advanceTimersByTimeAsync(600_000)
  expect([pending(), network.packets]).toEqual([['uno sending', 'dos sending'], []])
  queue.start()
  await network.deliverAll()
  expect([pending(), server.messages.map(({ message }) => message)]).toEqual([[], ['uno', 'dos']])
})

test('a response after its timeout still counts; a computer that wakes up without a network sends when the network is back', async () => {
  const { queue, network, server, pending } = begin()
  queue.add('cero')
  await network.take('post cero', 'request')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(pending()).toEqual(['cero failed'])
  await network.take('post cero', 'response')
  expect([pending(), server.messages.length]).toEqual([[], 1])
  network.packets = []
  network.isConnected = false
  queue.add('uno')
  await network.take('post uno', 'request', 'lose')
  vi.setSystemTime(Date.now() + 600_000)
  await vi.advanceTimersByTimeAsync(1000)
  await network.take('post uno', 'request', 'lose')
  expect(pending()).toEqual(['uno failed'])
  queue.retryNow()
  expect(pending()).toEqual(['uno sending'])
  await network.deliverAll()
  expect([pending(), server.messages.length]).toEqual([[], 2])
})

const tooLong = { status: 422, problem: { code: 'invalid', detail: 'Demasiado largo' } }

test('a message that another page has sent isn’t stored as refused', async () => {
  const { queue, network, server, storage, pending } = begin()
  server.refusals.set('uno', tooLong)
  queue.add('uno')
  storage.remove(queue.waiting()[0]?.id ?? '')
  await network.deliverAll()
  expect([pending(), storage.all()]).toEqual([['uno failed'], []])
})

test('the browser stores a refusal with its text, and ignores a malformed refusal', () => {
  const entries = new Map<string, string>()
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => {
      entries.set(key, value)
      Object.assign(storage, { [key]: value })
    },
    removeItem: (key: string) => void entries.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  const unsent = localUnsent<UnsentMessage>('hipatia', 'chat-outbox', ({ message = '' }) => ({ message }))
  const uno = { id: 'c-1', message: 'uno', at: 1 }
  unsent.put({ ...uno, refusal: tooLong })
  expect(unsent.all()).toEqual([{ ...uno, refusal: tooLong }])
  unsent.put(uno)
  expect([unsent.all(), unsent.get('c-1'), unsent.get('c-2')]).toEqual([[uno], uno, undefined])
  storage.setItem('unsent hipatia chat-outbox c-1', '{"at":1,"message":"uno","refusal":"no"}')
  expect(unsent.all()).toEqual([uno])
})

test('a client_id is a UUID on plain http too', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(newClientId()).toMatch(uuid)
  const real = globalThis.crypto
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) })
  const made = new Set(Array.from({ length: 100 }, () => newClientId()))
  expect([...made].filter((one) => !uuid.test(one))).toEqual([])
  expect(made.size).toBe(100)
})

test('more unsent messages than the server takes at once are all sent in order, and none is shown as failed', async () => {
  const { server, queue, network, pending } = begin()
  const texts = Array.from({ length: 100 }, (_, turn) => `mensaje ${turn}`)
  for (const text of texts) queue.add(text)
  const refuseRest = () => {
    const next = server.messages.length
    server.refusals = new Map(texts.slice(next + 1).map((text) => [text, { status: 429 }]))
  }
  for (let second = 0; second < 300 && queue.waiting().length > 0; second++) {
    // one message a second
    refuseRest()
    await network.deliverAll()
    expect(pending().filter((text) => text.endsWith(' failed'))).toEqual([])
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(server.messages.map(({ message }) => message)).toEqual(texts)
})

test('a queue that the server slows down waits as long as it was asked to', async () => {
  const { server, queue, network } = begin()
  server.refusals.set('uno', { status: 429, retryAfterMs: 20_000 })
  queue.add('uno')
  await network.deliverAll()
  server.refusals.clear()
  await vi.advanceTimersByTimeAsync(19_000)
  expect(network.packets).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.packets.map(({ name, kind }) => `${kind} of ${name}`)).toEqual([
    'request of post uno',
    'request of emit uno',
  ])
})
