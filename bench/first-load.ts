/**
 * Cost of a first visit of the home page: the JavaScript and CSS that a browser with an empty cache fetches, in
 * transferred bytes. `node bench/first-load.ts` (in `npm run` or with node_modules/.bin on the PATH, after a build)
 * prints them and fails over the limit; the browser tests have the same limit.
 */
import { chromium } from 'playwright'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { startBuiltServer } from './built-server.ts'

/** Bytes. */
export const firstLoadLimit = 100_000

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
  const { url, stop } = await startBuiltServer()
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
