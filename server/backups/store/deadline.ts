/**
 * The end of a lock, on two clocks: one stands still while the machine sleeps, the other can be set. What is over stays
 * over, for another process may hold the lock by then.
 */
export function createDeadline(durationMs: number) {
  let until = { steady: Number.POSITIVE_INFINITY, clock: Number.POSITIVE_INFINITY }
  let isOver = false
  return {
    /** Call it before the lock is written, and the function that it returns when it is. */
    renewal() {
      const next = { steady: performance.now() + durationMs, clock: Date.now() + durationMs }
      return () => {
        until = next
      }
    },
    isOver() {
      isOver ||= performance.now() > until.steady || Date.now() > until.clock
      return isOver
    },
  }
}
