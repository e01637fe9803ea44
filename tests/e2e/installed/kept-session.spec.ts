// The installed app that is closed and opened again: its person is signed in, on the page that was open last.
import { test } from '../../support/browser/device.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { type BrowserContext, expect, headerOf } from '../../support/browser/test.ts'

test.use({ needsFullChromium: true })
test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

/** Opens the installed app in a window of its own. */
async function launchApp(context: BrowserContext, manifestId: string) {
  const devtools = await context.browser()?.newBrowserCDPSession()
  const opened = context.waitForEvent('page')
  await devtools?.send('PWA.launch', { manifestId })
  const app = await opened
  await expect.poll(() => app.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
  return app
}

test('Telesila’s installed app, closed and opened again, is where she left it', async ({ server, openDevice }) => {
  await server.person('Telesila')
  const manifestId = `${server.url}/`
  const before = await openDevice()
  const page = await before.newPage()
  await page.goto('/home')
  await signInByHand(page, 'Telesila')
  const devtools = await before.browser()?.newBrowserCDPSession()
  await devtools?.send('PWA.install', { manifestId, installUrlOrBundleUrl: `${server.url}/home` })
  await devtools?.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' })
  const app = await launchApp(before, manifestId)
  await headerOf(app).getByRole('link', { name: 'Noticias' }).click()
  await expect(app).toHaveURL('/news')
  await before.close()

  const again = await launchApp(await openDevice(), manifestId)
  await expect(headerOf(again)).toContainText('Bienvenida/o, Telesila')
  await expect(again).toHaveURL('/news')
})
