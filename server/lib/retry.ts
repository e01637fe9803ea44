import { setTimeout as sleep } from 'node:timers/promises'

interface Options {
  /** One delay before each further attempt. */
  delaysMs: Iterable<number>
  isTransient(error: unknown): boolean
  onRetry?(error: unknown): void
}

/** Repeats `work` while its error is transient; throws the last error. */
export async function retry<T>(work: () => Promise<T> | T, { delaysMs, isTransient, onRetry }: Options): Promise<T> {
  for (const delayMs of delaysMs)
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error)) throw error
      onRetry?.(error)
      if (delayMs > 0) await sleep(delayMs)
    }
  return work()
}

/** The delay after the first failure, the second one, and so on; the last one repeats. */
export const delayAfter = (failures: number, delaysMs: number[]) => delaysMs[failures - 1] ?? delaysMs.at(-1) ?? 0
