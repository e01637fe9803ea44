import type { Refusal } from './wire.ts'

/** A message that the server hasn't acknowledged. */
export interface Kept {
  client_id: string
  message: string
  at: number
  /** That it was refused, and with which words. */
  refusal?: Refusal | undefined
}

/** Where they are kept until it has. */
export interface Outbox {
  all(): Kept[]
  put(kept: Kept): void
  /** Notes that one was refused, or is sent again; not of one that another page has removed meanwhile. */
  mark(client_id: string, refusal: Refusal | undefined): void
  remove(client_id: string): void
  /** Calls back when another page of this browser has removed one. */
  onRemoved?(hear: (client_id: string) => void): () => void
}

export const inMemory = (): Outbox => {
  const kept = new Map<string, Kept>()
  return {
    all: () => [...kept.values()],
    put: (one) => void kept.set(one.client_id, one),
    mark(client_id, refusal) {
      const one = kept.get(client_id)
      if (one) kept.set(client_id, { ...one, refusal })
    },
    remove: (client_id) => void kept.delete(client_id),
  }
}

/** Signing out clears these (web/api/session.ts). Not below "chat ", where the draft of the composer is. */
const prefixOf = (person: string) => `unsent ${person} chat-outbox `

export const keepsMessages = (person: string) => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefixOf(person)))
  } catch {
    return false
  }
}

function read(key: string, client_id: string): Kept[] {
  try {
    const { at, message, refusal } = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Kept>
    if (typeof message !== 'string' || typeof at !== 'number') return []
    return [{ client_id, message, at, ...(typeof refusal?.status === 'number' && { refusal }) }]
  } catch {
    return []
  }
}

/** In this browser, for this person: it survives a closed tab and a server that is gone. */
export function inBrowser(person: string): Outbox {
  const prefix = prefixOf(person)
  function write({ client_id, message, at, refusal }: Kept) {
    try {
      localStorage.setItem(prefix + client_id, JSON.stringify({ at, message, refusal }))
    } catch {
      // storage is full or closed to us: it lasts as long as the page
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
    mark(client_id, refusal) {
      for (const one of read(prefix + client_id, client_id)) write({ ...one, refusal })
    },
    remove(client_id) {
      try {
        localStorage.removeItem(prefix + client_id)
      } catch {}
    },
    onRemoved(hear) {
      const listen = ({ key, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix) && newValue === null) hear(key.slice(prefix.length))
      }
      addEventListener('storage', listen)
      return () => removeEventListener('storage', listen)
    },
  }
}
