// The account page (SPEC §2 'Account', §5, §8, §9): identity and password.
import { expectAccessible } from '../../support/browser/axe.ts'
import { cachedQueries } from '../../support/browser/cached-queries.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'

const changing = '**/api/auth/change-password'

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const passwordTab = (page: Page) => tab(page, 'Cambiar Contraseña')
const modal = (page: Page) => page.getByRole('dialog', { name: 'Cambiar Contraseña' })
const field = (page: Page, name: string) => modal(page).getByRole('textbox', { name, exact: true })
const current = (page: Page) => field(page, 'Contraseña actual')
const next = (page: Page) => field(page, 'Contraseña nueva')
const again = (page: Page) => field(page, 'Repite la contraseña nueva')
const send = (page: Page) => modal(page).getByRole('button', { name: 'Cambiar la contraseña', exact: true })
const opener = (page: Page) => page.getByRole('tabpanel').getByRole('button', { name: 'Cambiar la contraseña' })

async function typeIn(page: Page, old: string, wanted: string, repeated = wanted) {
  await current(page).fill(old)
  await next(page).fill(wanted)
  await again(page).fill(repeated)
  await send(page).click()
}

test('the account page shows Safo her name and e-mail, and Hipatia that she is an administrator', async ({
  openAs,
}) => {
  const safo = await openAs('Safo', '/account')
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('Administrar Cuenta')
  const main = safo.getByRole('main')
  await expect(main.getByText('Safo', { exact: true })).toBeVisible()
  await expect(main.getByText('safo@alejandria.example', { exact: true })).toBeVisible()
  await expect(main.getByText('Miembro', { exact: true })).toBeVisible()
  await expect(safo.getByRole('tab')).toHaveText(['Preferencias de Email', 'Cambiar Contraseña'])
  await expect(tab(safo, 'Preferencias de Email')).toHaveAttribute('aria-selected', 'true')
  const hipatia = await openAs('Hipatia', '/account')
  await expect(hipatia.getByRole('main').getByText('Admin', { exact: true })).toBeVisible()
})

test('a press on the password tab opens the modal; the arrow keys only describe the tab', async ({ openAs }) => {
  const safo = await openAs('Safo', '/account')
  await passwordTab(safo).click()
  await expect(modal(safo)).toBeVisible()
  await expect(current(safo)).toBeFocused()
  await safo.keyboard.press('Escape')
  await expect(modal(safo)).toBeHidden()
  await expect(passwordTab(safo)).toBeFocused()

  await safo.keyboard.press('ArrowLeft')
  await expect(safo.getByRole('tabpanel').getByRole('switch')).toHaveCount(4)
  await safo.keyboard.press('ArrowRight')
  await expect(safo.getByRole('tabpanel')).toContainText('Para cambiarla necesitas la actual.')
  await expect(modal(safo)).toBeHidden()
  await safo.keyboard.press('Enter')
  await expect(modal(safo)).toBeVisible()
  await expect(safo.getByText('se cierran tus otras sesiones')).toHaveCount(1)
  await expect(modal(safo)).toHaveAccessibleDescription(
    'Al cambiarla se cierran tus otras sesiones. Esta sigue abierta.',
  )
  await modal(safo).getByRole('button', { name: 'Cancelar' }).click()
  await expect(modal(safo)).toBeHidden()
  await expect(passwordTab(safo)).toBeFocused()

  await opener(safo).focus()
  await safo.keyboard.press('Enter')
  await expect(modal(safo)).toBeVisible()
  await modal(safo).getByRole('button', { name: 'Cerrar', exact: true }).click()
  await expect(modal(safo)).toBeHidden()
  await expect(opener(safo)).toBeFocused()
})

