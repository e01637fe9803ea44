/**
 * Cost of a first visit of the home page: the JavaScript and CSS that a browser with an empty cache fetches, in
 * transferred bytes. `node bench/first-load.ts` (in `npm run` or with node_modules/.bin on the PATH, after a build)
 * prints them and fails over the limit; the browser tests have the same limit.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { freePort } from '../tools/free-port.ts'

/** Bytes. */
export const firstLoadLimit = 170_000

export interface FirstLoad {
  files: { path: string; bytes: number }[]
  total: number
}

/** Opens `url` in a browser of its own and counts until the network is quiet. */
export async function measureFirstLoad(url: string): Promise<FirstLoad> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const paths = new Map<string, string>()
    const files: FirstLoad['files'] = []
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript|css/.test(response.mimeType)) paths.set(requestId, new URL(response.url).pathname)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const path = paths.get(requestId)
      if (path) files.push({ path, bytes: encodedDataLength })
    })
    // biome-ignore lint/nursery/noPlaywrightNetworkidle: a quiet network is measured; no element shows that loading has ended
    await page.goto(url, { waitUntil: 'networkidle' })
    files.sort((a, b) => b.bytes - a.bytes)
    return { files, total: files.reduce((sum, { bytes }) => sum + bytes, 0) }
  } finally {
    await browser.close()
  }
}

if (import.meta.main) {
  const { url, stop } = await startServer()
  try {
    const { files, total } = await measureFirstLoad(`${url}/home`)
    for (const { path, bytes } of files) console.log(`${bytes.toLocaleString('en').padStart(9)}  ${path}`)
    console.log(`${total.toLocaleString('en').padStart(9)}  of ${firstLoadLimit.toLocaleString('en')} bytes`)
    if (files.length === 0) throw new Error('No JavaScript came: this measured nothing')
    if (total > firstLoadLimit) process.exitCode = 1
  } finally {
    await stop()
  }
}

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
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
