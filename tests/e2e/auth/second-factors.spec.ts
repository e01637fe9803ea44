// An authenticator app: added on /account, asked for by the login modal, and the recovery codes.
import { TOTP } from 'otpauth'
import { expectAccessible } from '../../support/browser/axe.ts'
import { addApp, factorsSection as section } from '../../support/browser/pages/auth/factors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { passTenMinutes } from '../../support/browser/pages/auth/step-up.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, passwordOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'second-factors' })

/** A code of the next half minute: the one of this may have been used. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

test('on a phone, in the dark: Bruno adds an app, signs in with a recovery code and with one of the app, makes others, and removes the app', async ({
  server,
  openAs,
  visit,
  pageErrors,
}) => {
  pageErrors.expect('401 POST /api/auth/login', '401 POST /api/auth/login', '403 POST /api/auth/factors/recovery-codes')
  // asked with the old token just when it ended, and again with the new one
  pageErrors.tolerate('401 GET /api/chat/reading')
  await server.person('Bruno')
  const phone = { screen: 'phone', colorScheme: 'dark' } as const
  const first = await openAs('Bruno', '/account', phone)
  const { secret, codes, modal } = await addApp(first)
  await expectAccessible(first, 'the recovery codes on a phone')
  // not the button that closes them for ever
  await expect(modal.getByRole('list', { name: 'Códigos de recuperación' })).toBeFocused()
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(section(first).getByText('Activa')).toBeVisible()
  await expect(section(first)).toContainText('Te quedan 10')
  await expect(section(first).getByRole('heading')).toBeFocused()
  // its session will end
  await first.context().close()

  const bruno = await visit('/account', phone)
  await signInButton(bruno).click()
  await fillLogin(loginModal(bruno), 'Bruno')
  await loginModal(bruno)
    .getByLabel('Código')
    .fill((codes[0] as string).toUpperCase())
  await loginModal(bruno).getByRole('button', { name: 'Entrar' }).click()
  await expect(loginModal(bruno)).toBeHidden()
  const page = await visit('/home')
  await signInButton(page).click()
  await fillLogin(loginModal(page), 'Bruno')
  await loginModal(page).getByLabel('Código').fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await expect(headerOf(page)).toContainText('Bienvenida/o, Bruno')
  await page.context().close()
  await bruno.goto('/account')
  await expect(section(bruno)).toContainText('Te quedan 9')

  passTenMinutes(server)
  await section(bruno).getByRole('button', { name: 'Crear otros' }).click()
  await bruno
    .getByRole('alertdialog', { name: '¿Crear otros códigos de recuperación?' })
    .getByRole('button', { name: 'Crear diez códigos' })
    .click()
  const confirming = bruno.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByLabel('Tu contraseña', { exact: true }).fill(passwordOf('Bruno'))
  await confirming.getByRole('button', { name: 'Confirmar y seguir' }).click()
  const shown = bruno.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(shown.getByRole('listitem')).toHaveCount(10)
  expect(await shown.getByRole('listitem').allTextContents()).not.toContain(codes[1])
  await bruno.emulateMedia({ media: 'print' })
  await expect(shown.getByText('De la cuenta «Bruno»')).toBeVisible()
  await expect(bruno.getByRole('heading', { name: 'Segundo paso al entrar', includeHidden: true })).toBeHidden()
  await bruno.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await shown.getByRole('button', { name: 'Los he guardado' }).click()

  await section(bruno).getByRole('button', { name: 'Quitar' }).click()
  await bruno
    .getByRole('alertdialog', { name: '¿Quitar la aplicación de autenticación?' })
    .getByRole('button', { name: 'Quitar la aplicación' })
    .click()
  await expect(section(bruno).getByRole('button', { name: 'Añadir' })).toBeVisible()
  await expect(section(bruno)).not.toContainText('Códigos de recuperación')
})
