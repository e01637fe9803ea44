interface Options {
  /** Without it, only wakes cause a run. */
  everyMs?: number
  work(): Promise<unknown>
  onError(error: unknown): void
  /** Subscribes `wake` to events that request a run; returns a function that unsubscribes. */
  wakeOn?(wake: () => void): () => void
}

/**
 * Runs `work` at intervals and on each wake, one run at a time. A wake during a run causes one more run after it; an
 * interval that ends during a run doesn't. The first run comes with the first wake or interval.
 */
export function poll({ everyMs, work, onError, wakeOn = () => () => {} }: Options) {
  let isWoken = false
  let isRunning = false
  let isStopped = false
  let lastRun = Promise.resolve()

  async function run() {
    isRunning = true
    while (isWoken && !isStopped) {
      isWoken = false
      try {
        await work()
      } catch (error) {
        onError(error)
      }
    }
    isRunning = false
  }

  function wake() {
    isWoken = true
    if (!isRunning) lastRun = run()
  }

  const timer =
    everyMs === undefined
      ? undefined
      : setInterval(() => {
          if (!isRunning) wake()
        }, everyMs)
  const unsubscribe = wakeOn(wake)

  return {
    wake,
    stop() {
      isStopped = true
      clearInterval(timer)
      unsubscribe()
      return lastRun
    },
  }
}
