import type { EmailPreferences, UserPreferences } from '../../contract/notifications.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import type { House } from './support/house.ts'
import { expect, type Page, test } from './support/test.ts'

test.use({ houseName: 'user-preferences' })

const path = '/admin/user-email-preferences'
const all = '**/api/notifications/admin/users/preferences'
const one = /\/api\/notifications\/admin\/users\/[0-9a-f]{32}\/preferences$/
const bulk = '**/api/notifications/admin/preferences/bulk-update'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toggle = (page: Page, kind: string, name: string) => page.getByRole('switch', { name: `${kind}: ${name}` })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Seleccionar a ${name}`, exact: true })
const panel = (page: Page) => page.getByRole('region', { name: 'Operaciones masivas' })
const apply = (page: Page) => panel(page).getByRole('button', { name: /^Aplicar/ })
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filtrar por nombre o correo' })
const totals = (page: Page) => page.getByRole('region', { name: 'Resumen de preferencias' }).getByRole('listitem')
const updated = (page: Page) => page.getByText('Preferencias actualizadas exitosamente')
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()

const users = async ({ hipatia }: House) =>
  (await hipatia.call<{ users: UserPreferences[] }>('GET', '/notifications/admin/users/preferences')).users
const preferencesOf = async (house: House, name: string) =>
  (await users(house)).find((user) => user.name === name)?.preferences

/** Safo, Zenón and Ana want what everybody wants at first. */
async function people(house: House) {
  const untouched = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false }
  for (const name of ['Safo', 'Zenón', 'Ana'])
    await (await house.person(name)).call('PUT', '/notifications/preferences', untouched)
}

test.beforeEach(async ({ house }) => {
  await people(house)
})

test.describe('One by one', () => {
  test('Hipatia turns off the posts of Safo, and nothing else; it is said for 3 seconds', async ({ house, openAs }) => {
    const page = await openAs('Hipatia', path, { before: (page) => page.clock.install() })
    await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
    await expect(toggle(page, 'Resumen', 'Safo')).not.toBeChecked()
    const before = (await totals(page).first().textContent()) ?? ''
    await page.clock.pauseAt(Date.now() + 60_000)
    await toggle(page, 'Posts', 'Safo').click()
    await expect(async () => {
      await page.clock.runFor(20)
      await expect(updated(page)).toBeVisible({ timeout: 200 })
    }).toPass()
    await expect(totals(page).first()).not.toHaveText(before)
    await page.clock.runFor(2900)
    await expect(updated(page)).toBeVisible()
    await page.clock.runFor(200)
    await expect(updated(page)).toBeHidden()
    const safo = { new_posts: false, admin_notifications: true, comment_replies: true, weekly_digest: false }
    expect(await preferencesOf(house, 'Safo')).toEqual(safo)
    expect(await preferencesOf(house, 'Zenón')).toEqual({ ...safo, new_posts: true })
  })

  test('all four can be turned, seen before the server has answered', async ({ house, openAs }) => {
    const page = await openAs('Hipatia', path)
    await expect(toggle(page, 'Posts', 'Ana')).toBeVisible()
    const gate = await holdBack(page, one)
    for (const kind of ['Posts', 'Admin', 'Comentarios', 'Resumen']) await toggle(page, kind, 'Ana').click()
    for (const kind of ['Posts', 'Admin', 'Comentarios']) await expect(toggle(page, kind, 'Ana')).not.toBeChecked()
    await expect(toggle(page, 'Resumen', 'Ana')).toBeChecked()
    await expect(updated(page)).toBeHidden()
    gate.open()
    await expect(updated(page)).toBeVisible()
    await expect
      .poll(() => preferencesOf(house, 'Ana'))
      .toEqual({ new_posts: false, admin_notifications: false, comment_replies: false, weekly_digest: true })
    for (const kind of ['Posts', 'Admin', 'Comentarios']) await expect(toggle(page, kind, 'Ana')).not.toBeChecked()
  })

  test('turned again and again in a hurry, it ends as it was left', async ({ house, openAs }) => {
    const page = await openAs('Hipatia', path)
    for (let turn = 0; turn < 5; turn++) await toggle(page, 'Admin', 'Ana').click()
    await expect.poll(async () => (await preferencesOf(house, 'Ana'))?.admin_notifications).toBe(false)
    await expect(toggle(page, 'Admin', 'Ana')).not.toBeChecked()
    await page.reload()
    await expect(toggle(page, 'Admin', 'Ana')).not.toBeChecked()
  })

  test('turned twice in a hurry and refused both times, it shows what is stored', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('500 PUT /api/notifications/admin/users/{id}/preferences')
    const page = await openAs('Hipatia', path)
    await refuse(page, one, 500)
    const gate = await holdBack(page, one)
    await toggle(page, 'Posts', 'Safo').click()
    await expect(toggle(page, 'Posts', 'Safo')).not.toBeChecked()
    await toggle(page, 'Posts', 'Safo').click()
    await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
    gate.open()
    await expect(
      page.getByRole('region', { name: 'Avisos' }).getByText('Error al actualizar la preferencia'),
    ).toHaveCount(2)
    await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
    expect((await preferencesOf(house, 'Safo'))?.new_posts).toBe(true)
  })

  for (const [detail, shown] of [
    [undefined, 'Error al actualizar la preferencia'],
    ['Zenón no quiere.', 'Zenón no quiere.'],
  ] as const)
    test(`what fails goes back, and is said: ${shown}`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 PUT /api/notifications/admin/users/{id}/preferences')
      const page = await openAs('Hipatia', path)
      await refuse(page, one, 500, detail)
      const gate = await holdBack(page, one)
      await toggle(page, 'Posts', 'Zenón').click()
      await expect(toggle(page, 'Posts', 'Zenón')).not.toBeChecked()
      gate.open()
      await expect(toast(page, shown)).toBeVisible()
      await expect(toggle(page, 'Posts', 'Zenón')).toBeChecked()
      await expect(updated(page)).toBeHidden()
      expect((await preferencesOf(house, 'Zenón'))?.new_posts).toBe(true)
    })

  test('they are sorted by what somebody doesn’t get, and a switch doesn’t carry its row away', async ({
    house,
    openAs,
  }) => {
    await (await house.person('Zenón')).call('PUT', '/notifications/preferences', { admin_notifications: false })
    const page = await openAs('Hipatia', path)
    const names = page.getByRole('rowheader').locator('bdi')
    const place = async (name: string) => (await names.allTextContents()).indexOf(name)
    await expect(toggle(page, 'Admin', 'Zenón')).not.toBeChecked()
    expect(await place('Ana')).toBeLessThan(await place('Zenón'))
    await page.getByLabel('Ordenar por').selectOption('Sin Admin primero')
    await expect(names.first()).toHaveText('Zenón')
    const before = await place('Safo')
    await toggle(page, 'Admin', 'Safo').click()
    await expect(updated(page)).toBeVisible()
    expect(await place('Safo')).toBe(before)
    await filter(page).fill('alejandria')
    await expect(names.first()).toHaveText('Zenón')
    await page.getByLabel('Ordenar por').selectOption('Nombre')
    await expect(names.first()).toHaveText('Ana')
  })

  test('who is inactive is marked, and stays in the table', async ({ house, openAs }) => {
    const zenon = await house.person('Zenón')
    await house.hipatia.call('POST', `/auth/users/${zenon.id}/toggle-status`)
    const page = await openAs('Hipatia', path)
    await expect(row(page, 'Zenón')).toContainText('Inactivo')
    await expect(row(page, 'Zenón')).toContainText('no recibe correos')
    await expect(page.getByText('Inactivo', { exact: true })).toHaveCount(1)
    await house.hipatia.call('POST', `/auth/users/${zenon.id}/toggle-status`)
  })
})

test.describe('Many at once', () => {
  test('Hipatia chooses two, and what changes for both of them; Ana keeps hers', async ({ house, openAs }) => {
    const page = await openAs('Hipatia', path)
    await box(page, 'Safo').check()
    await box(page, 'Zenón').check()
    await expect(apply(page)).toHaveText('Aplicar a 2 usuarios')
    const select = panel(page).getByLabel('Posts')
    await expect(select.getByRole('option')).toHaveText(['Sin cambios', 'Activar', 'Desactivar'])
    await select.selectOption('Desactivar')
    await panel(page).getByLabel('Resumen').selectOption('Activar')
    await apply(page).click()
    await expect(updated(page)).toBeVisible()
    const changed = { new_posts: false, admin_notifications: true, comment_replies: true, weekly_digest: true }
    expect(await preferencesOf(house, 'Safo')).toEqual(changed)
    expect(await preferencesOf(house, 'Zenón')).toEqual(changed)
    expect((await preferencesOf(house, 'Ana'))?.new_posts).toBe(true)
    await expect(toggle(page, 'Posts', 'Safo')).not.toBeChecked()
    await expect(toggle(page, 'Resumen', 'Zenón')).toBeChecked()
    await expect(toggle(page, 'Posts', 'Ana')).toBeChecked()
    await expect(select).toHaveValue('')
    const on = (await users(house)).filter(({ preferences }) => preferences.weekly_digest).length
    await expect(totals(page).last()).toContainText(`${on} de ${(await users(house)).length} usuarios`)
  })

  test('the button says what is missing', async ({ openAs }) => {
    const page = await openAs('Hipatia', path)
    await apply(page).click()
    await expect(panel(page).getByRole('alert')).toHaveText('Selecciona al menos un usuario')
    await box(page, 'Safo').check()
    await apply(page).click()
    await expect(panel(page).getByRole('alert')).toHaveText('Selecciona al menos una preferencia para actualizar')
    await panel(page).getByLabel('Admin').selectOption('Activar')
    await expect(panel(page).getByRole('alert')).toHaveCount(0)
  })

  for (const [detail, shown] of [
    [undefined, 'Error al actualizar las preferencias masivamente'],
    ['Alguno de esos usuarios no existe', 'Alguno de esos usuarios no existe'],
  ] as const)
    test(`what fails is said, and what was chosen stays: ${shown}`, async ({ openAs, trouble }) => {
      trouble.expect('500 POST /api/notifications/admin/preferences/bulk-update')
      const page = await openAs('Hipatia', path)
      await refuse(page, bulk, 500, detail)
      await box(page, 'Safo').check()
      await panel(page).getByLabel('Posts').selectOption('Desactivar')
      await apply(page).click()
      await expect(panel(page).getByRole('alert')).toHaveText(shown)
      await expect(box(page, 'Safo')).toBeChecked()
      await expect(panel(page).getByLabel('Posts')).toHaveValue('off')
      await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
      await expect(updated(page)).toBeHidden()
    })

  test('all are selected and deselected, of those that the filter finds, without regard to accents', async ({
    house,
    openAs,
  }) => {
    const total = (await users(house)).length
    const page = await openAs('Hipatia', path)
    await page.getByRole('button', { name: 'Seleccionar todos', exact: true }).click()
    await expect(apply(page)).toHaveText(`Aplicar a ${total} usuarios`)
    await filter(page).fill('zenon')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(row(page, 'Zenón')).toBeVisible()
    await page.getByRole('button', { name: 'Deseleccionar todos', exact: true }).click()
    await expect(apply(page)).toHaveText(`Aplicar a ${total - 1} usuarios`)
    await expect(page.getByText(`(${total - 1} fuera del filtro)`)).toBeVisible()
    await filter(page).fill('SAFO@alejandria')
    await expect(row(page, 'Safo')).toBeVisible()
    await expect(box(page, 'Safo')).toBeChecked()
    await filter(page).fill('nadie así')
    await expect(page.getByText('Nadie se llama «nadie así», ni su correo.')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar el filtro' }).click()
    await expect(filter(page)).toBeFocused()
    await expect(page.getByRole('row')).toHaveCount(total + 1)
    await expect(box(page, 'Zenón')).not.toBeChecked()
  })
})

const wanted: EmailPreferences = {
  ...{ new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
}
const crowd: UserPreferences[] = Array.from({ length: 2000 }, (_, index) => ({
  ...{ id: index.toString(16).padStart(32, '0'), name: `Persona ${index}` },
  ...{ email: `persona${index}@alejandria.example`, role: 'normal', is_active: true, preferences: wanted },
}))

test('of two thousand those in sight are drawn, and all of them are found and chosen', async ({ openAs }) => {
  const page = await openAs('Hipatia', path, {
    before: (page) => page.route(all, (route) => route.fulfill({ json: { users: crowd } })),
  })
  await expect(page.getByText('2000 usuarios', { exact: true })).toBeVisible()
  await expect(totals(page).first()).toContainText('2000 de 2000 usuarios')
  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBeLessThan(300)
  await filter(page).fill('persona 1999')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(row(page, 'persona1999@alejandria.example')).toBeVisible()
  await filter(page).fill('')
  await page.getByRole('button', { name: 'Seleccionar todos', exact: true }).click()
  await expect(apply(page)).toHaveText('Aplicar a 2000 usuarios')
  await expect(box(page, 'Persona 40')).toBeChecked()
  // whoever scrolls on sees more of them
  const drawn = await rows.count()
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(drawn)
})

for (const [detail, shown] of [
  [undefined, 'Error al cargar las preferencias de los usuarios'],
  ['La lista no está.', 'La lista no está.'],
] as const)
  test(`a table that does not come is said, with a way to try again: ${shown}`, async ({ openAs, trouble }) => {
    trouble.expect('500 GET /api/notifications/admin/users/preferences')
    const page = await openAs('Hipatia', path, { before: (page) => refuse(page, all, 500, detail) })
    const alert = page.getByRole('alert').filter({ hasText: shown })
    await expect(alert).toBeVisible()
    await page.unroute(all)
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(alert).toBeHidden()
    await expect(row(page, 'Safo')).toBeVisible()
  })

test('while it comes that is said', async ({ openAs }) => {
  let gate = { open: () => {} }
  const page = await openAs('Hipatia', path, {
    before: async (page) => {
      gate = await holdBack(page, all)
    },
  })
  await expect(page.getByText('Cargando preferencias...')).toBeVisible()
  gate.open()
  await expect(row(page, 'Safo')).toBeVisible()
  await expect(page.getByText('Cargando preferencias...')).toHaveCount(0)
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`axe finds nothing on ${screen}: table, selection, errors`, async ({ openAs }) => {
    const page = await openAs('Hipatia', path, { screen })
    await expect(row(page, 'Safo')).toBeVisible()
    await expectAccessible(page, 'the table')
    await box(page, 'Safo').check()
    await toggle(page, 'Resumen', 'Ana').click()
    await apply(page).click()
    await expect(panel(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'with a selection and an error')
  })
