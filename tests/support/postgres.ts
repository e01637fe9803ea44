/** A throw-away PostgreSQL from the binaries in node_modules, for any user, root included: no account is made. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { findPostgres } from './postgres-binaries.ts'

export interface Postgres {
  /** The maintenance database: `createDatabase(url)` makes the ones to work in. */
  readonly url: string
  /** Ends it and deletes its data. */
  stop(): Promise<void>
  /** Ends it as a power cut would: connections break, what was committed stays. */
  kill(): Promise<void>
  /** Starts it again at the same address, after `kill` or in full flight. */
  restart(): Promise<void>
}

/**
 * Starts it on a free port of the loopback; ready when the promise is. Whatever ends this process, SIGKILL included,
 * ends PostgreSQL and deletes its data. Nothing is synced: the data outlives PostgreSQL, but not the machine.
 */
export async function startPostgres(): Promise<Postgres> {
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-pg-'))
  const guard = guardOf(dir)
  const programs = await findPostgres(dir)
  const data = join(dir, 'data')
  const init = programs.run('initdb', [
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'],
    ...['--locale-provider=builtin', '--locale=C.UTF-8', '--no-sync', '--no-instructions'],
  ])
  if (init.status !== 0) throw new Error(`initdb failed: ${init.error?.message ?? init.stderr}`)

  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${dir}`,
    'fsync=off',
    'full_page_writes=off',
    'autovacuum=off',
    'shared_buffers=128MB',
    'max_connections=200',
    'log_min_messages=fatal',
  ].flatMap((setting) => ['-c', setting])

  let server: ChildProcess
  async function start() {
    server = programs.start('postgres', ['-D', data, '-p', `${port}`, ...settings])
    await ready(server, url, programs.log)
  }
  /** SIGINT: connections are closed and buffers written. SIGQUIT: at once, and recovery at the next start. */
  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    if (hasEnded(server)) return
    const gone = once(server, 'exit')
    server.ref()
    server.kill(signal)
    await gone
  }
  await start()
  return {
    url,
    async stop() {
      await end('SIGINT')
      const gone = once(guard, 'exit')
      guard.ref()
      guard.stdin.end()
      await gone
    },
    async kill() {
      await end('SIGQUIT')
    },
    async restart() {
      await end('SIGINT')
      await start()
    },
  }
}

/** The url of a new, empty database in the PostgreSQL at `url`; or of a copy of `template`, which nobody may be using. */
export async function createDatabase(url: string, template = 'template0') {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template}`)
  } finally {
    await client.end()
  }
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** A shell that waits for our end of its pipe to close, which the system sees to however we end, and then tidies up. */
function guardOf(dir: string) {
  const script = `
    cat >/dev/null
    lock=$1/data/postmaster.pid
    kill -QUIT "$(head -n 1 "$lock")" && for turn in $(seq 100); do
      [ -e "$lock" ] && sleep 0.05
    done
    rm -rf "$1"`
  const guard = spawn('sh', ['-c', script, 'guard', dir], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true, // Ctrl-C is for the tests
  })
  guard.unref()
  return guard
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function ready(server: ChildProcess, url: string, log: string) {
  for (let attempt = 0; attempt < 1200; attempt++) {
    if (hasEnded(server)) throw new Error(`PostgreSQL ended: ${readFileSync(log, 'utf8')}`)
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(25)
    }
  }
  throw new Error(`PostgreSQL does not answer: ${readFileSync(log, 'utf8')}`)
}
