// Hipatia's unsent messages, also where no chat is open.
import { afterEach, expect, test, vi } from 'vitest'
import { memoryStorage } from '../../../tools/memory-storage.ts'
import { newClientId } from '../../../web/api/client-id.ts'
import { localUnsent } from '../../../web/api/unsent/local-unsent.ts'
import type { Refusal } from '../../../web/api/unsent/retry.ts'
import { createMessageQueue, type UnsentMessage } from '../../../web/chat/sync/message-queue.ts'
import { withFakeTimers } from './conversation-setup.ts'
import { FakeNetwork, FakeServer } from './fake-network.ts'

withFakeTimers()
afterEach(() => void vi.unstubAllGlobals())

function begin() {
  const server = new FakeServer()
  const network = new FakeNetwork()
  let announceRemoval = (_id: string) => {}
  const storage = {
    ...memoryStorage<UnsentMessage>(),
    onRemoved: (listener: (id: string) => void) => {
      announceRemoval = listener
      return () => {}
    },
  }
  const transport = network.transportOf('hipatia', server, () => {})
  const open = (toError: (refusal: Refusal) => unknown) => {
    const queue = createMessageQueue(transport, { storage, toError, random: () => 1 })
    const add = (message: string) => queue.put({ id: newClientId(), message })
    return Object.assign(queue, { add })
  }
  const queue = open((refusal) => refusal)
  queue.start()
  const pending = () => queue.waiting().map(({ message, state }) => `${message} ${state}`)
  return { server, network, storage, open, queue, pending, removedElsewhere: (id: string) => announceRemoval(id) }
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

test('a message that another page has sent or discarded isn’t pending any more, and the next one is sent', async () => {
  const { queue, network, pending, removedElsewhere } = begin()
  const onRemoved = vi.fn()
  queue.on({ onRemoved })
  queue.add('uno')
  queue.add('dos')
  removedElsewhere('nothing of hers')
  expect([pending().length, onRemoved.mock.calls.length]).toEqual([2, 0])
  removedElsewhere(queue.waiting()[0]?.id ?? '')
  expect([pending(), onRemoved.mock.calls.length]).toEqual([['dos sending'], 1])
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
  const { queue, network, server, storage, open, pending } = begin()
  server.refusals.set('uno', tooLong)
  queue.add('uno')
  queue.add('dos')
  await network.deliverAll()
  expect(pending()).toEqual(['uno failed'])
  queue.retryNow()
  queue.stop()

  const next = open(({ status, problem }) => `${status} ${problem?.detail}`)
  const asked = network.requests.length
  next.start()
  next.retryNow()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(network.requests.length).toBe(asked)
  expect(next.waiting()).toMatchObject([{ state: 'failed', isRefused: true, error: '422 Demasiado largo' }])
  server.refusals.clear()
  next.add('tres')
  next.retry(next.waiting()[0]?.id ?? '')
  expect(storage.all().map(({ refusal }) => refusal)).toEqual([undefined, undefined])
  await network.deliverAll()
  expect(server.messages.map(({ message }) => message)).toEqual(['dos', 'tres', 'uno'])
  expect([next.waiting(), storage.all()]).toEqual([[], []])
})

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

test('only a failed message can be discarded', async () => {
  const { queue, network, server, pending } = begin()
  server.refusals.set('uno', { status: 413 })
  queue.add('uno')
  const { id = '' } = queue.waiting()[0] ?? {}
  expect([queue.discard(id), pending()]).toEqual([undefined, ['uno sending']])
  await network.deliverAll()
  expect(queue.discard(id)?.message).toBe('uno')
  expect([pending(), queue.discard(id)]).toEqual([[], undefined])
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
  expect(network.count('post uno', 'request')).toBe(0)
  await vi.advanceTimersByTimeAsync(1000)
  expect(network.count('post uno', 'request')).toBe(1)
})
