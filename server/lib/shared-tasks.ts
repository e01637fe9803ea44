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
