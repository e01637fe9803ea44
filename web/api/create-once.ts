import { CallError, isStatus } from './call.ts'
import type { DraftId } from './drafts.ts'
import { texts } from './texts.ts'

interface Creation<T> {
  create: (client_id: string) => Promise<T>
  /** False if an earlier attempt stored it, and the person has changed the draft since. */
  isSame: (stored: T) => boolean
  /** Saves the changed draft over what is stored; 412 if that has been changed too. */
  correct?: (stored: T) => Promise<T>
}

/**
 * Stores a draft once, for any number of attempts whose answers were lost (035). What can't be corrected is said, and
 * stored separately at the next attempt.
 */
export async function createOnce<T>(id: DraftId, { create, isSame, correct }: Creation<T>): Promise<T> {
  const stored = await create(await id.clientId())
  if (isSame(stored)) return stored
  try {
    if (correct) return await correct(stored)
  } catch (error) {
    if (!isStatus(error, 412)) throw error
  }
  id.renewClientId()
  throw new CallError(409, { detail: texts.storedBefore, code: 'client_id_taken' })
}
