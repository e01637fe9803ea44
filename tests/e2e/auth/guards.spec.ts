// Addresses and code that the built site can't load. Who may open which page: tests/web/auth/guards.test.tsx.
import { navigationLink } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test('a visitor waits at ‘Loading authentication...’, and asks the server for nothing', async ({ visit }) => {
  const asked: string[] = []
  const page = await visit('/blog', {
    before: async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
      await page.clock.install({ time: '2026-03-02T09:00:00' })
      await page.clock.pauseAt('2026-03-02T10:00:00')
    },
  })
  await expect(page.getByText('Loading authentication...', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/blog')
  // the text stands in the HTML: the app may start later
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page).toHaveURL('/home', { timeout: 100 })
  }).toPass()
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([])
})

test('code that the network loses ends no session, and loads after a retry', async ({ openAs, pageErrors }) => {
  pageErrors.expect(/^failed GET \/assets\/member-/)
  let losses = 0
  const safo = await openAs('Safo', '/home', {
    before: (page) =>
      page.route(/\/assets\/member-.*\.js$/, (route) => (losses++ === 0 ? route.abort() : route.fallback())),
  })
  await expect(headerOf(safo)).toContainText('Bienvenida/o, Safo')
  expect(losses).toBeGreaterThan(1)
  expect(pageErrors.problems()).toEqual([])

  pageErrors.expect(/^failed GET \/assets\/blog-page/, /^console error: /)
  await safo.route(/\/assets\/blog-page.*\.js/, (route) => route.abort())
  await navigationLink(safo, 'Blog').click()
  await expect(safo.getByText('Unexpected Application Error!', { exact: true })).toBeVisible()
  await safo.unroute(/\/assets\/blog-page.*\.js/)
  await safo.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(safo.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
})
