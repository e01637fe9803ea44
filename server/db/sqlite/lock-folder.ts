import { DatabaseSync } from 'node:sqlite'
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
