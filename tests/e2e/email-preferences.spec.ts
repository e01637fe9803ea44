// The panel of e-mail preferences (SPEC §2 'Account', §4, §8, §9): at /profile/email-preferences and in the account.
import type { EmailPreferences } from '../../contract/notifications.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import type { House } from './support/house.ts'
import { expect, type Page, test } from './support/test.ts'

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

/** Somebody who has the preferences one begins with. */
async function begins(house: House, name: string) {
  const person = await house.person(name)
  await person.call('PUT', '/notifications/preferences', defaults)
  return { stored: () => person.call<EmailPreferences>('GET', '/notifications/preferences') }
}

test('Safo finds the four kinds of mail, two of them for later, and what else there is to know', async ({
  house,
  openAs,
}) => {
  await begins(house, 'Safo')
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

test('what Safo chooses is stored at once, and said for three seconds', async ({ house, openAs }) => {
  const { stored } = await begins(house, 'Safo')
  const safo = await openAs('Safo', path, { before: (page) => page.clock.install() })
  await expect(posts(safo)).toBeChecked()
  await safo.clock.pauseAt(Date.now() + 1000)
  await posts(safo).click()
  const said = safo.getByRole('main').getByRole('status').filter({ hasText: updated })
  // in steps of nothing much, as long as the call takes
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

for (const [what, detail, shown] of [
  ['in the server’s words', 'Hoy no se guarda nada.', 'Hoy no se guarda nada.'],
  ['in ours where it has none', undefined, 'Error al actualizar las preferencias'],
] as const)
  test(`a switch that can’t be saved goes back, and that is said beside it, ${what}`, async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 PUT /api/notifications/preferences')
    const { stored } = await begins(house, 'Safo')
    const safo = await openAs('Safo', path)
    await expect(posts(safo)).toBeChecked()
    await refuse(safo, address, 500, detail, 'PUT')
    const gate = await holdBack(safo, address)
    await posts(safo).click()
    await expect(posts(safo)).not.toBeChecked() // before anybody answered
    gate.open()
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

test('quick toggles end in what was chosen last, one call after the other', async ({ house, openAs }) => {
  const { stored } = await begins(house, 'Safo')
  const safo = await openAs('Safo', path)
  await expect(posts(safo)).toBeChecked()
  const sent: unknown[] = []
  safo.on('request', (request) => request.method() === 'PUT' && sent.push(request.postDataJSON()))
  const gate = await holdBack(safo, address)
  for (const isOn of [false, true, false]) {
    await posts(safo).click()
    await expect(posts(safo)).toBeChecked({ checked: isOn })
  }
  await notices(safo).click()
  expect(sent).toEqual([{ new_posts: false }])
  gate.open()
  await expect(safo.getByText(updated)).toBeVisible()
  await expect.poll(() => sent.length).toBe(4)
  await expect.poll(stored).toEqual({ ...defaults, new_posts: false, admin_notifications: false })
  await expect(posts(safo)).not.toBeChecked()
  await expect(notices(safo)).not.toBeChecked()
})

test('when the first of two quick toggles fails, the second one counts and nothing is complained of', async ({
  house,
  openAs,
  trouble,
}) => {
  trouble.expect('500 PUT /api/notifications/preferences')
  const { stored } = await begins(house, 'Safo')
  const safo = await openAs('Safo', path)
  await expect(posts(safo)).toBeChecked()
  let calls = 0
  await safo.route(address, (route) =>
    route.request().method() === 'PUT' && ++calls === 1 ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  const gate = await holdBack(safo, address)
  await posts(safo).click()
  await posts(safo).click()
  gate.open()
  await expect(safo.getByText(updated)).toBeVisible()
  await expect(posts(safo)).toBeChecked()
  await expect(panel(safo).getByRole('alert')).toHaveCount(0)
  expect(await stored()).toEqual(defaults)
})

test('preferences that don’t come can be asked for again', async ({ house, openAs, trouble }) => {
  trouble.expect('500 GET /api/notifications/preferences')
  await begins(house, 'Safo')
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

test('while the preferences are on their way, their place is kept and that is said', async ({ house, openAs }) => {
  await begins(house, 'Safo')
  let open = () => {}
  const safo = await openAs('Safo', path, {
    before: async (page) => {
      open = (await holdBack(page, address)).open
    },
  })
  await expect(safo.getByText('Cargando preferencias...')).toBeVisible()
  await expect(safo.getByRole('switch')).toHaveCount(0)
  open()
  await expect(posts(safo)).toBeVisible()
  await expect(safo.getByText('Cargando preferencias...')).toHaveCount(0)
})

test('the space bar is enough', async ({ house, openAs }) => {
  const { stored } = await begins(house, 'Safo')
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
  test(`the panel is accessible on a ${screen} screen, with a success and with a failure`, async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 PUT /api/notifications/preferences')
    await begins(house, 'Safo')
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
