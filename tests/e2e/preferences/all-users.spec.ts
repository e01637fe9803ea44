import type { EmailPreferences, UserPreferences } from '../../../contract/preferences.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  allPreferencesRequest,
  applyButton,
  bulkPanel,
  preferencesPath,
  selectionBox,
} from '../../support/browser/pages/preferences.ts'
import { rowOf } from '../../support/browser/pages/tables.ts'
import { toast, toasts } from '../../support/browser/pages/toasts.ts'
import { blankPage, expect, type Page, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'user-preferences' })

const one = /\/api\/notifications\/admin\/users\/[0-9a-f]{32}\/preferences$/
const bulk = '**/api/notifications/admin/preferences/bulk-update'

const toggle = (page: Page, kind: string, name: string) => page.getByRole('switch', { name: `${kind}: ${name}` })
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filtrar por nombre o correo' })
const totals = (page: Page) => page.getByRole('region', { name: 'Resumen de preferencias' }).getByRole('listitem')
const updated = (page: Page) => page.getByText('Preferencias actualizadas exitosamente')

const users = async ({ hipatia }: TestServer) =>
  (await hipatia.call<{ users: UserPreferences[] }>('GET', '/notifications/admin/users/preferences')).users
const preferencesOf = async (server: TestServer, name: string) =>
  (await users(server)).find((user) => user.name === name)?.preferences

/** Gives Safo, Zenón and Ana the default preferences. */
async function people(server: TestServer) {
  const untouched = { new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false }
  for (const name of ['Safo', 'Zenón', 'Ana'])
    await (await server.person(name)).call('PUT', '/notifications/preferences', untouched)
}

test.beforeEach(async ({ server }) => {
  await people(server)
})

test.describe('The preferences of a single user', () => {
  test('change when Hipatia turns off Safo’s mails for posts, and no others; a message is shown for 3 seconds', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    // the clock goes on by a minute while the live connection may be opening
    pageErrors.tolerate(/^console warning: WebSocket connection /)
    const page = await openAs('Hipatia', preferencesPath, { before: (page) => page.clock.install() })
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
    expect(await preferencesOf(server, 'Safo')).toEqual(safo)
    expect(await preferencesOf(server, 'Zenón')).toEqual({ ...safo, new_posts: true })
  })

  test('have four switches, which change before the server responds', async ({ server, openAs }) => {
    const page = await openAs('Hipatia', preferencesPath)
    await expect(toggle(page, 'Posts', 'Ana')).toBeVisible()
    const delayed = await delayResponse(page, one)
    for (const kind of ['Posts', 'Admin', 'Comentarios', 'Resumen']) await toggle(page, kind, 'Ana').click()
    for (const kind of ['Posts', 'Admin', 'Comentarios']) await expect(toggle(page, kind, 'Ana')).not.toBeChecked()
    await expect(toggle(page, 'Resumen', 'Ana')).toBeChecked()
    await expect(updated(page)).toBeHidden()
    delayed.release()
    await expect(updated(page)).toBeVisible()
    await expect
      .poll(() => preferencesOf(server, 'Ana'))
      .toEqual({ new_posts: false, admin_notifications: false, comment_replies: false, weekly_digest: true })
    for (const kind of ['Posts', 'Admin', 'Comentarios']) await expect(toggle(page, kind, 'Ana')).not.toBeChecked()
  })

  test('are stored as last chosen after several quick clicks on a switch', async ({ server, openAs }) => {
    const page = await openAs('Hipatia', preferencesPath)
    let answers = 0
    page.on('response', (response) => {
      if (one.test(response.url())) answers++
    })
    for (const isOn of [false, true, false, true, false]) {
      await toggle(page, 'Admin', 'Ana').click()
      await expect(toggle(page, 'Admin', 'Ana')).toBeChecked({ checked: isOn })
    }
    await expect.poll(() => answers).toBe(5) // a reload would lose the clicks that are not stored yet
    await expect.poll(async () => (await preferencesOf(server, 'Ana'))?.admin_notifications).toBe(false)
    await expect(toggle(page, 'Admin', 'Ana')).not.toBeChecked()
    await page.reload()
    await expect(toggle(page, 'Admin', 'Ana')).not.toBeChecked()
  })

  test('are shown as stored after two quick clicks that the server refuses', async ({ server, openAs, pageErrors }) => {
    pageErrors.expect('500 PUT /api/notifications/admin/users/{id}/preferences')
    const page = await openAs('Hipatia', preferencesPath)
    await refuse(page, one, 500)
    const delayed = await delayResponse(page, one)
    await toggle(page, 'Posts', 'Safo').click()
    await expect(toggle(page, 'Posts', 'Safo')).not.toBeChecked()
    await toggle(page, 'Posts', 'Safo').click()
    await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
    delayed.release()
    await expect(toasts(page).getByText('Error al actualizar la preferencia')).toHaveCount(2)
    await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
    expect((await preferencesOf(server, 'Safo'))?.new_posts).toBe(true)
  })

  test('are restored after a failure, which is shown, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 PUT /api/notifications/admin/users/{id}/preferences')
    const page = await openAs('Hipatia', preferencesPath)
    for (const [detail, shown] of [
      [undefined, 'Error al actualizar la preferencia'],
      ['Zenón no quiere.', 'Zenón no quiere.'],
    ] as const)
      await test.step(shown, async () => {
        await refuse(page, one, 500, detail)
        const delayed = await delayResponse(page, one)
        await toggle(page, 'Posts', 'Zenón').click()
        await expect(toggle(page, 'Posts', 'Zenón')).not.toBeChecked()
        delayed.release()
        await expect(toast(page, shown)).toBeVisible()
        await expect(toggle(page, 'Posts', 'Zenón')).toBeChecked()
        await expect(updated(page)).toBeHidden()
        expect((await preferencesOf(server, 'Zenón'))?.new_posts).toBe(true)
        await page.unroute(one)
      })
  })

  test('can be sorted by turned-off mails first, and a row stays in place when its switch changes', async ({
    server,
    openAs,
  }) => {
    await (await server.person('Zenón')).call('PUT', '/notifications/preferences', { admin_notifications: false })
    const page = await openAs('Hipatia', preferencesPath)
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

  test('are listed for an inactive user too, who is marked', async ({ server, openAs }) => {
    const zenon = await server.person('Zenón')
    await server.hipatia.call('POST', `/auth/users/${zenon.id}/toggle-status`)
    const page = await openAs('Hipatia', preferencesPath)
    await expect(rowOf(page, 'Zenón')).toContainText('Inactivo')
    await expect(rowOf(page, 'Zenón')).toContainText('no recibe correos')
    await expect(page.getByText('Inactivo', { exact: true })).toHaveCount(1)
    await server.hipatia.call('POST', `/auth/users/${zenon.id}/toggle-status`)
  })
})

