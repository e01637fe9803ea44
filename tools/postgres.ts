/** A temporary PostgreSQL from the binaries in node_modules, for any user, root included. */
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

interface Postgres {
  /** The maintenance database, for `createDatabase(url)`. */
  readonly url: string
  /** Stops it and deletes its data. */
  stop(): Promise<void>
  /** Stops it as a power cut would: connections break, committed data stays. */
  kill(): Promise<void>
  /** Restarts it at the same address, after `kill` or while running. */
  restart(): Promise<void>
}

/**
 * Starts it on a free port of the loopback interface. If this process ends, even by SIGKILL, PostgreSQL is stopped and its
 * data deleted. Nothing is synced to disk.
 */
export async function startPostgres(): Promise<Postgres> {
  const dir = mkdtempSync(join(tmpdir(), 'alejandria-pg-'))
  const guard = startGuard(dir)
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
    await waitUntilReady(server, url, programs.log)
  }
  /** SIGINT closes connections and writes buffers. SIGQUIT is immediate, with recovery at the next start. */
  async function end(signal: 'SIGINT' | 'SIGQUIT') {
    if (hasEnded(server)) return
    const exited = once(server, 'exit')
    server.ref()
    server.kill(signal)
    await exited
  }
  await start()
  return {
    url,
    async stop() {
      await end('SIGINT')
      const exited = once(guard, 'exit')
      guard.ref()
      guard.stdin.end()
      await exited
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

/** URL of a new, empty database, or of a copy of `template`, which must have no connections. */
export async function createDatabase(url: string, template = 'template0') {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  } finally {
    await client.end()
  }
  const database = new URL(url)
  database.pathname = `/${name}`
  return database.href
}

/** A shell that cleans up when its pipe closes, which happens however this process ends. */
function startGuard(dir: string) {
  const script = `
    cat >/dev/null
    lock=$1/data/postmaster.pid
    kill -QUIT "$(head -n 1 "$lock")" && for attempt in $(seq 100); do
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

async function waitUntilReady(server: ChildProcess, url: string, log: string) {
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
