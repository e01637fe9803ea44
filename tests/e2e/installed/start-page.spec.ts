// The page on which the installed app starts, and the one that was wanted before signing in.
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

// sessions end while a page may still be connecting
test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

/** Of the manifest. */
const start = '/?inicio'

/** In a window of its own, as a browser opens an installed app. */
const before = (page: Page) =>
  page.context().addInitScript(() => {
    const ask = window.matchMedia.bind(window)
    window.matchMedia = (query) => (query === '(display-mode: standalone)' ? ask('all') : ask(query))
  })

const isOpen = async (page: Page, address: string, heading: string) => {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page).toHaveURL(address)
}

test('Telesila’s app starts on the page that was open last, at first on home, and shows none twice on the way back, until she signs out', async ({
  openAs,
  server,
}) => {
  await server.person('Amparo')
  const page = await openAs('Telesila', start, { before })
  await isOpen(page, '/home', 'Alejandría')
  await page.goto('/news')
  await isOpen(page, '/news', 'Noticias')
  await page.goto('/search?q=faro')
  await isOpen(page, '/search?q=faro', 'Buscar')
  await page.goto(start)
  await isOpen(page, '/search?q=faro', 'Buscar')
  await page.goBack()
  await isOpen(page, '/search?q=faro', 'Buscar')
  await page.goBack()
  await isOpen(page, '/news', 'Noticias')

  const context = page.context()
  /** A closed app without its session, which isn't ended by signing out. */
  async function openAgain(closed: Page, name: string) {
    await closed.evaluate(() => localStorage.removeItem('auth_token'))
    await closed.close()
    const app = await context.newPage()
    await app.goto(start)
    await isOpen(app, '/home?inicio', 'Alejandría')
    await signInByHand(app, name)
    return app
  }
  const hers = await openAgain(page, 'Amparo')
  await isOpen(hers, '/home', 'Alejandría')
  const app = await openAgain(hers, 'Telesila')
  await isOpen(app, '/news', 'Noticias')

  await signOutButton(app).click()
  await isOpen(app, '/home', 'Alejandría')
  // not to the page that was left by signing out
  await signInByHand(app, 'Amparo')
  await isOpen(app, '/home', 'Alejandría')
  await signOutButton(app).click()
  await app.goto(start)
  await signInByHand(app, 'Telesila')
  await isOpen(app, '/home', 'Alejandría')
})

test('a shortcut or a notice opened without a session leads there after signing in', async ({ visit, server }) => {
  await server.person('Telesila')
  const page = await visit('/notices?x=1', { screen: 'phone' })
  await isOpen(page, '/home', 'Alejandría')
  await page.reload()
  await signInByHand(page, 'Telesila')
  await isOpen(page, '/notices?x=1', 'Avisos')
})
