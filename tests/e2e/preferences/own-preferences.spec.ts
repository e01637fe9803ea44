// The panel of e-mail preferences (SPEC §2 'Account', §4, §8, §9): at /profile/email-preferences and in the account.
import type { EmailPreferences } from '../../../contract/preferences.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { blankPage, expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

const path = '/profile/email-preferences'
const address = '**/api/notifications/preferences'
const updated = 'Preferencias actualizadas exitosamente'

const panel = (page: Page) => page.getByRole('list', { name: 'Preferencias de Email' })
const toggle = (page: Page, name: string) => panel(page).getByRole('switch', { name, exact: true })
const posts = (page: Page) => toggle(page, 'Nuevos posts')
const notices = (page: Page) => toggle(page, 'Avisos de la administración')

const defaults: EmailPreferences = {
  new_posts: true,
  admin_notifications: true,
  comment_replies: true,
  weekly_digest: false,
}

/** A user with the default preferences. */
async function begins(server: TestServer, name: string) {
  const person = await server.person(name)
  await person.call('PUT', '/notifications/preferences', defaults)
  return { stored: () => person.call<EmailPreferences>('GET', '/notifications/preferences') }
}

test('Safo sees the four kinds of mail, two of them marked as coming later, and the explanations', async ({
  server,
  openAs,
}) => {
  await begins(server, 'Safo')
  const safo = await openAs('Safo', path)
  await expect(safo.getByRole('heading', { level: 1 })).toHaveText('Preferencias de Email')
  await expect(posts(safo)).toBeChecked()
  await expect(notices(safo)).toBeChecked()
  await expect(posts(safo)).toBeEnabled()
  await expect(notices(safo)).toBeEnabled()
  const later = [toggle(safo, 'Respuestas a comentarios'), toggle(safo, 'Resumen semanal')] as const
  await expect(later[0]).toBeChecked()
  await expect(later[1]).not.toBeChecked()
  for (const one of later) {
    await expect(one).toBeDisabled()
    await expect(one).toHaveAccessibleDescription(/^Próximamente disponible/)
  }
  await expect(panel(safo).getByText('Próximamente disponible', { exact: true })).toHaveCount(2)
  const notes = safo.getByRole('list', { name: 'Conviene saber' })
  await expect(notes).toContainText('Los cambios se aplican de inmediato.')
  await expect(notes).toContainText('Los correos críticos de seguridad se envían siempre.')
  await expect(notes).toContainText('safo@alejandria.example')
  await safo.getByRole('main').getByRole('link', { name: 'Administrar Cuenta' }).click()
  await expect(safo).toHaveURL('/account')
  await expect(posts(safo)).toBeChecked()
})

test('Safo’s choice is stored at once, and a message is shown for three seconds', async ({ server, openAs }) => {
  const { stored } = await begins(server, 'Safo')
  const safo = await openAs('Safo', path, { before: (page) => page.clock.install() })
  await expect(posts(safo)).toBeChecked()
  await safo.clock.pauseAt(Date.now() + 20_000)
  await posts(safo).click()
  const said = safo.getByRole('main').getByRole('status').filter({ hasText: updated })
  // Small steps of the fake clock, so that the request can finish in between.
  await expect(async () => {
    await safo.clock.runFor(5)
    await expect(said).toBeVisible({ timeout: 100 })
  }).toPass()
  await expect(posts(safo)).not.toBeChecked()
  expect(await stored()).toEqual({ ...defaults, new_posts: false })
  await safo.clock.runFor(2900)
  await expect(said).toBeVisible()
  await safo.clock.runFor(150)
  await expect(said).toBeHidden()
  await safo.clock.resume()
  await safo.reload()
  await expect(posts(safo)).not.toBeChecked()
  await expect(notices(safo)).toBeChecked()
})

test('a switch that can’t be saved is restored, with the error next to it, in the words of the server or the page', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 PUT /api/notifications/preferences')
  const safo = await openAs('Safo', blankPage)
  for (const [detail, shown] of [
    ['Hoy no se guarda nada.', 'Hoy no se guarda nada.'],
    [undefined, 'Error al actualizar las preferencias'],
  ] as const)
    await test.step(shown, async () => {
      const { stored } = await begins(server, 'Safo')
      await safo.goto(path)
      await expect(posts(safo)).toBeChecked()
      await refuse(safo, address, 500, detail, 'PUT')
      const delayed = await delayResponse(safo, address)
      await posts(safo).click()
      await expect(posts(safo)).not.toBeChecked() // before the response
      delayed.release()
      await expect(posts(safo)).toBeChecked()
      const item = panel(safo)
        .getByRole('listitem')
        .filter({ has: safo.getByRole('switch', { name: 'Nuevos posts' }) })
      await expect(item.getByRole('alert')).toHaveText(shown)
      await expect(safo.getByText(updated)).toBeHidden()
      expect(await stored()).toEqual(defaults)
      await safo.unroute(address)
      await posts(safo).click()
      await expect(safo.getByText(updated)).toBeVisible()
      await expect(panel(safo).getByRole('alert')).toHaveCount(0)
      expect(await stored()).toEqual({ ...defaults, new_posts: false })
    })
})

