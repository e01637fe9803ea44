import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileCache } from '../tools/compile-cache.ts'
import { freePort } from '../tools/free-port.ts'

/** The server with the built web, on a free port of this machine, with a data folder that is deleted at the end. */
export async function startBuiltServer(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['--max-semi-space-size=2', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      PATH: process.env.PATH,
      ...compileCache,
      PORT: `${port}`,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (server.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) break
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return { url, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('The server did not start')
}
