// Hipatia's edits and deletions of stored messages, on their way to the server.
import { expect, test, vi } from 'vitest'
import type { ChatMessage } from '../../../../contract/chat.ts'
import type { Unsent, UnsentStorage } from '../../../../web/api/unsent/unsent-queue.ts'
import { createMessageChangeQueue, type MessageChange } from '../../../../web/chat/sync/queues.ts'
import { withFakeTimers } from '../../chat/conversation-setup.ts'

withFakeTimers()

interface Request {
  change: MessageChange
  answer: (stored?: Partial<ChatMessage>) => Promise<void>
  fail: (status?: number) => Promise<void>
}

function begin(unsent: Unsent<MessageChange>[] = []) {
  const stored = new Map(unsent.map((change) => [change.id, change]))
  let announceRemoval = (_id: string) => {}
  const storage: UnsentStorage<MessageChange> = {
    all: () => [...stored.values()],
    get: (id) => stored.get(id),
    put: (change) => void stored.set(change.id, change),
    remove: (id) => void stored.delete(id),
    onRemoved: (listener) => {
      announceRemoval = listener
      return () => {}
    },
  }
  const requests: Request[] = []
  const send = ({ id, message, version }: MessageChange) =>
    new Promise<ChatMessage | undefined>((resolve, reject) => {
      const settled = () => vi.advanceTimersByTimeAsync(0).then(() => {})
      requests.push({
        change: { id, message, version },
        answer: (message) => {
          resolve(message as ChatMessage | undefined)
          return settled()
        },
        fail: (status = 0) => {
          reject(Object.assign(new Error('failed'), { status }))
          return settled()
        },
      })
    })
  let current: Partial<ChatMessage> | undefined
  const queue = createMessageChangeQueue({
    send,
    read: async () => current as ChatMessage | undefined,
    storage,
    toError: ({ status }) => `status ${status}`,
    random: () => 1,
  })
  const shown: string[] = []
  queue.on({ onAnswer: ({ message }) => void shown.push(message) })
  const waiting = () => queue.waiting().map(({ id, message, state }) => `${id} ${message ?? 'deleted'} ${state}`)
  queue.start()
  return {
    queue,
    requests,
    stored,
    shown,
    waiting,
    removedElsewhere: (id: string) => announceRemoval(id),
    /** The message on the server, for those who read it. */
    setCurrent(message: Partial<ChatMessage>) {
      current = message
    },
  }
}

test('changes are sent one at a time, in order, and are shown once they are stored', async () => {
  const { queue, requests, stored, shown, waiting } = begin()
  queue.put({ id: 'a', message: 'uno', version: '2026-01-01T00:00:00.000Z' })
  queue.put({ id: 'b', message: null })
  expect(waiting()).toEqual(['a uno sending', 'b deleted sending'])
  expect(requests.map(({ change }) => change.id)).toEqual(['a'])
  await requests[0]?.answer({ message: 'uno' })
  expect([shown, waiting()]).toEqual([['uno'], ['b deleted sending']])
  await requests[1]?.answer()
  // stays deleted here until every list tells it
  expect([waiting(), stored.size, requests.length]).toEqual([['b deleted done'], 0, 2])
})

test('without an answer a change is sent again, later and later, and at once when the connection is back', async () => {
  const { queue, requests, waiting } = begin()
  queue.put({ id: 'a', message: 'uno' })
  await requests[0]?.fail()
  expect([waiting(), requests.length]).toEqual([['a uno sending'], 1])
  await vi.advanceTimersByTimeAsync(1000)
  await requests[1]?.fail(503)
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests.length).toBe(2)
  queue.retryNow()
  expect(requests.length).toBe(3)
  await requests[2]?.answer({ message: 'uno' })
  expect(waiting()).toEqual([])
})

test('an edit during the sending of an earlier one is sent for the version that the earlier one led to, after a reload too', async () => {
  const { queue, requests, stored } = begin()
  queue.put({ id: 'a', message: 'uno', version: '1' })
  queue.put({ id: 'a', message: 'dos', version: '1' })
  await requests[0]?.answer({ message: 'uno', edited_at: '2' })
  expect(requests.map(({ change }) => change)).toEqual([
    { id: 'a', message: 'uno', version: '1' },
    { id: 'a', message: 'dos', version: '2' },
  ])
  queue.stop()
  const later = begin([...stored.values()])
  expect(later.requests[0]?.change).toEqual({ id: 'a', message: 'dos', version: '2' })
})

