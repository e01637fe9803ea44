interface Options {
  maxConcurrent: number
  maxWaiting?: number
  maxWaitingPerKey?: number
  /** Throws for a task beyond these. */
  refuse?(): never
}

/**
 * Runs tasks, at most `maxConcurrent` at once; a failed task doesn't stop the others. The keys that wait take turns, so that
 * many tasks of one key don't keep the others waiting.
 */
export function createFairQueue({
  maxConcurrent,
  maxWaiting = Number.POSITIVE_INFINITY,
  maxWaitingPerKey = Number.POSITIVE_INFINITY,
  refuse,
}: Options) {
  const waiting = new Map<string | symbol, (() => void)[]>()
  let waitingCount = 0
  let running = 0

  function startNext() {
    const [next] = waiting
    if (!next) return void running--
    const [key, tasks] = next
    const start = tasks.shift()
    waitingCount--
    // to the end of the queue
    waiting.delete(key)
    if (tasks.length > 0) waiting.set(key, tasks)
    start?.()
  }

  function wait(key: string | symbol) {
    const tasks = waiting.get(key) ?? []
    if (tasks.length >= maxWaitingPerKey || waitingCount >= maxWaiting) refuse?.()
    waitingCount++
    waiting.set(key, tasks)
    return new Promise<void>((resolve) => tasks.push(resolve))
  }

  return async <T>(key: string | symbol, task: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) await wait(key)
    else running++
    try {
      return await task()
    } finally {
      startNext()
    }
  }
}

/** Runs tasks in order of arrival. */
export function createQueue(options: { maxConcurrent: number }) {
  const enqueue = createFairQueue(options)
  return <T>(task: () => Promise<T>) => enqueue('', task)
}

export const createSerialQueue = () => createQueue({ maxConcurrent: 1 })

/** Runs tasks of the same key serially, tasks of different keys concurrently. */
export function createSerialQueueByKey() {
  const queues = new Map<string, { add: ReturnType<typeof createSerialQueue>; tasks: number }>()

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { add: createSerialQueue(), tasks: 0 }
    queues.set(key, queue)
    queue.tasks++
    try {
      return await queue.add(task)
    } finally {
      queue.tasks--
      if (queue.tasks === 0) queues.delete(key)
    }
  }
}

/** Runs one task per key at a time: further callers join the running one. */
export function createSharedTasks<T>() {
  const running = new Map<string, Promise<T>>()
  return {
    find: (key: string) => running.get(key),
    run(key: string, task: () => Promise<T>) {
      const found = running.get(key)
      if (found !== undefined) return found
      const started = task().finally(() => running.delete(key))
      running.set(key, started)
      return started
    },
  }
}
