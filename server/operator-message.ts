import { isStorageFull } from './db/errors.ts'
import { OperatorError } from './operator-error.ts'
import { StorageFull, StorageUnavailable } from './storage/storage.ts'

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