test('an edit after one whose answer was lost is sent for the version that that one made, but not over another text', async () => {
  const { queue, requests, waiting, setCurrent } = begin()
  queue.put({ id: 'a', message: 'uno', version: '1' })
  await requests[0]?.fail()
  queue.put({ id: 'a', message: 'dos', version: '1' })
  queue.retryNow()
  expect(requests[1]?.change).toEqual({ id: 'a', message: 'dos', version: '1' })
  setCurrent({ message: 'uno', edited_at: '2' })
  await requests[1]?.fail(412)
  expect(requests[2]?.change).toEqual({ id: 'a', message: 'dos', version: '2' })
  await requests[2]?.fail()
  queue.put({ id: 'a', message: 'tres', version: '1' })
  queue.retryNow()
  setCurrent({ message: 'desde otra parte', edited_at: '3' })
  await requests[3]?.fail(412)
  expect([waiting(), requests.length]).toEqual([['a tres failed'], 4])
})

test('a refused change waits for its author, doesn’t hold up others, and is sent for any version on asking', async () => {
  const { queue, requests, stored, waiting } = begin()
  queue.put({ id: 'a', message: 'uno', version: '1' })
  queue.put({ id: 'b', message: 'otro' })
  await requests[0]?.fail(412)
  expect(waiting()).toEqual(['a uno failed', 'b otro sending'])
  expect(queue.discard('b')).toBeUndefined()
  expect(stored.get('a')?.refusal).toEqual({ status: 412, problem: undefined })
  await requests[1]?.answer({ message: 'otro' })
  queue.retry('a')
  expect(stored.get('a')?.refusal).toBeUndefined()
  expect(requests[2]?.change).toEqual({ id: 'a', message: 'uno', version: undefined })
  await requests[2]?.fail(404)
  expect(queue.discard('a')?.message).toBe('uno')
  expect([queue.discard('a'), waiting(), stored.size]).toEqual([undefined, [], 0])
})

test('changes of an earlier visit are sent, and refused ones stay refused', async () => {
  const { queue, requests, waiting } = begin([
    { id: 'a', message: 'uno', at: 2 },
    { id: 'b', message: null, at: 1, refusal: { status: 403 } },
  ])
  expect(waiting()).toEqual(['b deleted failed', 'a uno sending'])
  expect(queue.waiting()[0]).toMatchObject({ isRefused: true, error: 'status 403' })
  queue.retryNow()
  expect(requests.map(({ change }) => change.id)).toEqual(['a'])
})

test('a change that another page has sent or discarded isn’t sent again, and the next one is sent', async () => {
  const { queue, requests, waiting, removedElsewhere } = begin()
  const onRemoved = vi.fn()
  queue.on({ onRemoved })
  queue.put({ id: 'a', message: 'uno' })
  queue.put({ id: 'b', message: 'dos' })
  removedElsewhere('nothing of hers')
  expect([waiting().length, onRemoved.mock.calls.length]).toEqual([2, 0])
  removedElsewhere('a')
  expect([waiting(), onRemoved.mock.calls.length]).toEqual([['b dos sending'], 1])
  expect(requests.map(({ change }) => change.id)).toEqual(['a', 'b'])
  await requests[1]?.fail()
  removedElsewhere('b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([waiting(), requests.length]).toEqual([[], 2])
})

test('a later change by another page is sent in place of the earlier one, or stays stored if that was being sent', async () => {
  const { queue, requests, stored } = begin()
  queue.put({ id: 'a', message: 'uno' })
  queue.put({ id: 'b', message: 'del móvil' })
  const [first, second] = queue.waiting()
  stored.set('a', { id: 'a', message: 'de la otra página', at: (first?.at ?? 0) + 1 })
  stored.set('b', { id: 'b', message: 'de la otra página', at: (second?.at ?? 0) + 1 })
  await requests[0]?.answer({ message: 'uno' })
  expect(stored.get('a')?.message).toBe('de la otra página')
  expect(requests[1]?.change.message).toBe('de la otra página')
  await requests[1]?.answer({ message: 'de la otra página' })
  expect([queue.waiting(), [...stored.keys()]]).toEqual([[], ['a']])
})

test('a late answer stores nothing in the browser of somebody who has signed out', async () => {
  const { queue, requests, stored } = begin()
  queue.put({ id: 'a', message: 'uno' })
  queue.put({ id: 'a', message: 'dos' })
  queue.stop()
  stored.clear()
  await requests[0]?.answer({ message: 'uno', edited_at: '2' })
  expect(stored.size).toBe(0)
})
