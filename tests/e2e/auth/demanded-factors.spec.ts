// A second factor that is demanded: set by an administrator, seen coming, and added after the sign-in.
import { expectAccessible } from '../../support/browser/axe.ts'
import { addApp, demandFactors, factorsSection } from '../../support/browser/pages/auth/factors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { passTenMinutes } from '../../support/browser/pages/auth/step-up.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { expect, headerOf, type Page, passwordOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'demanded-factors' })
test.afterEach(({ server }) => demandFactors(server, false))

const demand = (page: Page) => page.getByRole('region', { name: 'Segundo paso obligatorio' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Pedir un segundo paso' })
const mustAdd = 'En esta comunidad hace falta un segundo paso al entrar. En cuanto lo añadas podrás seguir.'

async function choose(page: Page, audience: string, day?: string) {
  await demand(page).getByRole('button', { name: 'Cambiar' }).click()
  await dialog(page).getByLabel('A quién se pide').selectOption(audience)
  if (day !== undefined) await dialog(page).getByLabel('Desde el día').fill(day)
}
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Guardar' }).click()

test('Teón, who has one, demands one of everybody; Safo sees the day in her account, and he sees who has none', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('403 PUT /api/auth/factor-demand')
  await server.person('Teón', 'admin')
  await server.person('Safo')
  const teon = await openAs('Teón', '/account')
  const { modal } = await addApp(teon)
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  passTenMinutes(server)
  await teon.goto('/admin')
  await choose(teon, 'A todos', '2099-03-01')
  await save(teon)
  const confirming = teon.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByLabel('Tu contraseña', { exact: true }).fill(passwordOf('Teón'))
  await confirming.getByRole('button', { name: 'Confirmar y seguir' }).click()
  await expect(dialog(teon)).toBeHidden()
  await expect(demand(teon)).toContainText('Se pedirá a todos desde el 1 de marzo de 2099.')

  const safo = await openAs('Safo', '/account', { screen: 'phone' })
  await expect(factorsSection(safo)).toContainText('Desde el 1 de marzo de 2099 hará falta')
  await expectAccessible(safo, 'the day in the account')

  await demand(teon).getByRole('button', { name: 'Ver quiénes' }).click()
  await expect(rowOf(teon, 'Teón')).toBeHidden()
  await expect(rowOf(teon, 'Safo')).toBeVisible()
  const [, without] = /No lo tienen? (\d+) de/.exec((await demand(teon).textContent()) ?? '') ?? []
  await expect(teon.getByRole('heading', { name: `${without} usuarios`, exact: true })).toBeVisible()
  await choose(teon, 'A nadie')
  await save(teon)
  await expect(demand(teon)).toContainText('No se pide a nadie')
  await expect(rowOf(teon, 'Safo')).not.toContainText('Sin segundo paso')
  await teon.goto('/admin?view=activity')
  await expect(teon.getByText('todos desde el 1 de marzo de 2099')).toBeVisible()
})

test('on a phone: Bruno signs in, can do nothing but add an app, adds it with a code, and goes on where he was', async ({
  server,
  visit,
  pageErrors,
}) => {
  pageErrors.expect('403 POST /api/auth/totp/begin')
  await server.person('Bruno')
  demandFactors(server, true)
  const bruno = await visit('/home', { screen: 'phone' })
  await signInButton(bruno).click()
  await fillLogin(loginModal(bruno), 'Bruno')
  await expect(bruno.getByRole('heading', { name: 'Añade un segundo paso' })).toBeVisible()
  await expect(bruno.getByText(mustAdd)).toBeVisible()
  await expect(factorsSection(bruno).getByRole('button', { name: 'Añadir' })).toBeVisible()

  await bruno.reload()
  await expect(bruno.getByText(mustAdd)).toBeVisible()
  passTenMinutes(server)
  await factorsSection(bruno).getByRole('button', { name: 'Añadir' }).click()
  const confirming = bruno.getByRole('dialog', { name: 'Confirma que eres tú' })
  await confirming.getByLabel('Tu contraseña', { exact: true }).fill(passwordOf('Bruno'))
  await confirming.getByRole('button', { name: 'Confirmar y seguir' }).click()
  await bruno.getByLabel('Código que da la aplicación').waitFor()
  await bruno.keyboard.press('Escape')
  const { modal } = await addApp(bruno)
  await modal.getByRole('button', { name: 'Los he guardado' }).click()
  await expect(bruno.getByText('Ya puedes seguir.')).toBeVisible()
  await bruno.getByRole('button', { name: 'Seguir' }).click()
  await expect(bruno.getByRole('heading', { name: 'Añade un segundo paso' })).toBeHidden()
  await expect(headerOf(bruno)).toContainText('Bruno')
  await bruno.getByRole('link', { name: /^Blog/ }).click()
  await expect(bruno).toHaveURL(/\/blog$/)
})
