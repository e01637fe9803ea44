/** Calls `work` at once; calls with the same key within the interval cause one more at its end. */
export function throttleByKey<Key>(work: (key: Key) => unknown, intervalMs: number) {
  const timers = new Map<Key, NodeJS.Timeout>()
  const pending = new Set<Key>()
  function call(key: Key) {
    if (timers.has(key)) {
      pending.add(key)
      return
    }
    work(key)
    const timer = setTimeout(() => {
      timers.delete(key)
      if (pending.delete(key)) call(key)
    }, intervalMs)
    timers.set(key, timer)
  }
  return {
    call,
    stop() {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
