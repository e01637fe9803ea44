import { DatabaseSync } from 'node:sqlite'
import { retry } from '../../lib/retry.ts'
import { OperatorError } from '../../operator-error.ts'
import { isLocked } from '../errors.ts'

/**
 * Locks a folder for this process and refuses a second server. The lock is the operating system's: a killed process
 * leaves none. Returns a function that unlocks.
 */
export function lockFolder(path: string) {
  const lock = new DatabaseSync(path)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (cause) {
    lock.close()
    if (!isLocked(cause)) throw cause
    throw new OperatorError(`another server is running on this data folder (${path} is locked)`, { cause })
  }
  return () => lock.close()
}

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
