// A session that is kept on the device outlives the browser (DECISIONS §3), whose profile is on disk: it is closed and opened
// again. One that isn't kept: unkept-session.spec.ts.
import { test } from '../../support/browser/device.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf, type Page } from '../../support/browser/test.ts'

// sessions end while a page may still be connecting
test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

/** Collects whose page each frame shows until the person is greeted, which takes long on a slow device. */
const watchStart = (page: Page) =>
  page.addInitScript(() => {
    const shown: string[] = []
    Object.assign(window, { shown })
    function look() {
      if (document.body) shown.push('signedIn' in document.documentElement.dataset ? 'member' : 'visitor')
      if (!document.body?.innerText.includes('Bienvenida/o')) requestAnimationFrame(look)
    }
    look()
  })

test('Safo closes and opens the browser: she is where she was, without a flash', async ({ server, openDevice }) => {
  await server.person('Safo')
  const before = await openDevice()
  const page = await before.newPage()
  await page.goto('/home')
  await signInButton(page).click()
  await fillLogin(loginModal(page), 'Safo')
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
  const { session, local } = await storageOf(page)
  expect(session).not.toHaveProperty('auth_token')
  expect(local).toHaveProperty('auth_token')
  await before.close()

  const after = await openDevice()
  const again = await after.newPage()
  await watchStart(again)
  await again.goto('/news')
  await expect(headerOf(again)).toContainText('Bienvenida/o, Safo')
  await expect(again).toHaveURL('/news')
  const shown = await again.evaluate(() => (window as unknown as { shown: string[] }).shown)
  expect(new Set(shown)).toEqual(new Set(['member']))
  // a second tab finds the session, and both end with it
  const tab = await after.newPage()
  await tab.goto('/blog')
  await expect(headerOf(tab)).toContainText('Bienvenida/o, Safo')
  await signOutButton(tab).click()
  for (const page of [again, tab]) {
    await expect(signInButton(page)).toBeVisible()
    expect((await storageOf(page)).local).toEqual({})
  }
})
