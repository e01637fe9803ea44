interface Options {
  everyMs: number
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

  const timer = setInterval(() => {
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

/**
 * Takes by `renew` what ends after `lifetimeMs`, and renews it until `stop`; undefined if it can't be had. It ends on two
 * clocks: one stands still while the machine sleeps, the other can be set.
 */
export async function keepRenewed(lifetimeMs: number, renew: () => Promise<boolean>, now = Date.now) {
  let until = { steady: 0, clock: 0 }
  let isLost = false

  async function extend() {
    const next = { steady: performance.now() + lifetimeMs, clock: now() + lifetimeMs }
    if (await renew()) until = next
    else isLost = true
    return !isLost
  }
  if (!(await extend())) return undefined

  /** Once false it stays false: another process may have it by now. */
  function isHeld() {
    isLost ||= performance.now() > until.steady || now() > until.clock
    return !isLost
  }
  const renewal = poll({
    everyMs: lifetimeMs / 3,
    work: async () => isHeld() && extend(),
    // made up for by the next one, or it is lost
    onError() {},
  })
  return { isHeld, stop: renewal.stop }
}
