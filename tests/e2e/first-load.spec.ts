import { measureFirstLoad } from '../../bench/first-load.ts'
import { holdBack } from './support/gate.ts'
import { expect, headerOf, quietPage, test } from './support/test.ts'

/** SPEC has none; the house's own limit, in bytes over the wire. */
const limit = 170_000

test('a first visit fetches at most 170,000 bytes of script and style', async ({ house }) => {
  const { files, total } = await measureFirstLoad(`${house.url}/home`)
  expect(files.length).toBeGreaterThan(0)
  expect(total, files.map(({ path, bytes }) => `${bytes} ${path}`).join('\n')).toBeLessThanOrEqual(limit)
})

for (const screen of ['desktop', 'phone', 'narrow'] as const)
  for (const path of ['/home', '/register'])
    test(`${path} asks nobody but us and holds still while it loads, on a ${screen} screen`, async ({ visit }) => {
      const asked: string[] = []
      const page = await visit(quietPage, {
        screen,
        before: async (page) => {
          page.on('request', (request) => asked.push(request.url()))
          await page.addInitScript(() => {
            Object.assign(window, { shift: 0 })
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
                Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value })
            }).observe({ type: 'layout-shift', buffered: true })
          })
        },
      })
      const painted = () =>
        page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      // the network at its worst: the text is read before its letters are there
      const fonts = await holdBack(page, /\.woff2$/)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(headerOf(page).getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
      await painted()
      fonts.open()
      await page.evaluate(() => document.fonts.ready)
      await painted()
      expect(asked.filter((url) => new URL(url).origin !== new URL(page.url()).origin)).toEqual([])
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
      expect(await page.evaluate(() => Reflect.get(window, 'shift') as number)).toBeLessThan(0.02)
    })

test('the two fonts of the first page are fetched ahead, and are the ones that are used', async ({ visit }) => {
  const fonts: string[] = []
  const page = await visit('/home', {
    before: async (page) =>
      page.on('request', (request) => request.resourceType() === 'font' && fonts.push(request.url())),
  })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const ahead = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(ahead).toHaveLength(2)
  expect(fonts.slice(0, 2).toSorted()).toEqual(ahead.toSorted())
  expect(new Set(fonts).size).toBe(fonts.length)
  const used = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)
  expect(used).toBeGreaterThanOrEqual(2)
})

test('what has been fetched once is not fetched again', async ({ visit }) => {
  const page = await visit('/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const again: { url: string; bytes: number }[] = []
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  again.push(
    ...(await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, transferSize }) => ({
        url: name,
        bytes: transferSize,
      })),
    )),
  )
  const assets = again.filter(({ url }) => url.includes('/assets/'))
  expect(assets.length).toBeGreaterThan(0)
  expect(assets.filter(({ bytes }) => bytes > 0)).toEqual([])
})
