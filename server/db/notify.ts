import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from './schema.ts'

const channel = 'alejandria'
/** Milliseconds between two tries to listen again. */
const again = { first: 100, most: 2000 }
/** Milliseconds between two questions whether the connection is still one. */
const askEvery = 10_000

/** PostgreSQL's NOTIFY: with a transaction it goes out when that commits. */
export const notify = (db: Db, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db)

interface Listening {
  onPayload(payload: string): void
  /** After it had been lost: what was sent meanwhile wasn't heard. */
  onAgain(): void
  onError(error: Error): void
}

/** A connection that listens, until it is lost. */
async function connect(url: string, { onPayload, onError }: Listening) {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
    keepAlive: true,
  })
  const lost = new Promise<void>((resolve) => {
    client.once('end', resolve)
    client.on('error', (error) => {
      onError(error)
      resolve()
    })
  })
  client.on('notification', ({ payload = '' }) => onPayload(payload))
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  // a connection whose other end has gone without a word is found out by asking
  const asking = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, askEvery)
  void lost.then(() => clearInterval(asking))
  return { lost, end: () => client.end().catch(() => {}) }
}

/**
 * PostgreSQL's LISTEN, on a connection of its own, which is opened again whenever it is lost. Ready once it listens for
 * the first time; gives back how to end it.
 */
export async function listen(url: string, listening: Listening) {
  let isOver = false
  let current = await connect(url, listening)

  async function connectAgain() {
    for (let wait = again.first; !isOver; wait = Math.min(again.most, wait * 2)) {
      await pause(wait)
      try {
        current = await connect(url, listening)
        return listening.onAgain()
      } catch (error) {
        listening.onError(error as Error)
      }
    }
  }

  async function keep() {
    while (!isOver) {
      await current.lost
      if (!isOver) await connectAgain()
    }
    await current.end()
  }
  void keep()
  return async () => {
    isOver = true
    await current.end()
  }
}
