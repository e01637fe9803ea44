import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { SectionName } from '../../contract/sections.ts'
import type { Db } from '../db/schema.ts'

/** What processes tell each other. None of it is to be believed: it says what to read again. */
export const Sent = z.discriminatedUnion('kind', [
  /** There are new messages in the chat. */
  z.object({ kind: z.literal('chat') }),
  /** Sessions of this person ended, or who they are changed. */
  z.object({ kind: z.literal('account'), id: Id }),
  /** This person has read further in the chat. */
  z.object({ kind: z.literal('reading'), id: Id }),
  /** The comments of this post changed. */
  z.object({ kind: z.literal('comments'), id: Id }),
  /** Something appeared in this section, changed or went. */
  z.object({ kind: z.literal('section'), section: SectionName }),
  /** This person has seen more of this section. */
  z.object({ kind: z.literal('visit'), id: Id, section: SectionName }),
  /** There are mails to send. */
  z.object({ kind: z.literal('mail') }),
  /** This person is writing a message. */
  z.object({ kind: z.literal('typing'), id: Id, name: z.string() }),
])
export type Sent = z.output<typeof Sent>

/** What is heard: what was sent, or that some of it may have been lost and everything is to be read again. */
export type Signal = Sent | { kind: 'missed' }

/**
 * Tells every process that serves the community, this one included. With PostgreSQL a signal sent with a transaction goes
 * out when that commits, and not at all when it doesn't.
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
