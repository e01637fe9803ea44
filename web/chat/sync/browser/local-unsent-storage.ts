import type { UnsentMessage, UnsentStorage } from '../unsent-storage.ts'

/** Signing out clears these keys (web/api/session.ts). Not below "chat ", where the composer's draft is stored. */
const prefixOf = (person: string) => `unsent ${person} chat-outbox `

export const hasUnsentMessages = (person: string) => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefixOf(person)))
  } catch {
    return false
  }
}

function read(key: string, client_id: string): UnsentMessage[] {
  try {
    const { at, message, answered, refusal } = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<UnsentMessage>
    if (typeof message !== 'string' || typeof at !== 'number') return []
    return [
      {
        client_id,
        message,
        at,
        ...(answered && { answered }),
        ...(typeof refusal?.status === 'number' && { refusal }),
      },
    ]
  } catch {
    return []
  }
}

/** One person's unsent messages in localStorage: they survive a closed tab and a server outage. */
export function localUnsentStorage(person: string): UnsentStorage {
  const prefix = prefixOf(person)
  function write({ client_id, message, answered, at, refusal }: UnsentMessage) {
    try {
      localStorage.setItem(prefix + client_id, JSON.stringify({ at, message, answered, refusal }))
    } catch {
      // the storage is full or blocked: the message exists only as long as the page
    }
  }
  return {
    all() {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
        return keys.flatMap((key) => read(key, key.slice(prefix.length)))
      } catch {
        return []
      }
    },
    put: write,
    setRefusal(client_id, refusal) {
      for (const unsent of read(prefix + client_id, client_id)) write({ ...unsent, refusal })
    },
    remove(client_id) {
      try {
        localStorage.removeItem(prefix + client_id)
      } catch {}
    },
    onRemoved(listener) {
      const onStorage = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) listener(key.slice(prefix.length))
      }
      addEventListener('storage', onStorage)
      return () => removeEventListener('storage', onStorage)
    },
  }
}
