// Things of one person that wait to be sent, in localStorage: they survive a closed tab and a server outage.
import { storeEntry } from '../local-entries.ts'
import type { Refusal } from './retry.ts'
import type { Unsent, UnsentStorage } from './unsent-queue.ts'

export type UnsentKind = 'chat-outbox' | 'chat-changes' | 'reactions'

/** Signing out clears these keys (web/api/session.ts). Not below "chat ", where the composer's draft is stored. */
const prefixOf = (person: string, kind: UnsentKind) => `unsent ${person} ${kind} `

const keysOf = (prefix: string) => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}

/** True if things of an earlier visit wait to be sent. */
export const hasUnsent = (person: string, kinds: readonly UnsentKind[]) =>
  kinds.some((kind) => keysOf(prefixOf(person, kind)).length > 0)

interface Stored {
  at: number
  refusal: Refusal
}

/** `read` makes a change, apart from its id, of what is stored; undefined if it isn't one. */
export function localUnsent<C extends { id: string }>(
  person: string,
  kind: UnsentKind,
  read: (stored: Partial<C>) => Omit<C, 'id'> | undefined,
): UnsentStorage<C> {
  const prefix = prefixOf(person, kind)
  function get(id: string) {
    try {
      const stored = JSON.parse(localStorage.getItem(prefix + id) ?? 'null') as Partial<C> & Partial<Stored>
      const { at, refusal } = stored
      const change = typeof at === 'number' ? read(stored) : undefined
      const isRefused = typeof refusal?.status === 'number'
      return change && ({ ...change, id, at, ...(isRefused && { refusal }) } as unknown as Unsent<C>)
    } catch {
      return undefined
    }
  }
  return {
    all: () => keysOf(prefix).flatMap((key) => get(key.slice(prefix.length)) ?? []),
    get,
    // in a storage that is full or blocked it exists only as long as the page
    put: (unsent) => storeEntry(prefix + unsent.id, JSON.stringify(unsent)),
    remove: (id) => storeEntry(prefix + id, null),
    onRemoved(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length))
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