test('quick toggles are sent one after the other, and the last choice is stored', async ({ server, openAs }) => {
  const { stored } = await begins(server, 'Safo')
  const safo = await openAs('Safo', path)
  await expect(posts(safo)).toBeChecked()
  const sent: unknown[] = []
  safo.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  const delayed = await delayResponse(safo, address)
  for (const isOn of [false, true, false]) {
    await posts(safo).click()
    await expect(posts(safo)).toBeChecked({ checked: isOn })
  }
  await notices(safo).click()
  await expect.poll(() => sent).toEqual([{ new_posts: false }])
  delayed.release()
  await expect(safo.getByText(updated)).toBeVisible()
  await expect.poll(() => sent.length).toBe(4)
  await expect.poll(stored).toEqual({ ...defaults, new_posts: false, admin_notifications: false })
  await expect(posts(safo)).not.toBeChecked()
  await expect(notices(safo)).not.toBeChecked()
})

test('if the first of two quick toggles fails, the second is stored and no error is shown', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 PUT /api/notifications/preferences')
  const { stored } = await begins(server, 'Safo')
  const safo = await openAs('Safo', path)
  await expect(posts(safo)).toBeChecked()
  let calls = 0
  await safo.route(address, (route) =>
    route.request().method() === 'PUT' && ++calls === 1 ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  const delayed = await delayResponse(safo, address)
  await posts(safo).click()
  await expect(posts(safo)).not.toBeChecked()
  await posts(safo).click()
  delayed.release()
  await expect(safo.getByText(updated)).toBeVisible()
  await expect(posts(safo)).toBeChecked()
  await expect(panel(safo).getByRole('alert')).toHaveCount(0)
  expect(await stored()).toEqual(defaults)
})

test('preferences that failed to load can be loaded again', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/notifications/preferences')
  await begins(server, 'Safo')
  const safo = await openAs('Safo', path, { before: (page) => refuse(page, address, 500, 'Hoy no se lee nada.') })
  const alert = safo.getByRole('main').getByRole('alert')
  await expect(alert).toContainText('Hoy no se lee nada.')
  await refuse(safo, address, 500)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect(alert).toContainText('Error al cargar las preferencias de email')
  await safo.unroute(address)
  await alert.getByRole('button', { name: 'Reintentar' }).press('Enter')
  await expect(posts(safo)).toBeChecked()
  await expect(alert).toHaveCount(0)
  await safo.keyboard.press('Tab')
  await expect(posts(safo)).toBeFocused()
})

test('the panel reserves space for its preferences and says that they are loading', async ({ server, openAs }) => {
  await begins(server, 'Safo')
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', path, {
    before: async (page) => {
      delayed = await delayResponse(page, address)
    },
  })
  await expect(safo.getByText('Cargando preferencias...')).toBeVisible()
  await expect(safo.getByRole('switch')).toHaveCount(0)
  delayed.release()
  await expect(posts(safo)).toBeVisible()
  await expect(safo.getByText('Cargando preferencias...')).toHaveCount(0)
})

test('Safo toggles her preferences with the space bar alone', async ({ server, openAs }) => {
  const { stored } = await begins(server, 'Safo')
  const safo = await openAs('Safo', path)
  await posts(safo).focus()
  await safo.keyboard.press('Space')
  await safo.keyboard.press('Tab')
  await expect(notices(safo)).toBeFocused()
  await safo.keyboard.press('Space')
  await expect.poll(stored).toEqual({ ...defaults, new_posts: false, admin_notifications: false })
  await expect(notices(safo)).toBeFocused()
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`the panel is accessible on a ${screen} screen, after a success and after a failure`, async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 PUT /api/notifications/preferences')
    await begins(server, 'Safo')
    const safo = await openAs('Safo', path, { screen, before: (page) => page.clock.install() })
    await expect(posts(safo)).toBeChecked()
    await refuse(safo, address, 500, undefined, 'PUT')
    await notices(safo).click()
    await expect(panel(safo).getByRole('alert')).toBeVisible()
    await safo.unroute(address)
    await posts(safo).click()
    await expect(safo.getByText(updated)).toBeVisible()
    await expectAccessible(safo, 'preferences')
  })
