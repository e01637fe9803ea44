// Hipatia's messages on their way, also where no chat is open.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newClientId } from '../../web/api/client-id.ts'
import { inBrowser, inMemory } from '../../web/chat/outbox.ts'
import { Sender } from '../../web/chat/sender.ts'
import { FakeNetwork, FakeServer } from './conversation-network.ts'

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
  let hearRemoval = (_client_id: string) => {}
  const keep = {
    ...inMemory(),
    onRemoved: (hear: (client_id: string) => void) => {
      hearRemoval = hear
      return () => {}
    },
  }
  const wire = network.wireOf('hipatia', server, () => {})
  const sender = new Sender(wire, { keep, random: () => 1 })
  sender.start()
  const pending = () => sender.pending.map(({ message, state }) => `${message} ${state}`)
  return { server, network, keep, wire, sender, pending, removedElsewhere: (id: string) => hearRemoval(id) }
}

test('without a session nothing is tried and no time passes, and all of it goes when she is signed in again', async () => {
  const { sender, network, server, pending } = begin()
  sender.add('uno')
  sender.pause()
  sender.add('dos')
  await network.take('post uno', 'request', 'lose')
  await network.take('emit uno', 'request', 'lose')
  await vi.advanceTimersByTimeAsync(600_000)
  expect([pending(), network.parcels]).toEqual([['uno sending', 'dos sending'], []])
  sender.resume()
  await network.deliverAll()
  expect([pending(), server.messages.map(({ message }) => message)]).toEqual([[], ['uno', 'dos']])
})

test('what another page has sent or given up is pending no more, and the next one goes', async () => {
  const { sender, network, pending, removedElsewhere } = begin()
  const onNews = vi.fn()
  sender.listen({ onNews })
  sender.add('uno')
  sender.add('dos')
  removedElsewhere('nothing of hers')
  expect([pending().length, onNews.mock.calls.length]).toEqual([2, 0])
  removedElsewhere(sender.pending[0]?.client_id ?? '')
  expect([pending(), onNews.mock.calls.length]).toEqual([['dos sending'], 1])
  expect(network.count('post dos', 'request')).toBe(1)
})

test('two pages that send what both found make one message of it', async () => {
  const { sender, network, server, keep, wire } = begin()
  sender.add('uno')
  const other = new Sender(wire, { keep })
  other.start()
  expect(other.pending.length).toBe(1)
  await network.deliverAll()
  expect([sender.pending, other.pending, server.messages.length]).toEqual([[], [], 1])
})

test('an answer that comes after it was given up for lost counts', async () => {
  const { sender, network, pending, server } = begin()
  sender.add('uno')
  await network.take('post uno', 'request')
  await vi.advanceTimersByTimeAsync(90_000)
  expect(pending()).toEqual(['uno failed'])
  await network.take('post uno', 'answer')
  expect([pending(), server.messages.length]).toEqual([[], 1])
})

test('a computer that slept and wakes without network sends what it had when the network is there', async () => {
  const { sender, network, server, pending } = begin()
  network.isConnected = false
  sender.add('uno')
  await network.take('post uno', 'request', 'lose')
  vi.setSystemTime(Date.now() + 600_000)
  await vi.advanceTimersByTimeAsync(1000)
  await network.take('post uno', 'request', 'lose')
  expect(pending()).toEqual(['uno failed'])
  sender.hurry()
  expect(pending()).toEqual(['uno sending'])
  await network.deliverAll()
  expect([pending(), server.messages.length]).toEqual([[], 1])
})

test('where nobody says that the network is there again it is tried all the same', async () => {
  const { sender, network, server, pending } = begin()
  network.isConnected = false
  sender.add('uno')
  sender.add('dos')
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

test('what was refused isn’t sent again by the next page, which says why; by hand it is', async () => {
  const { sender, network, server, keep, wire, pending } = begin()
  server.refusals.set('uno', tooLong)
  sender.add('uno')
  sender.add('dos')
  await network.deliverAll()
  expect(pending()).toEqual(['uno failed'])
  sender.hurry()
  sender.stop()

  const next = new Sender(wire, { keep, revive: ({ status, problem }) => `${status} ${problem?.detail}` })
  const asked = network.asked.length
  next.start()
  next.hurry()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(network.asked.length).toBe(asked)
  expect(next.pending).toMatchObject([{ state: 'failed', isRefused: true, error: '422 Demasiado largo' }])
  server.refusals.clear()
  next.add('tres')
  next.retry(next.pending[0]?.client_id ?? '')
  expect(keep.all().map(({ refusal }) => refusal)).toEqual([undefined, undefined])
  await network.deliverAll()
  expect(server.messages.map(({ message }) => message)).toEqual(['dos', 'tres', 'uno'])
  expect([next.pending, keep.all()]).toEqual([[], []])
})

test('what another page has got through isn’t kept as refused', async () => {
  const { sender, network, server, keep, pending } = begin()
  server.refusals.set('uno', tooLong)
  sender.add('uno')
  keep.remove(sender.pending[0]?.client_id ?? '')
  await network.deliverAll()
  expect([pending(), keep.all()]).toEqual([['uno failed'], []])
})

test('in the browser a refusal is kept with its words, and nothing that makes no sense', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      kept.set(key, value)
      Object.assign(storage, { [key]: value })
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  const box = inBrowser('hipatia')
  const uno = { client_id: 'c-1', message: 'uno', at: 1 }
  box.put(uno)
  box.mark('c-1', tooLong)
  box.mark('c-2', tooLong)
  expect(box.all()).toEqual([{ ...uno, refusal: tooLong }])
  box.mark('c-1', undefined)
  expect(box.all()).toEqual([uno])
  storage.setItem('unsent hipatia chat-outbox c-1', '{"at":1,"message":"uno","refusal":"no"}')
  expect(box.all()).toEqual([uno])
})

test('only what failed can be given up', async () => {
  const { sender, network, server, pending } = begin()
  server.refusals.set('uno', { status: 413 })
  sender.add('uno')
  const { client_id = '' } = sender.pending[0] ?? {}
  expect([sender.discard(client_id), pending()]).toEqual(['', ['uno sending']])
  await network.deliverAll()
  expect([sender.discard(client_id), pending(), sender.discard(client_id)]).toEqual(['uno', [], ''])
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
