// The versions of the service worker: the frame from the device, a new one, and one that is taken back.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { serverIsAway } from '../../support/browser/page-errors.ts'
import { titleField } from '../../support/browser/pages/post-editor.ts'
import { keptOnDevice, workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { headerOf, test, expect as usually } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

/** The browser lets a version take over when it has the time: a busy one later than it shows anything else. */
const expect = usually.configure({ timeout: 60_000 })

test.use({ serviceWorkers: 'allow', serverName: 'installed-versions', serverSettings: { WEB_ROOT: 'web' } })

/** Stops the server and starts it with another worker. */
async function release({ stop, dataDir }: TestServer, change: (worker: string) => string) {
  const start = await stop('SIGTERM')
  const path = join(dataDir, 'web/service-worker.js')
  const worker = readFileSync(path, 'utf8')
  writeFileSync(path, change(worker))
  for (const extension of ['br', 'gz']) rmSync(`${path}.${extension}`, { force: true })
  await start()
}

/** A worker with another version keeps everything again. */
const withVersion = (version: string) => (worker: string) => worker.replace(/`code [\w-]+`/, `\`code ${version}\``)

/** Browsers ask when a page is opened, and once a day. */
const askForNewWorker = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))

/** The version before the first test of the file changed it. */
const original = { worker: '' }
test.beforeEach(async ({ server, pageErrors }) => {
  // also what the server refuses while it stops
  pageErrors.tolerate(...serverIsAway, /^503 GET \/api\//)
  const path = join(server.dataDir, 'web/service-worker.js')
  original.worker ||= readFileSync(path, 'utf8')
  if (readFileSync(path, 'utf8') !== original.worker) await release(server, () => original.worker)
})

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Hay una versión nueva.' })
/** Takes the offered version, which loads the page again. */
async function update(page: Page) {
  const loaded = page.waitForEvent('load')
  await offer(page).getByRole('button', { name: 'Actualizar' }).click()
  await loaded
}
const versionsOf = async (page: Page) => (await keptOnDevice(page)).filter((name) => name.startsWith('code '))
const expectVersions = (page: Page, ...versions: string[]) =>
  expect.poll(() => versionsOf(page)).toEqual(versions.map((version) => `code ${version}`))

test('the worker adds at most 4 kB to the first load', async ({ server }) => {
  const { headers } = await fetch(`${server.url}/service-worker.js`, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = Number(headers.get('content-length'))
  expect(bytes).toBeGreaterThan(1000)
  expect(bytes).toBeLessThanOrEqual(4000)
})

test('Telesila’s pages open without the server’s frame or code', async ({ openAs, pageErrors }) => {
  // of a post that isn't there
  pageErrors.tolerate(/^404 GET \/api\//)
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  const fetched: string[] = []
  await page.context().route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    if (/^\/(api|socket\.io)\/|^\/service-worker\.js$/.test(pathname)) return route.fallback()
    fetched.push(pathname)
    return route.abort()
  })
  for (const path of ['/blog', '/chat', '/news?x=1', `/blog/${'0'.repeat(32)}/edit`, '/']) {
    await page.goto(path)
    await expect(headerOf(page)).toContainText('Telesila')
  }
  expect(fetched).toEqual([])
})

test('a new version is offered, disturbs no text of Telesila’s, and can wait', async ({ openAs, server }) => {
  const page = await openAs('Telesila', '/blog/create', { screen: 'phone' })
  await workerTakesOver(page)
  const [first = ''] = await versionsOf(page)
  await titleField(page).fill('Un título a medias')
  await release(server, withVersion('segunda'))
  await askForNewWorker(page)
  await expect(offer(page)).toBeVisible()
  await expect(titleField(page)).toHaveValue('Un título a medias')

  await update(page)
  await expect(offer(page)).toBeHidden()
  await expect(titleField(page)).toHaveValue('Un título a medias')
  // another open page may still need code of the first one
  await expectVersions(page, first.slice('code '.length), 'segunda')
  await release(server, withVersion('tercera'))
  await askForNewWorker(page)
  await update(page)
  await expectVersions(page, 'segunda', 'tercera')

  // a reload of the only page takes a version that was put off
  await titleField(page).fill('')
  await release(server, withVersion('cuarta'))
  await askForNewWorker(page)
  await offer(page).getByRole('button', { name: 'Más tarde' }).click()
  await expect(offer(page)).toBeHidden()
  const isWaiting = () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting))
  expect(await isWaiting()).toBe(true)
  await page.reload()
  await expect(headerOf(page)).toContainText('Telesila')
  await expect.poll(isWaiting).toBe(false)
  await expect(offer(page)).toBeHidden()
})

test('SERVICE_WORKER=off takes back a worker that answers with nonsense', async ({ openAs, server, pageErrors }) => {
  // a page that registers the worker while the server is away
  pageErrors.tolerate(
    /^console (error|warning): .*(An unknown error occurred|\(503\) was received) when fetching the script\.$/,
    /^503 GET \/service-worker\.js$/,
  )
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  await release(
    server,
    () => `addEventListener('install', () => skipWaiting())
     addEventListener('activate', (event) => event.waitUntil(clients.claim()))
     addEventListener('fetch', (event) => event.request.mode === 'navigate' && event.respondWith(new Response('roto')))`,
  )
  await askForNewWorker(page)
  // a page that is asked for while a worker takes over may never come
  const isActive = () =>
    page.evaluate(async () => {
      const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {}
      return !installing && !waiting && active?.state === 'activated'
    })
  await expect.poll(isActive).toBe(true)
  const open = async () => {
    await page.goto('/blog')
    return page.locator('body').innerText()
  }
  await expect.poll(open).toBe('roto')

  const start = await server.stop('SIGTERM')
  await start({ SERVICE_WORKER: 'off' })
  // the browser asks for the worker again each time when a page is opened
  await expect.poll(open).not.toBe('roto')
  await expect(headerOf(page)).toContainText('Telesila')
  await expect.poll(() => keptOnDevice(page)).toEqual([])

  await page.reload()
  await expect(headerOf(page)).toContainText('Telesila')
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await expect.poll(workers).toBe(0)
  await (await server.stop('SIGTERM'))()
})