test.describe('The bulk update of preferences', () => {
  test('changes the two users whom Hipatia selected, not Ana', async ({ server, openAs }) => {
    const page = await openAs('Hipatia', preferencesPath)
    await selectionBox(page, 'Safo').check()
    await selectionBox(page, 'Zenón').check()
    await expect(applyButton(page)).toHaveText('Aplicar a 2 usuarios')
    const select = bulkPanel(page).getByLabel('Posts')
    await expect(select.getByRole('option')).toHaveText(['Sin cambios', 'Activar', 'Desactivar'])
    await select.selectOption('Desactivar')
    await bulkPanel(page).getByLabel('Resumen').selectOption('Activar')
    await applyButton(page).click()
    await expect(updated(page)).toBeVisible()
    const changed = { new_posts: false, admin_notifications: true, comment_replies: true, weekly_digest: true }
    expect(await preferencesOf(server, 'Safo')).toEqual(changed)
    expect(await preferencesOf(server, 'Zenón')).toEqual(changed)
    expect((await preferencesOf(server, 'Ana'))?.new_posts).toBe(true)
    await expect(toggle(page, 'Posts', 'Safo')).not.toBeChecked()
    await expect(toggle(page, 'Resumen', 'Zenón')).toBeChecked()
    await expect(toggle(page, 'Posts', 'Ana')).toBeChecked()
    await expect(select).toHaveValue('')
    const on = (await users(server)).filter(({ preferences }) => preferences.weekly_digest).length
    await expect(totals(page).last()).toContainText(`${on} de ${(await users(server)).length} usuarios`)
  })

  test('has a button that says what is missing', async ({ openAs }) => {
    const page = await openAs('Hipatia', preferencesPath)
    await applyButton(page).click()
    await expect(bulkPanel(page).getByRole('alert')).toHaveText('Selecciona al menos un usuario')
    await selectionBox(page, 'Safo').check()
    await applyButton(page).click()
    await expect(bulkPanel(page).getByRole('alert')).toHaveText('Selecciona al menos una preferencia para actualizar')
    await bulkPanel(page).getByLabel('Admin').selectOption('Activar')
    await expect(bulkPanel(page).getByRole('alert')).toHaveCount(0)
  })

  test('shows a failure and keeps the selection, with and without a reason from the server', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/notifications/admin/preferences/bulk-update')
    const page = await openAs('Hipatia', preferencesPath)
    await selectionBox(page, 'Safo').check()
    await bulkPanel(page).getByLabel('Posts').selectOption('Desactivar')
    for (const [detail, shown] of [
      [undefined, 'Error al actualizar las preferencias masivamente'],
      ['Alguno de esos usuarios no existe', 'Alguno de esos usuarios no existe'],
    ] as const)
      await test.step(shown, async () => {
        await refuse(page, bulk, 500, detail)
        await applyButton(page).click()
        await expect(bulkPanel(page).getByRole('alert')).toHaveText(shown)
        await expect(selectionBox(page, 'Safo')).toBeChecked()
        await expect(bulkPanel(page).getByLabel('Posts')).toHaveValue('off')
        await expect(toggle(page, 'Posts', 'Safo')).toBeChecked()
        await expect(updated(page)).toBeHidden()
        await page.unroute(bulk)
      })
  })

  test('selects and deselects all users that match the filter, which ignores accents', async ({ server, openAs }) => {
    const total = (await users(server)).length
    const page = await openAs('Hipatia', preferencesPath)
    await page.getByRole('button', { name: 'Seleccionar todos', exact: true }).click()
    await expect(applyButton(page)).toHaveText(`Aplicar a ${total} usuarios`)
    await filter(page).fill('zenon')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(rowOf(page, 'Zenón')).toBeVisible()
    await page.getByRole('button', { name: 'Deseleccionar todos', exact: true }).click()
    await expect(applyButton(page)).toHaveText(`Aplicar a ${total - 1} usuarios`)
    await expect(page.getByText(`(${total - 1} fuera del filtro)`)).toBeVisible()
    await filter(page).fill('SAFO@alejandria')
    await expect(rowOf(page, 'Safo')).toBeVisible()
    await expect(selectionBox(page, 'Safo')).toBeChecked()
    await filter(page).fill('nadie así')
    await expect(page.getByText('Nadie se llama «nadie así», ni su correo.')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar el filtro' }).click()
    await expect(filter(page)).toBeFocused()
    await expect(page.getByRole('row')).toHaveCount(total + 1)
    await expect(selectionBox(page, 'Zenón')).not.toBeChecked()
  })
})

