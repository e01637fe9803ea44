// Dangerous calls ask again for the password in a dialog, above whatever is open, and lose nothing.
import { passTenMinutes } from '../../support/browser/pages/auth/step-up.ts'
import { openEditUser, saveUserButton } from '../../support/browser/pages/users.ts'
import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'step-up' })

/** A session of the page’s own: a confirmation ends the token that it has. */
async function signedInAnew({ signIn }: TestServer) {
  const { token } = await signIn('Hipatia')
  const before = (page: Page) =>
    page.addInitScript((token) => {
      // Firefox also runs it in an empty document, which has no storage.
      if (location.protocol === 'http:') sessionStorage.setItem('auth_token', token)
    }, token)
  return { before }
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirma que eres tú' })
const password = (page: Page) => dialog(page).getByLabel('Tu contraseña', { exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function editPhone(page: Page, name: string, phone: string) {
  const editor = await openEditUser(page, rowOf(page, name))
  await editor.getByLabel('Phone').fill(phone)
  return editor
}

test('a session that ends meanwhile is begun again, which confirms as well', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('403 PUT /api/auth/users/{id}')
  pageErrors.tolerate(/^401 /, /socket\.io|WebSocket/)
  await server.person('Teofrasto')
  const page = await openAs('Hipatia', '/admin', await signedInAnew(server))
  passTenMinutes(server)
  const editor = await editPhone(page, 'Teofrasto', '622 333 444')
  await saveUserButton(editor).click()
  await password(page).fill(passwordOf('Hipatia'))
  const token = await page.evaluate(() => sessionStorage.getItem('auth_token'))
  await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  const login = page.getByRole('dialog', { name: 'Login' })
  await expect(login).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await login.getByLabel('Name').fill('Hipatia')
  await login.getByLabel('Password', { exact: true }).fill(passwordOf('Hipatia'))
  await login.getByRole('button', { name: 'Login', exact: true }).click()
  await expect(rowOf(page, 'Teofrasto')).toContainText('622 333 444')
})
