import { retry } from '../../lib/retry.ts'
import { isLocked } from '../errors.ts'

/** Longest wait for the lock of another process. */
const lockTimeoutMs = 5000
const maxDelayMs = 50

function* delaysFrom(arrivedAt: number) {
  for (let delayMs = 1; performance.now() - arrivedAt < lockTimeoutMs; delayMs = Math.min(maxDelayMs, delayMs * 2))
    yield delayMs
}

/**
 * Executes a statement; while another process holds the lock, it is tried again without blocking this process, until
 * `lockTimeoutMs` after `arrivedAt`.
 */
export function executeUnlocked<T>(arrivedAt: number, execute: () => T): T | Promise<T> {
  try {
    return execute()
  } catch (error) {
    if (!isLocked(error)) throw error
    return retry(execute, { delaysMs: delaysFrom(arrivedAt), isTransient: isLocked })
  }
}
