// A session that is kept on the device outlives the browser, and one that isn't ends with it (DECISIONS §3). The browser's
// profile is on disk: it is closed and opened again.
import { test } from '../../support/browser/device.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { loginModal, nameField, passwordField, signInByHand } from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf, type Page, passwordOf } from '../../support/browser/test.ts'

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

test('Safo closes the browser and opens it again: she is signed in, at the very place, without a flash of the visitor’s page', async ({
  server,
  openDevice,
}) => {
  await server.person('Safo')
  const before = await openDevice()
  const page = await before.newPage()
  await page.goto('/home')
  await signInButton(page).click()
  const keep = loginModal(page).getByRole('checkbox', { name: 'Mantener la sesión en este dispositivo' })
  await expect(keep).toBeChecked()
  await expect(keep).toHaveAccessibleDescription('Desmárcala si el dispositivo no es tuyo.')
  await nameField(loginModal(page)).fill('Safo')
  await passwordField(loginModal(page)).fill(passwordOf('Safo'))
  await loginModal(page).getByRole('button', { name: 'Login', exact: true }).click()
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

test('Erina signs in on a computer that isn’t hers: closing the browser ends her session, and other tabs had it', async ({
  server,
  openDevice,
}) => {
  await server.person('Erina')
  const before = await openDevice()
  const page = await before.newPage()
  await page.goto('/home')
  await signInButton(page).click()
  await loginModal(page).getByRole('checkbox', { name: 'Mantener la sesión en este dispositivo' }).uncheck()
  await nameField(loginModal(page)).fill('Erina')
  await passwordField(loginModal(page)).fill(passwordOf('Erina'))
  await loginModal(page).getByRole('button', { name: 'Login', exact: true }).click()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Erina')
  expect((await storageOf(page)).local).not.toHaveProperty('auth_token')
  const tab = await before.newPage()
  await tab.goto('/blog')
  await expect(headerOf(tab)).toContainText('Bienvenida/o, Erina')
  await before.close()

  const again = await (await openDevice()).newPage()
  await again.goto('/blog')
  await expect(signInButton(again)).toBeVisible()
  await expect(again).toHaveURL('/home')
})

test('tabs hear of a kept sign-in without a message; somebody else’s doesn’t take over a page that is open', async ({
  server,
  visit,
}) => {
  for (const name of ['Nossis', 'Mirtis']) await server.person(name)
  const first = await visit('/home')
  const second = await first.context().newPage()
  await second.goto('/home')
  await expect(signInButton(second)).toBeVisible()
  await signInByHand(first, 'Nossis')
  await expect(headerOf(second)).toContainText('Bienvenida/o, Nossis')
  // Mirtis’ token is stored while the page of Nossis is open
  const { token } = await server.signIn('Mirtis')
  await first.evaluate((token) => {
    localStorage.setItem('auth_person', 'otra')
    localStorage.setItem('auth_token', token)
  }, token)
  await headerOf(second).getByRole('link', { name: 'Noticias' }).click()
  await expect(second).toHaveURL('/news')
  await expect(headerOf(second)).toContainText('Bienvenida/o, Nossis')
  await second.reload()
  await expect(headerOf(second)).toContainText('Bienvenida/o, Mirtis')
})