test('an invalid new password is refused with the texts of the specification and is not sent', async ({ openAs }) => {
  const safo = await openAs('Safo', '/account')
  const sent: string[] = []
  safo.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await passwordTab(safo).click()

  await typeIn(safo, 'la de siempre', 'un papiro nuevo', 'un papiro viejo')
  await expect(again(safo)).toHaveAccessibleDescription('New passwords do not match')
  await expect(again(safo)).toBeFocused()
  await again(safo).fill('un papiro nuevo')
  await expect(modal(safo).getByText('New passwords do not match')).toBeHidden()

  await typeIn(safo, 'la de siempre', 'corta')
  await expect(modal(safo).getByText('New password must be at least 6 characters long', { exact: true })).toBeVisible()
  await expect(next(safo)).toBeFocused()
  await expect(next(safo)).toHaveAttribute('aria-invalid', 'true')

  await typeIn(safo, 'la de siempre', 'la de siempre')
  await expect(
    modal(safo).getByText('New password must be different from current password', { exact: true }),
  ).toBeVisible()
  await expect(next(safo)).toBeFocused()

  await typeIn(safo, '', 'un papiro nuevo')
  await expect(current(safo)).toHaveAccessibleDescription('La contraseña actual es requerida')
  await expect(current(safo)).toBeFocused()
  expect(sent.filter((path) => path.includes('password'))).toEqual([])
})

test('a wrong current password is shown at its field, and the typed values stay', async ({ openAs, pageErrors }) => {
  pageErrors.expect('400 POST /api/auth/change-password')
  const safo = await openAs('Safo', '/account')
  await passwordTab(safo).click()
  await typeIn(safo, 'no es esta', 'un papiro nuevo')
  await expect(current(safo)).toHaveAccessibleDescription('La contraseña actual no es correcta.')
  await expect(current(safo)).toBeFocused()
  await expect(next(safo)).toHaveValue('un papiro nuevo')
})

test('a failed password change is shown in the modal, in the server’s words or else in those of the page', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 POST /api/auth/change-password')
  const safo = await openAs('Safo', '/account')
  await passwordTab(safo).click()
  for (const [detail, shown] of [
    ['Hoy no se cambia nada.', 'Hoy no se cambia nada.'],
    [undefined, 'Failed to change password'],
  ] as const)
    await test.step(shown, async () => {
      await refuse(safo, changing, 500, detail)
      await typeIn(safo, passwordOf('Safo'), 'un papiro nuevo')
      await expect(modal(safo).getByRole('alert')).toHaveText(shown)
      await expect(next(safo)).toHaveValue('un papiro nuevo')
      await safo.unroute(changing)
    })
})

