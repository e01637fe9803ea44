/** The real programs, `server/main.ts` and `server/admin.ts`, as processes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../../server/db/db.ts'
import type { Db } from '../../../../server/db/schema.ts'
import { compileCache } from '../../../../tools/compile-cache.ts'
import { createLocation, expectDone, passwordOf, personWith } from '../community.ts'

/** Less than a test may take, so that it fails with the output and not with a timeout. */
const outputTimeoutMs = 170_000

const root = join(import.meta.dirname, '../../../..')
const cheapHashes = join(import.meta.dirname, 'cheap-hashes.ts')

type Environment = Record<string, string>

/** The settings of a data location and a free port, without the environment of the tests. */
export const environmentOf = (place: DatabaseLocation, settings: Environment) => ({
  PATH: process.env.PATH ?? '',
  ...compileCache,
  PORT: '0',
  DATA_DIR: place.dataDir,
  LINK_TITLES: '0',
  ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  ...settings,
})

const programs = {
  main: 'server/main.ts',
  admin: 'server/admin.ts',
  'open-database': 'tests/support/server/processes/open-database.ts',
  'server-for-tests': 'tests/support/server/processes/server-for-tests.ts',
}

/** Runs a program of the server, with a prefix to its command line if given; its output is recorded. */
export function run(
  program: keyof typeof programs,
  args: string[],
  place: DatabaseLocation,
  settings: Environment = {},
  prefix: string[] = [],
) {
  // in the data folder, which has no .env
  const node = [process.execPath, '--import', cheapHashes, join(root, programs[program])]
  const [command = '', ...line] = [...prefix, ...node, ...args]
  const child = spawn(command, line, {
    cwd: place.dataDir,
    env: environmentOf(place, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  const notifyWatchers = () => {
    for (const watcher of watchers) watcher()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    notifyWatchers()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    notifyWatchers()
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr }
  })
  return {
    pid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    stdout: () => stdout,
    /** Resolves with the exit and the whole output. */
    ended,
    /** Waits for text on standard output; fails if the process ends without it, or is silent for too long. */
    waitForOutput: (words: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const fail = (reason: string) => reject(new Error(`it ${reason} ${words}:\n${stdout}${stderr}`))
        const timer = setTimeout(fail, outputTimeoutMs, 'still has not said').unref()
        const check = () => {
          const found = words.exec(stdout)
          if (found) resolve(found)
          else if (child.exitCode !== null || child.signalCode !== null) fail('ended without saying')
          else return
          clearTimeout(timer)
          watchers.delete(check)
        }
        watchers.add(check)
        check()
      }),
  }
}

/** Starts a server and waits until it listens. */
export async function startServer(
  place: DatabaseLocation,
  settings: Environment = {},
  before: string[] = [],
  program: 'main' | 'server-for-tests' = 'main',
) {
  const server = run(program, [], place, settings, before)
  const [, port] = await server.waitForOutput(/open at http:\/\/localhost:(\d+)\n/)
  return { ...server, port: Number(port), origin: `http://127.0.0.1:${port}` }
}

export const login = (origin: string, name: string, password: string) =>
  personWith(origin).post<{ access_token: string }>('/auth/login', { name, password })

export async function signIn(origin: string, name: string) {
  const { access_token } = expectDone(await login(origin, name, passwordOf(name)))
  return personWith(origin, access_token)
}

/** The settings of a server whose first administrator is Hipatia. */
export const hipatiasServer = { ADMIN_NAME: 'Hipatia', ADMIN_PASSWORD: passwordOf('Hipatia') }

/** Processes of one test file, killed at its end. */
export function serversOfThisFile() {
  const started = new Set<Pick<ReturnType<typeof run>, 'kill' | 'ended'>>()
  afterAll(async () => {
    for (const { kill, ended } of started) {
      kill('SIGKILL')
      await ended
    }
  })
  async function start(...parameters: Parameters<typeof startServer>) {
    const server = await startServer(...parameters)
    started.add(server)
    return server
  }
  return {
    stopAtEnd: (...processes: Pick<ReturnType<typeof run>, 'kill' | 'ended'>[]) => {
      for (const process of processes) started.add(process)
    },
    start,
    /** Starts a server in a new place, which is removed after the test, and signs its Hipatia in. */
    async open(settings: Environment = {}, before?: string[]) {
      const place = await locationOfThisTest()
      const server = await start(place, { ...hipatiasServer, ...settings }, before)
      return { place, server, hipatia: await signIn(server.origin, 'Hipatia') }
    },
    /** Sends SIGTERM; the server has to exit with 0. Returns its output. */
    stop: async (server: Pick<ReturnType<typeof run>, 'kill' | 'ended'>) => {
      server.kill('SIGTERM')
      const { code, signal, stdout } = await server.ended
      expect({ code, signal }).toEqual({ code: 0, signal: null })
      return stdout
    },
  }
}

/** A new data location, removed after the test. */
export async function locationOfThisTest() {
  const place = await createLocation({ isEmpty: true })
  onTestFinished(place.remove)
  return place
}

/** Reads or changes a database beside its server, whatever its version is. */
export async function inDatabase<T>(place: DatabaseLocation, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(place, { alone: false, schema: 'leave' })
  return work(db).finally(close)
}

export const usersIn = (place: DatabaseLocation) =>
  inDatabase(place, (db) => db.selectFrom('users').select(['name', 'email', 'role']).execute())
