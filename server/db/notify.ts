import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { markAsServer } from './postgres.ts'
import type { Db } from './schema.ts'

const channel = 'alejandria'
const reconnectDelayMs = { first: 100, max: 2000 }
const pingIntervalMs = 10_000

/** PostgreSQL's NOTIFY: inside a transaction it is sent with the commit. */
export const notify = (db: Db, payload: string) => sql`select pg_notify(${channel}, ${payload})`.execute(db)

interface Listener {
  onPayload(payload: string): void
  /** Called after a lost connection: notifications may have been missed. */
  onReconnect(): void
  onError(error: Error): void
}

async function connect(url: string, { onPayload, onError }: Listener) {
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
    await markAsServer(client)
    await client.query(`listen ${channel}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  // detects a connection whose other end disappeared without closing it
  const pinging = setInterval(() => {
    client.query('select 1').catch(() => client.end().catch(() => {}))
  }, pingIntervalMs)
  void lost.then(() => clearInterval(pinging))
  return { lost, end: () => client.end().catch(() => {}) }
}

/**
 * PostgreSQL's LISTEN on its own connection, which is reopened when lost. Resolves once it listens; returns a function
 * that stops it.
 */
export async function listen(url: string, listening: Listener) {
  let isStopped = false
  let current = await connect(url, listening)

  async function reconnect() {
    for (let delayMs = reconnectDelayMs.first; !isStopped; delayMs = Math.min(reconnectDelayMs.max, delayMs * 2)) {
      await sleep(delayMs)
      try {
        current = await connect(url, listening)
        return listening.onReconnect()
      } catch (error) {
        listening.onError(error as Error)
      }
    }
  }

  async function run() {
    while (!isStopped) {
      await current.lost
      if (!isStopped) await reconnect()
    }
    await current.end()
  }
  void run()
  return async () => {
    isStopped = true
    await current.end()
  }
}
