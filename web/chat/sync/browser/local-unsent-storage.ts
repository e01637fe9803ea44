import type { ChangeStorage, Unsent } from '../../../api/unsent/change-queue.ts'
import { hasLocalEntries, localEntries } from '../../../api/unsent/local-entries.ts'
import type { MessageChange } from '../message-changes.ts'
import type { UnsentMessage, UnsentStorage } from '../unsent-storage.ts'

const names = { messages: 'chat-outbox', changes: 'chat-changes' }

/** True if messages or changes of an earlier visit wait to be sent. */
export const hasUnsent = (person: string) =>
  hasLocalEntries(person, names.messages) || hasLocalEntries(person, names.changes)

const readMessage = (client_id: string, { at, message, answered, refusal }: Partial<UnsentMessage>) =>
  typeof message === 'string' && typeof at === 'number'
    ? {
        client_id,
        message,
        at,
        ...(answered && { answered }),
        ...(typeof refusal?.status === 'number' && { refusal }),
      }
    : undefined

export function localUnsentStorage(person: string): UnsentStorage {
  const entries = localEntries<UnsentMessage>(person, names.messages, readMessage)
  return {
    all: entries.all,
    put: (unsent) => entries.put(unsent.client_id, unsent),
    setRefusal(client_id, refusal) {
      const unsent = entries.get(client_id)
      if (unsent) entries.put(client_id, { ...unsent, refusal })
    },
    remove: entries.remove,
    onRemoved: entries.onRemoved,
  }
}

const readChange = (id: string, { at, message, version, replaced, refusal }: Partial<Unsent<MessageChange>>) =>
  message !== undefined && typeof at === 'number'
    ? { id, message, version, replaced, at, ...(typeof refusal?.status === 'number' && { refusal }) }
    : undefined

export function localChangeStorage(person: string): ChangeStorage<MessageChange> {
  const entries = localEntries<Unsent<MessageChange>>(person, names.changes, readChange)
  return { ...entries, put: (change) => entries.put(change.id, change) }
}