test('Corina changes her password: her other sessions end, and the modal closes after two seconds', async ({
  server,
  openAs,
}) => {
  const corina = await openAs('Corina', '/account', {
    reducedMotion: 'reduce',
    before: (page) => page.clock.install(),
  })
  const phone = await server.signIn('Corina')
  await passwordTab(corina).click()
  await expect(current(corina)).toHaveAttribute('autocomplete', 'current-password')
  await expect(next(corina)).toHaveAttribute('autocomplete', 'new-password')
  await expect(again(corina)).toHaveAttribute('autocomplete', 'new-password')
  await expect(corina.locator('form input[autocomplete=username]')).toHaveValue('Corina')
  await expect(modal(corina)).toContainText('se cierran tus otras sesiones')

  await next(corina).fill('un papiro nuevo')
  await expect(next(corina)).toHaveAttribute('type', 'password')
  await modal(corina).getByRole('button', { name: 'Mostrar: Contraseña nueva' }).click()
  await expect(next(corina)).toHaveAttribute('type', 'text')
  await expect(current(corina)).toHaveAttribute('type', 'password')
  await modal(corina).getByRole('button', { name: 'Ocultar: Contraseña nueva' }).click()
  await expect(next(corina)).toHaveAttribute('type', 'password')

  await current(corina).fill(passwordOf('Corina'))
  await again(corina).fill('un papiro nuevo')
  await corina.clock.pauseAt(Date.now() + 20_000)
  await again(corina).press('Enter')
  const done = modal(corina).getByText('Tu contraseña ha cambiado.')
  // Small steps of the fake clock, so that the request can finish in between.
  await expect(async () => {
    await corina.clock.runFor(5)
    await expect(done).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(modal(corina)).toContainText('Tus otras sesiones se han cerrado.')
  await corina.clock.runFor(1900)
  await expect(done).toBeVisible()
  await corina.clock.runFor(150)
  await corina.clock.resume()
  await expect(modal(corina)).toBeHidden()
  await expect(passwordTab(corina)).toBeFocused()

  await expect(phone.call('GET', '/auth/me')).rejects.toThrow('401')
  await expect(server.signIn('Corina')).rejects.toThrow('401')
  await server.signIn('Corina', 'un papiro nuevo')
  await passwordTab(corina).click()
  for (const one of [current, next, again]) await expect(one(corina)).toHaveValue('')
})

test('a closed modal opens again with empty fields and without errors', async ({ openAs }) => {
  const safo = await openAs('Safo', '/account')
  await passwordTab(safo).click()
  await typeIn(safo, 'la de siempre', 'corta')
  await safo.keyboard.press('Escape')
  await expect(modal(safo)).toBeHidden()
  await passwordTab(safo).click()
  for (const one of [current, next, again]) await expect(one(safo)).toHaveValue('')
  await expect(modal(safo).getByText('New password must be')).toBeHidden()
})

test('a pending password change is sent only once, and the modal stays open', async ({ openAs }) => {
  const safo = await openAs('Safo', '/account')
  const sent: string[] = []
  await safo.route(changing, (route) => {
    sent.push(route.request().url())
    return route.fulfill({ json: { message: 'Hecho' } })
  })
  const delayed = await delayResponse(safo, changing)
  await passwordTab(safo).click()
  await typeIn(safo, passwordOf('Safo'), 'un papiro nuevo')
  await expect(send(safo)).toHaveAttribute('aria-busy', 'true')
  await again(safo).press('Enter')
  await safo.keyboard.press('Escape')
  await expect(modal(safo)).toBeVisible()
  delayed.release()
  await expect(modal(safo).getByText('Tu contraseña ha cambiado.')).toBeVisible()
  await expect(modal(safo)).toBeHidden()
  expect(sent).toHaveLength(1)
})

test('the page stores no password after the modal has closed, whether it was changed or refused', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 POST /api/auth/change-password')
  const safo = await openAs('Safo', '/account')
  await refuse(safo, changing, 500)
  await passwordTab(safo).click()
  await typeIn(safo, 'la de siempre', 'un papiro nuevo')
  await expect(modal(safo).getByRole('alert')).toBeVisible()
  expect(await cachedQueries(safo)).toContain('un papiro nuevo')
  await safo.keyboard.press('Escape')
  await expect(modal(safo)).toBeHidden()
  await expect.poll(() => cachedQueries(safo)).toBe('[]')

  await safo.route(changing, (route) => route.fulfill({ json: { message: 'Hecho' } }))
  await passwordTab(safo).click()
  await typeIn(safo, 'la de siempre', 'otro papiro nuevo')
  await expect(modal(safo).getByText('Tu contraseña ha cambiado.')).toBeVisible()
  await expect(modal(safo)).toBeHidden()
  await expect.poll(() => cachedQueries(safo)).toBe('[]')
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`the account page and its modal are accessible on a ${screen} screen`, async ({ openAs }) => {
    const safo = await openAs('Safo', '/account', { screen, reducedMotion: 'reduce' })
    await expect(safo.getByRole('switch')).toHaveCount(4)
    await expect(safo.getByText('Esta sesión', { exact: true })).toBeVisible()
    await expectAccessible(safo, 'account')
    await passwordTab(safo).click()
    await expect(modal(safo)).toBeVisible()
    await send(safo).click()
    await expect(modal(safo).getByText('La contraseña actual es requerida')).toBeVisible()
    await expectAccessible(safo, 'password, with errors')
    await safo.keyboard.press('Escape')
    await expect(modal(safo)).toBeHidden()
    await expectAccessible(safo, 'the panel of the second tab')
  })
