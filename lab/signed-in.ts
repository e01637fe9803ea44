/**
 * Time from opening /blog to the first post's title on the screen, for a member whose browser has the app in its cache, on
 * Lighthouse's slow phone (a processor four times slower, 150 ms for each answer, 1.6 Mbit/s): `node lab/signed-in.ts
 * [runs]` (in `npm run` or with node_modules/.bin on the PATH, after a build). Prints the median, and when the requests to
 * the server began and ended in the median run. With SERVICE_WORKER=off in the environment it measures without the worker.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { chromiumArgs, ensureChromium } from '../tools/chromium.ts'
import { startBuiltServer } from './built-server.ts'

const runs = Number(process.argv[2] ?? 9)
const posts = 30
/** Loads before the measured ones: V8 caches compiled code after the second. */
const warmups = 4
const password = 'clave de la medida'
const network = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8, offline: false }

async function fill(url: string) {
  const send = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return response.json()
  }
  const { access_token } = (await send('/auth/login', { name: 'admin', password })) as { access_token: string }
  const content = 'Sobre la biblioteca y los rollos que llegaron en los barcos de todo el Mediterráneo. '.repeat(12)
  for (let n = 1; n <= posts; n++) {
    const post = { title: `Carta número ${n}`, content, author_name: 'admin', is_published: true }
    await send('/posts', post, access_token)
  }
  return access_token
}

interface Load {
  shownMs: number
  requests: string[]
}

/** Runs in the page, before its own scripts: the time of the first frame with a post's title. */
function watchList() {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('main article h2, main article h3')) return
    observer.disconnect()
    requestAnimationFrame(() => {
      // a task after the frame
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => Object.assign(window, { shownMs: performance.now() })
      port2.postMessage(undefined)
    })
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function open(page: Page, url: string): Promise<Load> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => 'shownMs' in window)
  return page.evaluate(() => {
    const shownMs = Reflect.get(window, 'shownMs') as number
    const entries = performance.getEntries() as PerformanceResourceTiming[]
    const requests = entries
      .filter(({ transferSize, startTime }) => transferSize > 0 && startTime < shownMs)
      .map(
        ({ name, startTime, responseEnd }) =>
          `${Math.round(startTime).toString().padStart(6)} ${Math.round(responseEnd).toString().padStart(6)}  ${new URL(name).pathname}`,
      )
    return { shownMs, requests }
  })
}

const server = await startBuiltServer({ SERVICE_WORKER: process.env.SERVICE_WORKER ?? 'on', ADMIN_PASSWORD: password })
const profile = mkdtempSync(join(tmpdir(), 'alejandria-profile-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: ensureChromium(),
  args: chromiumArgs,
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
})
try {
  const token = await fill(server.url)
  const page = await browser.newPage()
  await page.goto(`${server.url}/home`)
  await page.evaluate((token) => sessionStorage.setItem('auth_token', token), token)
  await page.addInitScript(watchList)
  for (let n = 0; n < warmups; n++) {
    await open(page, `${server.url}/blog`)
    // biome-ignore lint/nursery/noPlaywrightNetworkidle: a load must not be cut short by the next one
    await page.waitForLoadState('networkidle')
  }
  const devtools = await browser.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const loads: Load[] = []
  for (let n = 0; n < runs; n++) {
    loads.push(await open(page, `${server.url}/blog`))
    // biome-ignore lint/nursery/noPlaywrightNetworkidle: as above
    await page.waitForLoadState('networkidle')
  }
  loads.sort((a, b) => a.shownMs - b.shownMs)
  const median = loads[Math.floor(loads.length / 2)]
  console.log(
    `/blog, signed in, warm cache, slow phone: ${Math.round(median?.shownMs ?? Number.NaN)} ms, median of ${runs}`,
  )
  console.log(`  (${loads.map(({ shownMs }) => Math.round(shownMs)).join(', ')})`)
  console.log(' begin    end')
  for (const request of median?.requests ?? []) console.log(request)
} finally {
  await browser.close()
  await server.stop()
  rmSync(profile, { recursive: true, force: true })
}
