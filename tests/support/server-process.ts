/** The real programs, `server/main.ts` and `server/admin.ts`, as processes of their own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished } from 'vitest'
import type { Place } from '../../server/db/db.ts'
import { freshPlace, someone } from './community.ts'

const root = join(import.meta.dirname, '../..')

type Environment = Record<string, string>

/** The settings that name a place for data; a free port; nothing else but what a program needs to run. */
const environmentOf = (place: Place, settings: Environment) => ({
  PATH: process.env.PATH ?? '',
  PORT: '0',
  DATA_DIR: place.dataDir,
  ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
  ...settings,
})

const programs = {
  main: 'server/main.ts',
  admin: 'server/admin.ts',
  'open-database': 'tests/support/open-database.ts',
}

/** Runs a program of the server, behind other words if need be; what it says is kept. */
export function run(
  program: keyof typeof programs,
  words: string[],
  place: Place,
  settings: Environment = {},
  before: string[] = [],
) {
  // in the data folder, where there is no .env
  const [command = '', ...line] = [...before, process.execPath, join(root, programs[program]), ...words]
  const child = spawn(command, line, {
    cwd: place.dataDir,
    env: environmentOf(place, settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  const watchers = new Set<() => void>()
  const tell = () => {
    for (const watcher of watchers) watcher()
  }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    tell()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const ended = once(child, 'close').then(([code, signal]) => {
    tell()
    return { code: code as number | null, signal: signal as NodeJS.Signals | null, stdout, stderr }
  })
  return {
    pid: child.pid,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    stdout: () => stdout,
    /** How it ended, and everything that it said. */
    ended,
    /** Waits for words on standard output; fails when it ends without them. */
    says: (words: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = words.exec(stdout)
          if (found) resolve(found)
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`it ended without saying ${words}:\n${stdout}${stderr}`))
          else return
          watchers.delete(look)
        }
        watchers.add(look)
        look()
      }),
  }
}

/** A server that is open, and where. */
export async function startServer(place: Place, settings: Environment = {}, before: string[] = []) {
  const server = run('main', [], place, settings, before)
  const [, port] = await server.says(/open at http:\/\/localhost:(\d+)\n/)
  return { ...server, port: Number(port), origin: `http://127.0.0.1:${port}` }
}

/** Processes of one test file, none of which outlives it. */
export function serversOfThisFile() {
  const started = new Set<Pick<ReturnType<typeof run>, 'kill' | 'ended'>>()
  afterAll(async () => {
    for (const { kill, ended } of started) {
      kill('SIGKILL')
      await ended
    }
  })
  return {
    /** Has a process ended with this file. */
    keep: (...processes: Pick<ReturnType<typeof run>, 'kill' | 'ended'>[]) => {
      for (const process of processes) started.add(process)
    },
    start: async (place: Place, settings?: Environment, before?: string[]) => {
      const server = await startServer(place, settings, before)
      started.add(server)
      return server
    },
    /** Asks it to stop, and sees that it does so in order. */
    stop: async (server: Pick<ReturnType<typeof run>, 'kill' | 'ended'>) => {
      server.kill('SIGTERM')
      const { code, signal } = await server.ended
      expect({ code, signal }).toEqual({ code: 0, signal: null })
    },
  }
}

/** A fresh place for data, for the length of one test. */
export async function placeOfThisTest() {
  const place = await freshPlace()
  onTestFinished(place.remove)
  return place
}

export const login = (origin: string, name: string, password: string) =>
  someone(origin).post<{ access_token: string }>('/auth/login', { name, password })
