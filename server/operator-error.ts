import { isStorageFull } from './db/errors.ts'
import { StorageFull, StorageUnavailable } from './storage/storage.ts'

/** Failure that the operator can fix: shown without a stack. */
export class OperatorError extends Error {}

/** Another process is at the same work: nothing is wrong. */
export class InUse extends OperatorError {}

/** A line for the operator; undefined for an error that only the program's authors can do something about. */
export function operatorMessage(error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof OperatorError) return error.message
  if (error instanceof StorageUnavailable || error instanceof StorageFull) {
    const { name, message } = (error.cause ?? {}) as Partial<Error>
    return `${error.message}${message || name ? ` (${message || name})` : ''}`
  }
  // of a disk: the message names what was done, and the path
  const { code, syscall, message } = error as NodeJS.ErrnoException
  return (code && syscall) || isStorageFull(error) ? message : undefined
}
