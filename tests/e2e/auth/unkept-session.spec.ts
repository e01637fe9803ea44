// A session that isn't kept on the device ends with the browser (DECISIONS §3). Its profile is on disk: it is closed and opened
// again.
import { test } from '../../support/browser/device.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf } from '../../support/browser/test.ts'

// sessions end while a page may still be connecting
test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

test('Erina’s session on a computer that isn’t hers ends with the browser', async ({ server, openDevice }) => {
  await server.person('Erina')
  const before = await openDevice()
  const page = await before.newPage()
  await page.goto('/home')
  await signInButton(page).click()
  await loginModal(page).getByRole('checkbox', { name: 'Mantener la sesión en este dispositivo' }).uncheck()
  await fillLogin(loginModal(page), 'Erina')
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
