import { expect, vi } from 'vitest'

/**
 * Stops the timers of the page: they go on by `passes`, and while the browser is asked for something (a click, `fill`), for
 * as long as that takes. What must not take time is done by the page itself.
 */
export const stopTimers = () =>
  void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

/** Lets the timers go on, until the page has drawn what they changed. */
export async function passes(ms: number) {
  await vi.advanceTimersByTimeAsync(ms)
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** Waits until the condition is met, a millisecond of the timers at a time. */
export const soon = (isMet: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await passes(1)
      return isMet()
    })
    .toBe(true)
