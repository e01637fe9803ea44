/**
 * Cost of a first visit of the home page: what a browser with an empty cache fetches, in transferred bytes with the
 * headers of the answers. `node lab/first-load.ts` (in `npm run` or with node_modules/.bin on the PATH, after a build)
 * prints it and fails over the limits; the browser tests have the same ones.
 */
import { chromium } from 'playwright'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { startBuiltServer } from './built-server.ts'

/** Bytes; `code` is script and styles. */
const limits = { code: 100_000, all: 150_000 }

interface FetchedFile {
  path: string
  bytes: number
  isCode: boolean
}

/** Opens `url` in a browser of its own and counts until the network is quiet. */
export async function measureFirstLoad(url: string) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.enable')
    const responses = new Map<string, { url: string; mimeType: string }>()
    const files: FetchedFile[] = []
    devtools.on('Network.responseReceived', ({ requestId, response }) => void responses.set(requestId, response))
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const { url = requestId, mimeType = '' } = responses.get(requestId) ?? {}
      const path = URL.parse(url)?.pathname ?? url
      files.push({ path, bytes: encodedDataLength, isCode: /javascript|css/.test(mimeType) })
    })
    // biome-ignore lint/nursery/noPlaywrightNetworkidle: a quiet network is measured; no element shows that loading has ended
    await page.goto(url, { waitUntil: 'networkidle' })
    files.sort((a, b) => b.bytes - a.bytes)
    const sum = (some: FetchedFile[]) => some.reduce((total, { bytes }) => total + bytes, 0)
    return {
      code: sum(files.filter(({ isCode }) => isCode)),
      all: sum(files),
      list: files.map(({ path, bytes }) => `${bytes.toLocaleString('en').padStart(9)}  ${path}`).join('\n'),
    }
  } finally {
    await browser.close()
  }
}

if (import.meta.main) {
  const { url, stop } = await startBuiltServer()
  try {
    const { code, all, list } = await measureFirstLoad(`${url}/home`)
    console.log(list)
    console.log(
      `${code.toLocaleString('en').padStart(9)}  of ${limits.code.toLocaleString('en')} bytes of script and styles`,
    )
    console.log(`${all.toLocaleString('en').padStart(9)}  of ${limits.all.toLocaleString('en')} bytes in all`)
    if (code === 0) throw new Error('No JavaScript came: this measured nothing')
    if (code > limits.code || all > limits.all) process.exitCode = 1
  } finally {
    await stop()
  }
}
