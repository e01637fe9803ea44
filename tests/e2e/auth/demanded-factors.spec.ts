// A second factor that is demanded, added after the sign-in. Set by an administrator: tests/web/auth/demand.
import { addApp, demandFactors, factorsSection } from '../../support/browser/pages/auth/factors.ts'
import { fillLogin, loginModal } from '../../support/browser/pages/auth/login.ts'
import { passTenMinutes } from '../../support/browser/pages/auth/step-up.ts'
import { signInButton } from '../../support/browser/pages/navigation.ts'
import { expect, headerOf, passwordOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'demanded-factors' })
test.afterEach(({ server }) => demandFactors(server, false))

const mustAdd = 'En esta comunidad hace falta un segundo paso al entrar. En cuanto lo añadas podrás seguir.'

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
