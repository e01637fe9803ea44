// An authenticator app, added on the account or where it is demanded, and the recovery codes; demands: tests/web/auth.
import { TOTP } from 'otpauth'
import { expectAccessible } from '../../support/browser/axe.ts'
import { changeDatabase, passTenMinutes } from '../../support/browser/database.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, type Page, passwordOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'second-factors' })
test.afterEach(({ server }) => changeDatabase(server, 'delete from factor_demands'))

const section = (page: Page) => page.getByRole('region', { name: 'Segundo paso al entrar' })

/** Adds an app in the section of the factors; returns its secret and the recovery codes, whose dialog is open. */
async function addApp(page: Page) {
  await section(page).getByRole('button', { name: 'Añadir' }).click()
  const modal = page.getByRole('dialog', { name: 'Añadir una aplicación de autenticación' })
  await expect(modal.getByRole('img', { name: 'Código QR con el secreto' })).toBeVisible()
  const secret = (await modal.getByLabel('O escribe en ella este secreto').inputValue()).replaceAll(' ', '')
  await modal.getByLabel('Código que da la aplicación').fill(new TOTP({ secret }).generate())
  await modal.getByRole('button', { name: 'Añadir la aplicación' }).click()
  const codes = page.getByRole('dialog', { name: 'Guarda tus códigos de recuperación' })
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  return { secret, codes: await codes.getByRole('listitem').allTextContents(), modal: codes }
}

/** A code of the next half minute: the one of this may have been used. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })

test('Bruno adds an app, enters by each kind of code, removes it', async ({ server, openAs, visit, pageErrors }) => {
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

const mustAdd = 'En esta comunidad hace falta un segundo paso al entrar. En cuanto lo añadas podrás seguir.'

test('Dafnis can do nothing on his phone before he adds a second factor', async ({ server, visit, pageErrors }) => {
  pageErrors.expect('403 POST /api/auth/totp/begin')
  await server.person('Dafnis')
  changeDatabase(server, `insert into factor_demands values ('everybody', ${Date.now()})`)
  const dafnis = await visit('/home', { screen: 'phone' })
  await signInButton(dafnis).click()
  await fillLogin(loginModal(dafnis), 'Dafnis')
  await expect(dafnis.getByRole('heading', { name: 'Añade un segundo paso' })).toBeVisible()
  await expect(dafnis.getByText(mustAdd)).toBeVisible()
  await expect(section(dafnis).getByRole('button', { name: 'Añadir' })).toBeVisible()

  await dafnis.reload()
  await expect(dafnis.getByText(mustAdd)).toBeVisible()
  passTenMinutes(server)
  await section(dafnis).getByRole('button', { name: 'Añadir' }).click()
  const confirming = dafnis.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByLabel('Tu contraseña', { exact: true }).fill(passwordOf('Dafnis'))
  await confirming.getByRole('button', { name: 'Confirmar y seguir' }).click()
  await dafnis.getByLabel('Código que da la aplicación').waitFor()
  await dafnis.keyboard.press('Escape')
  const { modal } = await addApp(dafnis)
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(dafnis.getByText('Ya puedes seguir.')).toBeVisible()
  await dafnis.getByRole('button', { name: 'Seguir' }).click()
  await expect(dafnis.getByRole('heading', { name: 'Añade un segundo paso' })).toBeHidden()
  await expect(headerOf(dafnis)).toContainText('Dafnis')
  await dafnis.getByRole('link', { name: /^Blog/ }).click()
  await expect(dafnis).toHaveURL(/\/blog$/)
})