const wanted: EmailPreferences = {
  ...{ new_posts: true, admin_notifications: true, comment_replies: true, weekly_digest: false },
}
const crowd: UserPreferences[] = Array.from({ length: 2000 }, (_, index) => ({
  ...{ id: index.toString(16).padStart(32, '0'), name: `Persona ${index}` },
  ...{ email: `persona${index}@alejandria.example`, role: 'normal', is_active: true, preferences: wanted },
}))

test('of two thousand users only the visible rows are rendered, and all can be found and selected', async ({
  openAs,
}) => {
  const page = await openAs('Hipatia', preferencesPath, {
    before: (page) => page.route(allPreferencesRequest, (route) => route.fulfill({ json: { users: crowd } })),
  })
  await expect(page.getByText('2000 usuarios', { exact: true })).toBeVisible()
  await expect(totals(page).first()).toContainText('2000 de 2000 usuarios')
  const rows = page.locator('tbody tr')
  expect(await rows.count()).toBeLessThan(300)
  await filter(page).fill('persona 1999')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(rowOf(page, 'persona1999@alejandria.example')).toBeVisible()
  await filter(page).fill('')
  await expect(page.getByText('2000 usuarios', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Seleccionar todos', exact: true }).click()
  await expect(applyButton(page)).toHaveText('Aplicar a 2000 usuarios')
  await expect(selectionBox(page, 'Persona 40')).toBeChecked()
  // Scrolling renders further rows.
  const drawn = await rows.count()
  await rows.last().scrollIntoViewIfNeeded()
  await expect.poll(() => rows.count()).toBeGreaterThan(drawn)
})

test('a table of preferences that fails to load shows an error and a retry button, with and without a reason from the server', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/notifications/admin/users/preferences')
  const page = await openAs('Hipatia', blankPage)
  for (const [detail, shown] of [
    [undefined, 'Error al cargar las preferencias de los usuarios'],
    ['La lista no está.', 'La lista no está.'],
  ] as const)
    await test.step(shown, async () => {
      await refuse(page, allPreferencesRequest, 500, detail)
      await page.goto(preferencesPath)
      const alert = page.getByRole('alert').filter({ hasText: shown })
      await expect(alert).toBeVisible()
      await page.unroute(allPreferencesRequest)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await expect(alert).toBeHidden()
      await expect(rowOf(page, 'Safo')).toBeVisible()
    })
})

test('the page says that the preferences are loading', async ({ openAs }) => {
  let delayed = { release: () => {} }
  const page = await openAs('Hipatia', preferencesPath, {
    before: async (page) => {
      delayed = await delayResponse(page, allPreferencesRequest)
    },
  })
  await expect(page.getByText('Cargando preferencias...')).toBeVisible()
  delayed.release()
  await expect(rowOf(page, 'Safo')).toBeVisible()
  await expect(page.getByText('Cargando preferencias...')).toHaveCount(0)
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`axe finds no violation in the preferences of all users on ${screen}: table, selection, errors`, async ({
    openAs,
  }) => {
    const page = await openAs('Hipatia', preferencesPath, { screen })
    await expect(rowOf(page, 'Safo')).toBeVisible()
    await expectAccessible(page, 'the table')
    await selectionBox(page, 'Safo').check()
    await toggle(page, 'Resumen', 'Ana').click()
    await applyButton(page).click()
    await expect(bulkPanel(page).getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'with a selection and an error')
  })
