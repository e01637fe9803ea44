import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { AreaName } from '../../contract/whats-new.ts'
import { listen, notify } from '../db/notify.ts'
import type { Db } from '../db/schema.ts'
import { afterCommit } from '../db/transaction.ts'
import { parseJson } from '../lib/parse-json.ts'

/** Messages between processes. Receivers trust none of them: each names data to read again. */
export const Signal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('chat') }),
  z.object({ kind: z.literal('chat_changes') }),
  /** Ended sessions of this person, or a changed name or role. */
  z.object({ kind: z.literal('account'), id: Id }),
  z.object({ kind: z.literal('reading'), id: Id }),
  z.object({ kind: z.literal('comments'), id: Id }),
  z.object({ kind: z.literal('reactions'), to: z.enum(['post', 'news', 'file']), id: Id }),
  /** Something in this area was added, changed or deleted. */
  z.object({ kind: z.literal('area'), area: AreaName }),
  z.object({ kind: z.literal('visit'), id: Id, area: AreaName }),
  /** The notices of these people changed. */
  z.object({ kind: z.literal('notices'), ids: z.array(Id) }),
  z.object({ kind: z.literal('mail') }),
  z.object({ kind: z.literal('push') }),
  z.object({ kind: z.literal('typing'), id: Id, name: z.string() }),
])
export type Signal = z.output<typeof Signal>

/** A signal, or `resync`: signals may have been lost, and everything must be read again. */
type BusEvent = Signal | { kind: 'resync' }

type Listener = (event: BusEvent) => void

/**
 * Sends signals to every process of the community, this one included. Signals of a transaction are sent on commit and
 * dropped on rollback.
 */
export interface Bus {
  send(db: Db, signal: Signal): Promise<void>
  /** Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void
  close(): Promise<void>
}

function createListeners() {
  const listeners = new Set<Listener>()
  return {
    emit: (event: BusEvent) => {
      for (const listener of listeners) listener(event)
    },
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Bus for SQLite, which has a single process. */
export function memoryBus(): Bus {
  const { emit, subscribe } = createListeners()
  return {
    async send(db, signal) {
      // a listener's error isn't the sender's
      afterCommit(db, () => queueMicrotask(() => emit(signal)))
    },
    subscribe,
    close: async () => {},
  }
}

/** For processes that only send, such as the operator's commands. */
export const sendThroughPostgres = async (db: Db, signal: Signal) => void (await notify(db, JSON.stringify(signal)))

/** Bus for any number of processes on one PostgreSQL. */
export async function postgresBus(url: string, onError: (error: Error) => void): Promise<Bus> {
  const { emit, subscribe } = createListeners()
  const close = await listen(url, {
    onPayload: (payload) => {
      // any program with access to the database may write to its channels
      const signal = z.safeParse(Signal, parseJson(payload)).data
      if (signal) emit(signal)
    },
    onReconnect: () => emit({ kind: 'resync' }),
    onError,
  })
  return { send: sendThroughPostgres, subscribe, close }
}

type Log = { warn(about: object, text: string): void }
type Handlers = { [Kind in BusEvent['kind']]?: (event: Extract<BusEvent, { kind: Kind }>) => unknown }

/** Calls the handler of each event, if there is one, until the server closes. A failure is logged. */
export function onSignal(app: FastifyInstance, { bus, log }: { bus: Bus; log: Log }, handlers: Handlers) {
  // the compiler can't know that the handler is the one of this kind
  const handle = async (event: BusEvent) => handlers[event.kind]?.(event as never)
  const unsubscribe = bus.subscribe((event) => {
    handle(event).catch((err) => log.warn({ err, kind: event.kind }, 'a change could not be sent to the sockets'))
  })
  app.addHook('preClose', async () => unsubscribe())
}
