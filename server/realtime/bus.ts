import type { Db } from '../db/schema.ts'

/** What processes tell each other. None of it is to be believed: it says what to read again. */
export type Sent =
  /** There are new messages in the chat. */
  | { kind: 'chat' }
  /** Sessions of this person ended, or who they are changed. */
  | { kind: 'account'; id: string }
  /** This person has read further in the chat. */
  | { kind: 'reading'; id: string }
  /** The comments of this post changed. */
  | { kind: 'comments'; id: string }
  /** This person is writing a message. */
  | { kind: 'typing'; id: string; name: string }

/** What is heard: what was sent, or that some of it may have been lost and everything is to be read again. */
export type Signal = Sent | { kind: 'missed' }

/**
 * Tells every process that serves the community, this one included, at most a second later. With PostgreSQL a signal
 * sent with a transaction goes out when that commits, and not at all when it doesn't.
 */
export interface Bus {
  send(db: Db, signal: Sent): Promise<void>
  /** Gives back how to stop hearing. */
  hear(listener: (signal: Signal) => void): () => void
  close(): Promise<void>
}

export function makeListeners() {
  const listeners = new Set<(signal: Signal) => void>()
  return {
    tell: (signal: Signal) => {
      for (const listener of listeners) listener(signal)
    },
    hear: (listener: (signal: Signal) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/**
 * For SQLite, which one process has to itself. Sent inside a transaction it may be heard before the commit; what is
 * read then waits for it, as there is one connection.
 */
export function memoryBus(): Bus {
  const { tell, hear } = makeListeners()
  return {
    async send(_db, signal) {
      setImmediate(tell, signal)
    },
    hear,
    close: async () => {},
  }
}
