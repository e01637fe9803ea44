// Signing in through the login modal.
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import {
  fillLogin,
  loginButton,
  loginModal,
  loginRequest,
  nameField,
  passwordField,
  signInByHand,
} from '../../support/browser/pages/auth/login.ts'
import { signInButton, signOutButton } from '../../support/browser/pages/navigation.ts'
import { emptyStorage, storageOf } from '../../support/browser/storage.ts'
import { expect, headerOf, passwordOf, signIn, test } from '../../support/browser/test.ts'

test.describe('The login modal', () => {
  test('opens from the header, shows its texts and signs Safo in', async ({ server, visit }) => {
    await server.person('Safo')
    const safo = await visit('/home')
    await signInButton(safo).click()
    const modal = loginModal(safo)
    await expect(modal.getByRole('heading')).toHaveText('Login')
    await expect(nameField(modal)).toBeFocused()
    await nameField(modal).fill('Safo')
    await passwordField(modal).fill(passwordOf('Safo'))
    await loginButton(modal).click()
    await expect(modal).toBeHidden()
    const header = headerOf(safo)
    await expect(header).toContainText('Bienvenida/o, Safo')
    await expect(header).not.toContainText('(Admin)')
    await expect(header.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
    await expect(header.getByRole('button', { name: 'Iniciar Sesión' })).toHaveCount(0)
  })

  test('signs in Hipatia, whom the header then greets as an admin', async ({ visit }) => {
    const hipatia = await visit('/home')
    await signInByHand(hipatia, 'Hipatia')
    await expect(headerOf(hipatia)).toContainText('Bienvenida/o, Hipatia (Admin)')
  })

  test('shows the password on request and hides it again', async ({ visit }) => {
    const page = await visit('/home')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const password = passwordField(loginModal(page))
    await password.fill('secreto')
    await expect(password).toHaveAttribute('type', 'password')
    await loginModal(page).getByRole('button', { name: 'Mostrar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('secreto')
    await loginModal(page).getByRole('button', { name: 'Ocultar contraseña' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })

  test('requires both fields and sends nothing without them', async ({ visit }) => {
    const page = await visit('/home')
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    const modal = loginModal(page)
    const submit = loginButton(modal)
    await submit.click()
    await expect(nameField(modal)).toBeFocused()
    await nameField(modal).fill('Safo')
    await submit.click()
    await expect(passwordField(modal)).toBeFocused()
    await expect(modal).toBeVisible()
    expect(sent).not.toContain('/api/auth/login')
  })

  test('shows the server’s error for a wrong password and keeps the name', async ({ server, visit, pageErrors }) => {
    pageErrors.expect('401 POST /api/auth/login')
    await server.person('Safo')
    const page = await visit('/home')
    const answered = page.waitForResponse(loginRequest)
    await signIn(page, 'Safo', 'otra cosa')
    const { detail } = (await (await answered).json()) as { detail: string }
    expect(detail).toMatch(/\S/)
    await expect(loginModal(page).getByRole('alert')).toHaveText(detail)
    await expect(nameField(loginModal(page))).toHaveValue('Safo')
    expect(await storageOf(page)).toEqual(emptyStorage)

    await passwordField(loginModal(page)).fill(passwordOf('Safo'))
    await loginButton(loginModal(page)).click()
    await expect(loginModal(page)).toBeHidden()
  })

  test("shows 'Login failed' when the server is down, and when it fails without a message", async ({
    visit,
    pageErrors,
  }) => {
    pageErrors.expect('failed POST /api/auth/login', '500 POST /api/auth/login')
    const page = await visit('/home')
    const modal = loginModal(page)
    for (const [what, spoil] of [
      ['the server is down', () => page.route(loginRequest, (route) => route.abort())],
      ['the server fails without a message', () => refuse(page, loginRequest, 500)],
    ] as const)
      await test.step(what, async () => {
        await spoil()
        await signInButton(page).click()
        await expect(modal).toBeVisible()
        await expect(modal.getByRole('alert')).toHaveCount(0) // the one of the case before
        await fillLogin(modal, 'Safo')
        await expect(modal.getByRole('alert')).toHaveText('Login failed')
        await page.unroute(loginRequest)
        await page.keyboard.press('Escape')
        await expect(modal).toBeHidden()
      })
  })

  test("shows 'Logging in...' until the answer arrives and sends the form only once", async ({ server, visit }) => {
    await server.person('Safo')
    const page = await visit('/home')
    const delayed = await delayResponse(page, loginRequest)
    const sent: string[] = []
    page.on('request', (request) => sent.push(new URL(request.url()).pathname))
    await signIn(page, 'Safo', passwordOf('Safo'))
    const busy = loginModal(page).getByRole('button', { name: 'Logging in...' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    await passwordField(loginModal(page)).press('Enter')
    delayed.release()
    await expect(loginModal(page)).toBeHidden()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    expect(sent.filter((path) => path === '/api/auth/login')).toHaveLength(1)
  })

  test('closes with Escape, which returns the focus, and with its close button', async ({ visit }) => {
    const page = await visit('/home')
    const opener = signInButton(page)
    await opener.click()
    await expect(loginModal(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(loginModal(page)).toBeHidden()
    await expect(opener).toBeFocused()
    await opener.click()
    await loginModal(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(loginModal(page)).toBeHidden()
  })

  test('leaves the focus on the button that signs out, which leaves it on the one that signs in', async ({
    server,
    visit,
    pageErrors,
  }) => {
    pageErrors.tolerate(...requestsOfEveryPage)
    await server.person('Safo')
    const page = await visit('/home')
    await signInButton(page).focus()
    await page.keyboard.press('Enter')
    await nameField(loginModal(page)).fill('Safo')
    await passwordField(loginModal(page)).fill(passwordOf('Safo'))
    await page.keyboard.press('Enter')
    await expect(loginModal(page)).toBeHidden()
    await expect(signOutButton(page)).toBeFocused()
    await expect(headerOf(page)).toContainText('Bienvenida/o, Safo')
    await page.keyboard.press('Enter')
    await expect(signInButton(page)).toBeFocused()
  })
})
