/** The real server as a process that can be killed. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { DatabaseLocation } from '../../server/db/db.ts'
import { compileCache } from '../../tools/compile-cache.ts'

const root = join(import.meta.dirname, '../..')

export interface ServerProcess {
  origin: string
  pid: number
  /** Milliseconds from its start to its first answer 2xx. */
  startMs: number
  /** Ends it at once, and waits until it is gone. */
  kill(): Promise<void>
  /** Ends it by SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
  /** Resolves when it is gone, for whatever reason. */
  ended: Promise<unknown>
}

export const adminPassword = 'la clave de Hipatia'

/** Starts a server, or returns undefined if it was killed after `killAfterMs`, while starting. */
export async function startServer(
  place: DatabaseLocation,
  { killAfterMs, settings = {} }: { killAfterMs?: number; settings?: Record<string, string> } = {},
): Promise<ServerProcess | undefined> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--max-semi-space-size=2', join(root, 'server/main.ts')], {
    cwd: place.dataDir,
    env: {
      PATH: process.env.PATH ?? '',
      ...compileCache,
      PORT: '0',
      DATA_DIR: place.dataDir,
      LOG_LEVEL: 'error',
      LINK_TITLES: '0',
      ADMIN_NAME: 'Hipatia',
      ADMIN_PASSWORD: adminPassword,
      ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = once(child, 'close').finally(() => process.off('exit', kill))
  let output = ''
  const port = new Promise<string | undefined>((resolve) => {
    const read = (text: string) => {
      output = `${output}${text}`.slice(-20_000)
      const [, found] = /open at http:\/\/localhost:(\d+)\n/.exec(output) ?? []
      if (found) resolve(found)
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    void ended.then(() => resolve(undefined))
  })
  const timer = killAfterMs === undefined ? undefined : setTimeout(kill, killAfterMs)
  const found = await port
  if (found === undefined && killAfterMs === undefined) throw new Error(`the server does not start: ${output}`)
  if (killAfterMs !== undefined) {
    clearTimeout(timer)
    kill()
    await ended
    return undefined
  }
  const origin = `http://127.0.0.1:${found}`
  const { status } = await fetch(`${origin}/api/health`)
  if (status !== 200) throw new Error(`the server answers ${status}: ${output}`)
  return {
    origin,
    pid: child.pid as number,
    startMs: performance.now() - began,
    ended,
    async kill() {
      kill()
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
  }
}
