// A queue of messages in the database, which one process at a time sends.
import { poll } from '../lib/poll.ts'
import { createSerialQueue } from '../lib/queue.ts'
import { deleteLease, type Lease, withLease } from './leases.ts'
import type { Db } from './schema.ts'
import { transaction } from './transaction.ts'

/** Time for what is being sent after `stop`; then it is aborted. */
const stopTimeoutMs = 6000

export type Outcome =
  | 'more' // another message may be due
  | 'none' // nothing is due
  | 'held' // the queue is paused
  | 'lost' // another process has the lease
  | 'stopped' // sending was aborted

interface Context {
  db: Db
  now(): number
  newId(): string
  bus: { subscribe(listener: (event: { kind: string }) => void): () => void }
  log: { warn(fields: object, text: string): void }
}

interface Options<T> {
  /** Names the lease too, and the signal that something was queued. */
  name: 'mail' | 'push'
  pollIntervalMs: number
  maxConcurrent?: number
  /** Logged with an error. */
  failureText: string
  /** After the start, if no other process can exist: nothing is sent before it succeeds. */
  beginAlone?(): Promise<unknown>
  /** True if something can be sent now. It only reads. */
  hasWork(): Promise<boolean>
  /** With the lease: what is being sent by then is of a process that died, or lost the lease. */
  recover?(): Promise<unknown>
  /** Takes the first due message, one call at a time; a process that takes over the lease waits for the transaction. */
  take(tx: Db): Promise<T | Outcome>
  /** Sends a message and records the result. */
  send(message: T): Promise<Outcome>
  abort?(): void
}

export function createOutbox<T extends object>(
  { db, now, newId, bus, log }: Context,
  { name, pollIntervalMs, maxConcurrent = 1, failureText, beginAlone, hasWork, recover, take, send, abort }: Options<T>,
) {
  let isStopped = false

  async function sendAll(lease: Lease) {
    await recover?.()
    const enqueue = createSerialQueue()
    const takeNext = () =>
      enqueue(() => transaction(db, async (tx) => ((await lease.lock(tx)) ? take(tx) : ('lost' as const))))

    async function run() {
      let outcome: Outcome = 'more'
      while (outcome === 'more' && !isStopped) {
        const message = await takeNext()
        outcome = typeof message === 'string' ? message : await send(message)
      }
      return outcome
    }

    // all have to end before others are taken for those of a dead process
    const runs = await Promise.allSettled(Array.from({ length: maxConcurrent }, run))
    return runs.map((ended) => {
      if (ended.status === 'rejected') throw ended.reason
      return ended.value
    })
  }

  /** Sends all due messages, until `stop` or an obstacle; returns the first run's last outcome. */
  async function deliver(): Promise<Outcome> {
    const [outcome = 'lost'] = (await withLease({ db, now, newId }, name, sendAll)) ?? []
    return outcome
  }

  /** Starts the worker. Every process has one. */
  function start({ isAlone }: { isAlone: boolean }) {
    let hasBegun = !isAlone
    async function work() {
      if (!hasBegun) {
        await deleteLease(db, name)
        await beginAlone?.()
      }
      hasBegun = true
      // without work nothing is written
      if (await hasWork()) await deliver()
    }
    const polling = poll({
      everyMs: pollIntervalMs,
      work,
      onError: (err) => log.warn({ err }, failureText),
      wakeOn: (wake) =>
        bus.subscribe(({ kind }) => {
          if (kind === name || kind === 'resync') wake()
        }),
    })
    polling.wake()

    return {
      async stop() {
        isStopped = true
        const timer = setTimeout(() => abort?.(), stopTimeoutMs)
        await polling.stop()
        clearTimeout(timer)
      },
    }
  }

  return { deliver, start }
}
