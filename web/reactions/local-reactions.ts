import type { ChangeStorage, Unsent } from '../api/unsent/change-queue.ts'
import { hasLocalEntries, localEntries } from '../api/unsent/local-entries.ts'

/** The last choice of a person with an emoji: to react with it, or to take that back. */
export interface ReactionChange {
  /** Kind and id of the thing, and the emoji. */
  id: string
  isMine: boolean
}

const name = 'reactions'

/** True if reactions of an earlier visit wait to be sent. */
export const hasUnsentReactions = (person: string) => hasLocalEntries(person, name)

const read = (id: string, { at, isMine, refusal }: Partial<Unsent<ReactionChange>>) =>
  typeof isMine === 'boolean' && typeof at === 'number'
    ? { id, isMine, at, ...(typeof refusal?.status === 'number' && { refusal }) }
    : undefined

export function localReactionStorage(person: string): ChangeStorage<ReactionChange> {
  const entries = localEntries<Unsent<ReactionChange>>(person, name, read)
  return { ...entries, put: (change) => entries.put(change.id, change) }
}
