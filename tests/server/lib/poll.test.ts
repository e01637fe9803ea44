// Polling, queues and shared tasks of server/lib, without a server.
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepRenewed, poll } from '../../../server/lib/poll.ts'
import {
  createFairQueue,
  createQueue,
  createSerialQueue,
  createSerialQueueByKey,
  createSharedTasks,
} from '../../../server/lib/queue.ts'

function fakeTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

/** A task each second, which ends when the test ends it, and the number of its runs. */
function startPolling() {
  fakeTimers()
  const ends: ((error?: Error) => void)[] = []
  const work = () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  const onError = vi.fn()
  const unsubscribe = vi.fn()
  const wakeOn = vi.fn((_wake: () => void) => unsubscribe)
  const { wake, stop } = poll({ everyMs: 1000, work, onError, wakeOn })
  return {
    ...{ wake, stop, onError, unsubscribe },
    wakeByEvent: () => wakeOn.mock.lastCall?.[0](),
    runs: () => ends.length,
    async end(error?: Error) {
      ends.at(-1)?.(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

test('poll runs one task at a time, also after a failure, which is reported: intervals during a run are skipped, a wake during a run causes one more', async () => {
  const { wake, runs, end, onError, stop } = startPolling()
  await vi.advanceTimersByTimeAsync(999)
  expect(runs()).toBe(0)
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs()).toBe(1)
  await end(new Error('failed'))
  expect(onError.mock.calls).toEqual([[new Error('failed')]])
  expect(runs()).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect(runs()).toBe(2)
  await vi.advanceTimersByTimeAsync(5000)
  await end()
  expect(runs()).toBe(2)
  for (let times = 0; times < 3; times++) wake()
  expect(runs()).toBe(3)
  await end()
  expect(runs()).toBe(4)
  await end()
  expect(runs()).toBe(4)
  await stop()
})

test('poll.stop unsubscribes, waits for the current run and starts no other', async () => {
  const { wakeByEvent, runs, end, unsubscribe, stop } = startPolling()
  wakeByEvent()
  wakeByEvent()
  const stopped = vi.fn()
  void stop().then(stopped)
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).not.toHaveBeenCalled()
  await end()
  wakeByEvent()
  await vi.advanceTimersByTimeAsync(5000)
  expect(stopped).toHaveBeenCalledOnce()
  expect(runs()).toBe(1)
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('what is renewed outlives a failed renewal; after its time, or as somebody else’s, it is lost for good', async () => {
  fakeTimers()
  const renew = vi.fn(async () => true)
  const one = await keepRenewed(30_000, renew)
  renew.mockRejectedValueOnce(new Error('failed'))
  await vi.advanceTimersByTimeAsync(49_000)
  expect(one?.isHeld()).toBe(true)
  renew.mockRejectedValue(new Error('failed'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(one?.isHeld()).toBe(false)
  renew.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(one?.isHeld()).toBe(false)
  await one?.stop()

  const other = await keepRenewed(30_000, renew)
  renew.mockResolvedValueOnce(false)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(other?.isHeld()).toBe(false)
  await other?.stop()

  const asleep = await keepRenewed(30_000, renew)
  vi.setSystemTime(Date.now() + 31_000)
  expect(asleep?.isHeld()).toBe(false)
  await asleep?.stop()
  renew.mockResolvedValueOnce(false)
  expect(await keepRenewed(30_000, renew)).toBeUndefined()
})

const refuse = () => {
  throw new Error('full')
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
/** Takes a turn between its entries in the log. */
const logged = (log: string[], name: string) => async () => {
  log.push(`${name} begins`)
  await nextTurn()
  log.push(`${name} ends`)
  if (name === 'b') throw new Error(name)
  return name
}

test('a serial queue runs tasks in order, also after a failed task', async () => {
  const add = createSerialQueue()
  const log: string[] = []
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => add(logged(log, name))))
  expect(outcomes).toMatchObject([{ value: 'a' }, { reason: new Error('b') }, { value: 'c' }])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
})

test('a queue runs its maximum of tasks at once', async () => {
  let running = 0
  let most = 0
  const add = createQueue({ maxConcurrent: 2 })
  await Promise.all(
    Array.from({ length: 7 }, () =>
      add(async () => {
        most = Math.max(most, ++running)
        await nextTurn()
        running--
      }),
    ),
  )
  expect({ most, running }).toEqual({ most: 2, running: 0 })
})

test('a serial queue by key makes only tasks of the same key wait for each other', async () => {
  const add = createSerialQueueByKey()
  const log: string[] = []
  await Promise.all(['a1', 'a2', 'b1'].map((name) => add(name.slice(0, 1), logged(log, name))))
  expect(log.filter((entry) => entry.startsWith('a'))).toEqual(['a1 begins', 'a1 ends', 'a2 begins', 'a2 ends'])
  expect(log.slice(0, 2)).toEqual(['a1 begins', 'b1 begins'])
})

test('a shared task runs once for all callers during its run, and again for later callers', async () => {
  const tasks = createSharedTasks<number>()
  let runs = 0
  const task = async () => {
    await nextTurn()
    return ++runs
  }
  expect(await Promise.all([tasks.run('a', task), tasks.run('a', task), tasks.run('b', task)])).toEqual([1, 1, 2])
  expect(tasks.find('a')).toBeUndefined()
  expect(await tasks.run('a', task)).toBe(3)
})

test('one picture of Bruno and one of Carmen are made after the first of Ana’s hundred, one at a time, also after some that fail', async () => {
  const enqueue = createFairQueue({ maxConcurrent: 1 })
  const order: string[] = []
  let running = 0
  const add = (person: string, name: string) =>
    enqueue(person, async () => {
      expect(++running).toBe(1)
      await Promise.resolve()
      running--
      order.push(name)
      if (['ana 0', 'bruno'].includes(name)) throw new Error(name)
    })
  const jobs = Array.from({ length: 100 }, (_, turn) => add('ana', `ana ${turn}`))
  const outcomes = await Promise.allSettled([...jobs, add('bruno', 'bruno'), add('carmen', 'carmen')])
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed).toMatchObject([{ reason: new Error('ana 0') }, { reason: new Error('bruno') }])
  expect(order.slice(0, 6)).toEqual(['ana 0', 'ana 1', 'bruno', 'carmen', 'ana 2', 'ana 3'])
  expect(order).toHaveLength(102)
  await add('ana', 'afterwards')
})

test('a fair queue refuses what is beyond its length, and beyond that of one key', async () => {
  const enqueue = createFairQueue({ maxConcurrent: 2, maxWaiting: 5, maxWaitingPerKey: 3, refuse })
  const released = Promise.withResolvers<void>()
  const add = (key: string) => enqueue(key, () => released.promise)
  const tasks = [...Array(6).fill('ana'), 'bruno', 'carmen', 'dora'].map(add)
  released.resolve()
  expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
    ...[...Array(5).fill('fulfilled'), 'rejected'],
    ...['fulfilled', 'fulfilled', 'rejected'],
  ])
})
