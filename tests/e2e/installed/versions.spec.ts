// The versions of the service worker: the frame from the device, a new one, and one that is taken back.
import type { Page } from '@playwright/test'
import { titleField } from '../../support/browser/pages/post-editor.ts'
import { keptOnDevice, workerTakesOver } from '../../support/browser/pages/service-worker.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-versions' })

/** From now on the server has another worker: the same with another name of its version, or `code`. */
async function release(page: Page, version: string, code?: string) {
  await page.context().unroute('**/service-worker.js')
  await page.context().route('**/service-worker.js', async (route) => {
    const response = await route.fetch()
    const body = code ?? (await response.text()).replace(/code [\w-]{12}/, `code ${version}`)
    await route.fulfill({ response, body })
  })
}

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'Hay una versión nueva.' })
const versionsOf = async (page: Page) => (await keptOnDevice(page)).filter((name) => name.startsWith('code '))

test('Telesila’s pages open without the server’s frame or code', async ({ openAs, server, pageErrors }) => {
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
  pageErrors.tolerate(/^404 GET \/api\/posts\//)
  expect(server.url).toBeDefined()
})

test('a new version is offered, and doesn’t disturb the text that Telesila writes', async ({ openAs }) => {
  const page = await openAs('Telesila', '/blog/create', { screen: 'phone' })
  await workerTakesOver(page)
  const [first] = await versionsOf(page)
  await titleField(page).fill('Un título a medias')
  await release(page, 'second')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(offer(page)).toBeVisible()
  await expect(titleField(page)).toHaveValue('Un título a medias')

  page.on('dialog', (leave) => void leave.accept())
  await offer(page).getByRole('button', { name: 'Actualizar' }).click()
  await expect(offer(page)).toBeHidden()
  await expect(titleField(page)).toHaveValue('Un título a medias')
  // another open page may still need code of the first one
  await expect.poll(() => versionsOf(page)).toEqual([first, expect.stringContaining('second')])
  await release(page, 'third')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await offer(page).getByRole('button', { name: 'Actualizar' }).click()
  await expect
    .poll(() => versionsOf(page))
    .toEqual([expect.stringContaining('second'), expect.stringContaining('third')])
})

test('‘Más tarde’ leaves the page alone; a reload of the only open page takes the new version', async ({ openAs }) => {
  const page = await openAs('Telesila', '/blog')
  await workerTakesOver(page)
  await release(page, 'second')
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await offer(page).getByRole('button', { name: 'Más tarde' }).click()
  await expect(offer(page)).toBeHidden()
  await page.reload()
  await expect(headerOf(page)).toContainText('Telesila')
  const isNew = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting === null)
  await expect.poll(isNew).toBe(true)
  await expect(offer(page)).toBeHidden()
})

test('a worker that answers every page with nonsense is taken back by SERVICE_WORKER=off', async ({
  openAs,
  serverOf,
  server,
}) => {
  const page = await openAs('Telesila', '/home')
  await workerTakesOver(page)
  await release(
    page,
    '',
    `addEventListener('install', () => skipWaiting())
     addEventListener('activate', (event) => event.waitUntil(clients.claim()))
     addEventListener('fetch', (event) => event.request.mode === 'navigate' && event.respondWith(new Response('roto')))`,
  )
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect(async () => {
    await page.goto('/blog')
    await expect(page.getByText('roto')).toBeVisible({ timeout: 500 })
  }).toPass()

  const off = await serverOf('installed-off', { SERVICE_WORKER: 'off' })
  const code = await (await fetch(`${off.url}/service-worker.js`)).text()
  await release(page, '', code)
  // a browser asks for the worker again when a page is opened
  await expect(async () => {
    await page.goto('/blog')
    await expect(headerOf(page)).toContainText('Telesila', { timeout: 500 })
  }).toPass()
  expect(server.url).toBeDefined()
})

test('with SERVICE_WORKER=off nothing is kept on a device', async ({ serverOf, browse }) => {
  const off = await serverOf('installed-off', { SERVICE_WORKER: 'off' })
  const { token } = await off.person('Telesila')
  const page = await (await browse()).newPage()
  await page.addInitScript((token) => sessionStorage.setItem('auth_token', token), token)
  await page.goto(`${off.url}/home`)
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js').catch(() => {}))
  await expect.poll(workers).toBe(0)
  expect(await keptOnDevice(page)).toEqual([])
})
