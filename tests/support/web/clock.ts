import { expect, vi } from 'vitest'

/** Stops the timers of the page: they go on by `passes` only. */
export const stopTimers = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

export const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Waits until the condition is met, a millisecond of the timers at a time. */
export const soon = (isMet: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await passes(1)
      return isMet()
    })
    .toBe(true)
