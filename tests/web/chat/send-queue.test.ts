// Hipatia's send queue, also where no chat is open.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newClientId } from '../../../web/api/client-id.ts'
import { localUnsentStorage } from '../../../web/chat/sync/browser/local-unsent-storage.ts'
import { SendQueue } from '../../../web/chat/sync/send-queue.ts'
import { memoryStorage } from '../../../web/chat/sync/unsent-storage.ts'
import { FakeNetwork, FakeServer } from './fake-network.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function begin() {
  const server = new FakeServer()
  const network = new FakeNetwork()
  let announceRemoval = (_client_id: string) => {}
  const storage = {
    ...memoryStorage(),
    onRemoved: (listener: (client_id: string) => void) => {
      announceRemoval = listener
      return () => {}
    },
  }
  const transport = network.transportOf('hipatia', server, () => {})
  const queue = new SendQueue(transport, { storage, random: () => 1 })
  queue.start()
  const pending = () => queue.pending.map(({ message, state }) => `${message} ${state}`)
  return { server, network, storage, transport, queue, pending, removedElsewhere: (id: string) => announceRemoval(id) }
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
  queue.resume()
  await network.deliverAll()
  expect([pending(), server.messages.map(({ message }) => message)]).toEqual([[], ['uno', 'dos']])
})

test('a message that another page has sent or discarded isn’t pending any more, and the next one is sent', async () => {
  const { queue, network, pending, removedElsewhere } = begin()
  const onSyncNeeded = vi.fn()
  queue.subscribe({ onSyncNeeded })
  queue.add('uno')
  queue.add('dos')
  removedElsewhere('nothing of hers')
  expect([pending().length, onSyncNeeded.mock.calls.length]).toEqual([2, 0])
  removedElsewhere(queue.pending[0]?.client_id ?? '')
  expect([pending(), onSyncNeeded.mock.calls.length]).toEqual([['dos sending'], 1])
  expect(network.count('post dos', 'request')).toBe(1)
})

test('a response that arrives after its timeout still counts', async () => {
  const { queue, network, pending, server } = begin()
  queue.add('uno')
  await network.take('post uno', 'request')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(pending()).toEqual(['uno failed'])
  await network.take('post uno', 'response')
  expect([pending(), server.messages.length]).toEqual([[], 1])
})

test('a computer that wakes up without a network sends its messages when the network is back', async () => {
  const { queue, network, server, pending } = begin()
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
  expect([pending(), server.messages.length]).toEqual([[], 1])
})

test('a message is retried even without an event for the return of the network', async () => {
  const { queue, network, server, pending } = begin()
  network.isConnected = false
  queue.add('uno')
  queue.add('dos')
  for (let tries = 0; pending()[0] !== 'uno failed'; tries++) {
    await network.take('post uno', 'request', 'lose')
    await vi.advanceTimersByTimeAsync(30_000)
    expect(tries).toBeLessThan(10)
  }
  expect(network.count('post dos', 'request')).toBe(0)
  await network.deliverAll()
  expect([pending(), server.messages.map(({ message }) => message)]).toEqual([[], ['uno', 'dos']])
})

const tooLong = { status: 422, problem: { code: 'invalid', detail: 'Demasiado largo' } }

test('a refused message isn’t sent again by the next page, which shows the reason; Hipatia can send it again', async () => {
  const { queue, network, server, storage, transport, pending } = begin()
  server.refusals.set('uno', tooLong)
  queue.add('uno')
  queue.add('dos')
  await network.deliverAll()
  expect(pending()).toEqual(['uno failed'])
  queue.retryNow()
  queue.stop()

  const next = new SendQueue(transport, { storage, toError: ({ status, problem }) => `${status} ${problem?.detail}` })
  const asked = network.requests.length
  next.start()
  next.retryNow()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(network.requests.length).toBe(asked)
  expect(next.pending).toMatchObject([{ state: 'failed', isRefused: true, error: '422 Demasiado largo' }])
  server.refusals.clear()
  next.add('tres')
  next.retry(next.pending[0]?.client_id ?? '')
  expect(storage.all().map(({ refusal }) => refusal)).toEqual([undefined, undefined])
  await network.deliverAll()
  expect(server.messages.map(({ message }) => message)).toEqual(['dos', 'tres', 'uno'])
  expect([next.pending, storage.all()]).toEqual([[], []])
})

test('a message that another page has sent isn’t stored as refused', async () => {
  const { queue, network, server, storage, pending } = begin()
  server.refusals.set('uno', tooLong)
  queue.add('uno')
  storage.remove(queue.pending[0]?.client_id ?? '')
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
  const unsent = localUnsentStorage('hipatia')
  const uno = { client_id: 'c-1', message: 'uno', at: 1 }
  unsent.put(uno)
  unsent.setRefusal('c-1', tooLong)
  unsent.setRefusal('c-2', tooLong)
  expect(unsent.all()).toEqual([{ ...uno, refusal: tooLong }])
  unsent.setRefusal('c-1', undefined)
  expect(unsent.all()).toEqual([uno])
  storage.setItem('unsent hipatia chat-outbox c-1', '{"at":1,"message":"uno","refusal":"no"}')
  expect(unsent.all()).toEqual([uno])
})

test('only a failed message can be discarded', async () => {
  const { queue, network, server, pending } = begin()
  server.refusals.set('uno', { status: 413 })
  queue.add('uno')
  const { client_id = '' } = queue.pending[0] ?? {}
  expect([queue.discard(client_id), pending()]).toEqual([undefined, ['uno sending']])
  await network.deliverAll()
  expect(queue.discard(client_id)?.message).toBe('uno')
  expect([pending(), queue.discard(client_id)]).toEqual([[], undefined])
})

test('a client_id is a UUID on plain http too', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  expect(newClientId()).toMatch(uuid)
  const real = globalThis.crypto
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => real.getRandomValues(bytes) })
  const made = new Set(Array.from({ length: 100 }, newClientId))
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
  for (let second = 0; second < 300 && queue.pending.length > 0; second++) {
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
  expect(network.count('post uno', 'request')).toBe(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.count('post uno', 'request')).toBe(1)
})
