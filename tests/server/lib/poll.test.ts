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

/** A task that ends when the test ends it, and the number of its runs. */
function controlledTask() {
  const ends: ((error?: Error) => void)[] = []
  const work = () => new Promise<void>((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())))
  return {
    work,
    runs: () => ends.length,
    async end(error?: Error) {
      ends.at(-1)?.(error)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

function useFakeTimers() {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
}

test('poll runs one task at a time: intervals during a run are skipped, a wake during a run causes one more', async () => {
  useFakeTimers()
  const task = controlledTask()
  const { wake, stop } = poll({ everyMs: 1000, work: task.work, onError: () => {} })
  await vi.advanceTimersByTimeAsync(999)
  expect(task.runs()).toBe(0)
  await vi.advanceTimersByTimeAsync(5000)
  expect(task.runs()).toBe(1)
  await task.end()
  expect(task.runs()).toBe(1)
  wake()
  wake()
  wake()
  expect(task.runs()).toBe(2)
  await task.end()
  expect(task.runs()).toBe(3)
  await task.end()
  expect(task.runs()).toBe(3)
  await stop()
})

test('poll reports a failure and continues', async () => {
  useFakeTimers()
  const task = controlledTask()
  const errors: unknown[] = []
  const { stop } = poll({ everyMs: 1000, work: task.work, onError: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(1000)
  await task.end(new Error('failed'))
  expect(errors).toEqual([new Error('failed')])
  await vi.advanceTimersByTimeAsync(1000)
  expect(task.runs()).toBe(2)
  await task.end()
  await stop()
})

test('poll.stop unsubscribes, waits for the current run and starts no other', async () => {
  useFakeTimers()
  const task = controlledTask()
  const unsubscribe = vi.fn()
  let wake = () => {}
  const { stop } = poll({
    everyMs: 1000,
    work: task.work,
    onError: () => {},
    wakeOn: (given) => {
      wake = given
      return unsubscribe
    },
  })
  wake()
  wake()
  let isStopped = false
  void stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(isStopped).toBe(false)
  await task.end()
  wake()
  await vi.advanceTimersByTimeAsync(5000)
  expect({ isStopped, runs: task.runs() }).toEqual({ isStopped: true, runs: 1 })
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('what is renewed outlives a failed renewal; after its time, or as somebody else’s, it is lost for good', async () => {
  useFakeTimers()
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

test('a serial queue runs tasks in order, also after a failed task', async () => {
  const add = createSerialQueue()
  const log: string[] = []
  const task = (name: string, fails = false) =>
    add(async () => {
      log.push(`${name} begins`)
      await nextTurn()
      log.push(`${name} ends`)
      if (fails) throw new Error(name)
      return name
    })
  expect(await Promise.allSettled([task('a'), task('b', true), task('c')])).toMatchObject([
    { value: 'a' },
    { reason: new Error('b') },
    { value: 'c' },
  ])
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
  const task = (key: string, name: string) =>
    add(key, async () => {
      log.push(`${name} begins`)
      await nextTurn()
      log.push(`${name} ends`)
    })
  await Promise.all([task('ana', 'a1'), task('ana', 'a2'), task('bruno', 'b1')])
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

test('one picture of Bruno and one of Carmen are made after the first of Ana’s hundred, not after the last', async () => {
  const enqueue = createFairQueue({ maxConcurrent: 1 })
  const order: string[] = []
  const add = (person: string, name: string) => enqueue(person, async () => void order.push(name))
  const jobs = Array.from({ length: 100 }, (_, turn) => add('ana', `ana ${turn}`))
  jobs.push(add('bruno', 'bruno'), add('carmen', 'carmen'))
  await Promise.all(jobs)
  expect(order.slice(0, 6)).toEqual(['ana 0', 'ana 1', 'bruno', 'carmen', 'ana 2', 'ana 3'])
  expect(order).toHaveLength(102)
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

test('pictures are made one at a time, and one that fails doesn’t stop the others', async () => {
  const enqueue = createFairQueue({ maxConcurrent: 1 })
  let running = 0
  const make = (person: string, hasFault: boolean) =>
    enqueue(person, async () => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      running -= 1
      if (hasFault) throw new Error('fault')
    }).then(
      () => 'made',
      () => 'failed',
    )
  const people = ['ana', 'ana', 'bruno', 'ana', 'bruno']
  expect(await Promise.all(people.map((person, turn) => make(person, turn % 2 === 1)))).toEqual([
    ...['made', 'failed', 'made', 'failed', 'made'],
  ])
  expect(await make('ana', false)).toBe('made')
})
