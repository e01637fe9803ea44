// Passkeys with Chromium's virtual authenticator: adding, signing in, confirming, renaming, removing, an invitation.
import { expectAccessible } from '../../support/browser/axe.ts'
import { passTenMinutes } from '../../support/browser/database.ts'
import { fillLogin, loginModal, nameField } from '../../support/browser/pages/auth/login.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, type Given, headerOf, localhost, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'passkeys', serverSettings: { PUBLIC_URL: localhost } })

/** A device that verifies its person, with these credentials. */
async function addDevice(page: Page, credentials: object[] = []) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  for (const credential of credentials)
    await cdp.send('WebAuthn.addCredential', { authenticatorId, credential: credential as never })
  return { credentials: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials }
}

const section = (page: Page) => page.getByRole('region', { name: 'Llaves de acceso' })
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
const passkeyButton = (page: Page) => loginModal(page).getByRole('button', { name: 'Entrar con una llave de acceso' })

/** Adds a first passkey on the page of the account; returns the device's credentials. */
async function withPasskey(page: Page, name: string) {
  const device = await addDevice(page)
  await section(page).getByRole('button', { name: 'Añadir una llave' }).click()
  const dialog = page.getByRole('dialog', { name: 'Añadir una llave de acceso' })
  await expect(dialog.getByLabel('Nombre de la llave')).toHaveValue(/ en /)
  await dialog.getByLabel('Nombre de la llave').fill(name)
  await dialog.getByRole('button', { name: 'Crear la llave' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10)
  await codesDialog(page).getByRole('button', { name: 'Los he guardado' }).click()
  await expect(codesDialog(page)).toBeHidden()
  return device.credentials()
}

/** Renames the passkey long after the sign-in, confirmed by the passkey. */
async function rename(page: Page, server: Given['server'], name: string) {
  passTenMinutes(server)
  await section(page).getByRole('button', { name: 'Cambiar nombre' }).click()
  const renaming = page.getByRole('dialog', { name: 'Cambiar el nombre de la llave' })
  await renaming.getByLabel('Nombre de la llave').fill(name)
  await renaming.getByRole('button', { name: 'Guardar' }).click()
  const confirming = page.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByRole('button', { name: 'Usar una llave de acceso' }).click()
  await expect(confirming).toBeHidden()
  await expect(renaming).toBeHidden()
  await expect(section(page).getByRole('listitem')).toContainText(name)
}

test('Safo adds a passkey by keyboard, uses, renames and removes it', async ({ server, openAs, visit, pageErrors }) => {
  pageErrors.expect('401 POST /api/auth/login', '403 PUT /api/auth/passkeys/{id}')
  await server.person('Safo')
  const safo = await openAs('Safo', '/account')
  await expect(section(safo)).toContainText('Todavía no tienes ninguna.')
  await section(safo).getByRole('button', { name: 'Añadir una llave' }).press('Enter')
  const dialog = safo.getByRole('dialog', { name: 'Añadir una llave de acceso' })
  await expect(dialog.getByLabel('Nombre de la llave')).toBeVisible()
  await expectAccessible(safo, 'a new passkey')
  await dialog.getByLabel('Nombre de la llave').press('Escape')
  await expect(dialog).toBeHidden()
  await expect(section(safo).getByRole('button', { name: 'Añadir una llave' })).toBeFocused()

  const credentials = await withPasskey(safo, 'El portátil')
  await expect(section(safo).getByRole('listitem')).toContainText('El portátil')
  await expect(section(safo).getByRole('listitem')).toContainText('Sin usar todavía')
  await expect(safo.getByRole('region', { name: 'Segundo paso al entrar' })).toContainText('Te quedan 10')
  await expectAccessible(safo, 'the passkeys of an account')

  const page = await visit('/home')
  const device = await addDevice(page, credentials)
  await signInButton(page).click()
  await expect(nameField(loginModal(page))).toBeFocused()
  await passkeyButton(page).press('Enter')
  await expect(loginModal(page)).toBeHidden()
  await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')

  // or after name and password; there is no field for an app
  const phone = await visit('/home', { screen: 'phone', colorScheme: 'dark' })
  // its counter has grown
  await addDevice(phone, await device.credentials())
  await signInButton(phone).click()
  await fillLogin(loginModal(phone), 'Safo')
  await expect(passkeyButton(phone)).toBeFocused()
  await expect(loginModal(phone).getByLabel('Código', { exact: true })).toBeHidden()
  await passkeyButton(phone).press('Enter')
  await expect(loginModal(phone)).toBeHidden()
  await expect(phone.getByRole('button', { name: 'Iniciar Sesión' })).toHaveCount(0)

  await phone.goto('/account')
  await rename(phone, server, 'El llavero')
  await section(phone).getByRole('button', { name: 'Quitar' }).click()
  await phone.getByRole('alertdialog').getByRole('button', { name: 'Quitar la llave' }).click()
  await expect(section(phone)).toContainText('Todavía no tienes ninguna.')
  await expect(section(phone).getByRole('heading')).toBeFocused()
})

test('Erina enters with a passkey, which stays while she has no password', async ({ server, visit, pageErrors }) => {
  pageErrors.expect('409 DELETE /api/auth/passkeys/{id}', '403 PUT /api/auth/passkeys/{id}')
  const invitation = { name: 'Erina', email: 'erina@telos.example' }
  const { path } = await server.hipatia.call<{ path: string }>('POST', '/auth/invitations', invitation)
  const page = await visit(path, { screen: 'phone' })
  await addDevice(page)
  await expect(page.getByRole('button', { name: 'Crear una llave de acceso' })).toBeVisible()
  await expectAccessible(page, 'an invitation with a passkey')
  await page.getByRole('button', { name: 'Crear una llave de acceso' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10)
  await codesDialog(page).getByRole('button', { name: 'Los he guardado' }).click()
  // the address changes before the session is stored
  await expect(headerOf(page)).toContainText('Bienvenida/o, Erina')
  await page.goto('/account')
  await expect(section(page).getByRole('listitem')).toHaveCount(1)
  await section(page).getByRole('button', { name: 'Quitar' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Quitar la llave' }).click()
  await expect(page.getByRole('alertdialog').getByText('Es tu única manera de entrar')).toBeVisible()
  await expect(section(page).getByRole('listitem')).toHaveCount(1)

  // the confirmation asks for no password that she doesn't have
  await rename(page, server, 'Mi teléfono')

  await page.getByRole('tab', { name: 'Cambiar Contraseña' }).click()
  const choosing = page.getByRole('dialog', { name: 'Elegir una contraseña' })
  await expect(choosing.getByLabel('Contraseña actual', { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a first password')
  await choosing.getByLabel('Contraseña nueva', { exact: true }).fill('un papiro nuevo')
  await choosing.getByLabel('Repite la contraseña nueva', { exact: true }).fill('un papiro nuevo')
  await page.keyboard.press('Enter')
  await expect(choosing.getByRole('status')).toContainText('Tu cuenta ya tiene contraseña.')
  await expect(choosing).toBeHidden()
  await expect(page.getByRole('button', { name: 'Elegir una contraseña' })).toHaveCount(0)
})
