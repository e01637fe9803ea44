import { measureFirstLoad } from '../../../lab/first-load.ts'
import { delayResponse } from '../../support/browser/network.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { blankPage, expect, test } from '../../support/browser/test.ts'

test('a visitor’s first visit fetches at most 150,000 bytes, 100,000 of them script and styles', async ({ server }) => {
  const { code, all, list } = await measureFirstLoad(`${server.url}/home`)
  // page, styles, two fonts and the script that starts the app come in any case
  expect(list.split('\n').length, list).toBeGreaterThanOrEqual(5)
  expect.soft(code, `script and styles:\n${list}`).toBeLessThanOrEqual(100_000)
  expect(all, `all:\n${list}`).toBeLessThanOrEqual(150_000)
})

test('home and /register ask no other host and no API, and shift on no screen as they load', async ({ visit }) => {
  for (const path of ['/home', '/register'])
    for (const screen of ['desktop', 'phone', 'narrow'] as const) {
      const asked: string[] = []
      const page = await visit(blankPage, {
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
      // The worst case: the text is visible before its fonts are loaded.
      const fonts = await delayResponse(page, /\.woff2$/)
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(signInButton(page)).toBeVisible()
      await painted()
      fonts.release()
      await page.evaluate(() => document.fonts.ready)
      await painted()
      expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
      expect(await page.evaluate(() => Reflect.get(window, 'shift') as number), `${path} ${screen}`).toBeLessThan(0.02)
    }
})

test('the two fonts of the first page are preloaded, and whole ones come for other letters', async ({ visit }) => {
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

  const fetched = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(({ name, transferSize }) => ({
        url: name,
        bytes: transferSize,
      })),
    )
  // The reload may interrupt what is still loading, which then isn't fetched again.
  const first = new Set((await fetched()).map(({ url }) => url))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const assets = (await fetched()).filter(({ url }) => url.includes('/assets/') && first.has(url))
  expect(assets.length).toBeGreaterThan(0)
  expect(assets.filter(({ bytes }) => bytes > 0)).toEqual([])

  const whole = ['alegreya-latin-wght-normal', 'alegreya-latin-ext-wght-normal'].map((font) =>
    page.waitForResponse((response) => response.url().includes(font)),
  )
  await page.evaluate(() => document.body.appendChild(document.createElement('h2')).append('Łódź, Ørsted'))
  for (const font of await Promise.all(whole)) expect(font.ok()).toBe(true)
})
