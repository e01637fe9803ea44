// The preferences of all users, and the panel for bulk updates (SPEC §2, §5, §8).
import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type BulkUpdate, preferences, type UserPreferences } from '../../../contract/preferences.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { toasts } from '../../support/web/dialogs.ts'
import { hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo, withAndWithoutReason } from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { emailPreferences } from '../account/account-answers.ts'

const path = '/admin/user-email-preferences'
const person = (name: string, n: number, more: Partial<UserPreferences> = {}): UserPreferences => ({
  id: idOf(n),
  name,
  email: `${name.replaceAll(' ', '').toLowerCase()}@alejandria.example`,
  role: 'normal',
  is_active: true,
  preferences: emailPreferences,
  ...more,
})
const crowd = (count: number) => Array.from({ length: count }, (_, n) => person(`Persona ${n}`, n + 10))

const toggle = (kind: string, name: string) => page.getByRole('switch', { name: `${kind}: ${name}` })
const isOn = (toggle: Locator) => (toggle.element() as HTMLInputElement).checked
const filter = page.getByRole('searchbox', { name: 'Filtrar por nombre o correo' })
const totals = page.getByRole('region', { name: 'Resumen de preferencias' }).getByRole('listitem')
const updated = page.getByText('Preferencias actualizadas exitosamente')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const box = (name: string) => page.getByRole('checkbox', { name: `Seleccionar a ${name}`, exact: true })
const bulk = page.getByRole('region', { name: 'Operaciones masivas' })
const apply = bulk.getByRole('button', { name: /^Aplicar/ })
const toBulk = page.getByRole('button', { name: 'Ir a las operaciones masivas' })
const names = () => [...document.querySelectorAll('tbody th bdi')].map(({ textContent }) => textContent)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

async function openUsers(
  users: UserPreferences[] = [person('Ana', 1), person('Safo', 2), person('Zenón', 3)],
  screen: 'desktop' | 'narrow' = 'desktop',
) {
  const held = { users }
  const change = (ids: string[], changes: object) => {
    held.users = held.users.map((one) =>
      ids.includes(one.id) ? { ...one, preferences: { ...one.preferences, ...changes } } : one,
    )
  }
  const of = (name: string) => held.users.find((user) => user.name === name)?.preferences
  const writes = [
    answer(preferences.updateOfUser, ({ params, body }) => {
      change([params.id as string], body as object)
      const user = held.users.find(({ id }) => id === params.id) as UserPreferences
      return { user_name: user.name, preferences: user.preferences }
    }),
    answer(preferences.bulkUpdate, ({ body }) => {
      const { user_ids, preferences } = body as BulkUpdate
      change(user_ids, preferences)
      return { updated_count: user_ids.length }
    }),
  ]
  const list = answer(preferences.listAll, () => held)
  await openPage(path, { as: hipatia, screen, answers: [list, ...writes] })
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  return { held, of, writes }
}

test('a switch of a user changes at once, and no other; a message is shown for three seconds', async () => {
  const { of } = await openUsers()
  await expect.element(toggle('Posts', 'Safo')).toBeChecked()
  await expect.element(toggle('Resumen', 'Safo')).not.toBeChecked()
  await expect.poll(() => textOf(totals.first())).toContain('3 de 3 usuarios')
  stopTimers()
  await toggle('Posts', 'Safo').click()
  await soon(() => updated.query() !== null)
  await soon(() => textOf(totals.first()).includes('2 de 3 usuarios'))
  await passes(2800)
  expect(updated.query()).not.toBeNull()
  await passes(300)
  await soon(() => updated.query() === null)
  expect(of('Safo')).toEqual({ ...emailPreferences, new_posts: false })
  expect(of('Zenón')).toEqual(emailPreferences)
})

test('the four switches of a user change before the server responds, and are stored as last chosen', async () => {
  const { of } = await openUsers()
  const held = holdBack(preferences.updateOfUser)
  nowAnswer(held.handler)
  const kinds = ['Posts', 'Admin', 'Comentarios', 'Resumen']
  const shown = () => kinds.map((kind) => isOn(toggle(kind, 'Ana')))
  for (const kind of kinds) await toggle(kind, 'Ana').click()
  await expect.poll(shown).toEqual([false, false, false, true])
  await expect.element(updated).not.toBeInTheDocument()
  held.release()
  await expect.element(updated).toBeVisible()
  const chosen = { new_posts: false, admin_notifications: false, comment_replies: false, weekly_digest: true }
  await expect.poll(() => of('Ana')).toEqual(chosen)
  expect(shown()).toEqual([false, false, false, true])

  for (const wanted of [true, false, true, false, true]) {
    await toggle('Admin', 'Ana').click()
    await expect.poll(() => isOn(toggle('Admin', 'Ana'))).toBe(wanted)
  }
  await expect.poll(() => sentTo(preferences.updateOfUser).length).toBe(4 + 5)
  await expect.poll(() => of('Ana')?.admin_notifications).toBe(true)
  await expect.element(toggle('Admin', 'Ana')).toBeChecked()
})

const refused = withAndWithoutReason('Error al actualizar la preferencia')
test.each(refused)('switches that the server refuses (%s) are restored, each with a message', async (detail, shown) => {
  await openUsers()
  const held = holdBack(preferences.updateOfUser)
  nowAnswer(held.handler, refuse(preferences.updateOfUser, 500, detail))
  const posts = toggle('Posts', 'Zenón')
  await posts.click()
  await expect.element(posts).not.toBeChecked()
  if (detail === undefined) await posts.click()
  held.release()
  await expect.poll(() => toasts.getByText(shown).elements().length).toBe(detail === undefined ? 2 : 1)
  await expect.element(posts).toBeChecked()
  await expect.element(updated).not.toBeInTheDocument()
})

test('users are sorted by turned-off mails, and stay in place as one is turned off; an inactive one is marked', async () => {
  const off = { is_active: false, preferences: { ...emailPreferences, admin_notifications: false } }
  await openUsers([person('Ana', 1), person('Safo', 2), person('Zenón', 3, off)])
  await expect.poll(() => textOf(rowOf('Zenón'))).toMatch(/Inactivo.*no recibe correos/)
  expect(page.getByText('Inactivo', { exact: true }).elements()).toHaveLength(1)
  expect(names()).toEqual(['Ana', 'Safo', 'Zenón'])
  await page.getByLabelText('Ordenar por').selectOptions('Sin Admin primero')
  await expect.poll(names).toEqual(['Zenón', 'Ana', 'Safo'])
  await toggle('Admin', 'Safo').click()
  await expect.element(updated).toBeVisible()
  expect(names()).toEqual(['Zenón', 'Ana', 'Safo'])
  await filter.fill('alejandria')
  await expect.poll(names).toEqual(['Zenón', 'Ana', 'Safo'])
  await page.getByLabelText('Ordenar por').selectOptions('Nombre')
  await expect.poll(names).toEqual(['Ana', 'Safo', 'Zenón'])
})

test('the bulk update says what is missing or failed, changes the selected users only, and is empty afterwards', async () => {
  const { of, writes } = await openUsers()
  const alert = bulk.getByRole('alert')
  await apply.click()
  await expect.element(alert).toHaveTextContent('Selecciona al menos un usuario')
  await box('Safo').click()
  await apply.click()
  await expect.element(alert).toHaveTextContent('Selecciona al menos una preferencia para actualizar')
  await box('Zenón').click()
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 2 usuarios')
  const posts = bulk.getByLabelText('Posts')
  expect(textsOf(posts.getByRole('option'))).toEqual(['Sin cambios', 'Activar', 'Desactivar'])
  await posts.selectOptions('Desactivar')
  await expect.element(alert).not.toBeInTheDocument()
  await bulk.getByLabelText('Resumen').selectOptions('Activar')
  for (const [detail, shown] of withAndWithoutReason('Error al actualizar las preferencias masivamente')) {
    nowAnswer(refuse(preferences.bulkUpdate, 500, detail))
    await apply.click()
    await expect.element(bulk.getByRole('alert')).toHaveTextContent(shown)
    await expect.element(box('Safo')).toBeChecked()
    await expect.element(bulk.getByLabelText('Posts')).toHaveValue('off')
    await expect.element(toggle('Posts', 'Safo')).toBeChecked()
    await expect.element(updated).not.toBeInTheDocument()
  }
  nowAnswer(...writes)
  await apply.click()
  await expect.element(updated).toBeVisible()
  const changed = { ...emailPreferences, new_posts: false, weekly_digest: true }
  expect([of('Ana'), of('Safo'), of('Zenón')]).toEqual([emailPreferences, changed, changed])
  await expect.poll(() => sentTo(preferences.bulkUpdate)).toHaveLength(3)
  await expect.element(toggle('Posts', 'Safo')).not.toBeChecked()
  await expect.element(toggle('Resumen', 'Zenón')).toBeChecked()
  await expect.element(toggle('Posts', 'Ana')).toBeChecked()
  await expect.element(posts).toHaveValue('')
  await expect.poll(() => textOf(totals.last())).toContain('2 de 3 usuarios')
})

test('the users that match the filter are selected, which ignores accents; a deleted account is left out', async () => {
  const { held } = await openUsers()
  await press('Seleccionar todos')
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 3 usuarios')
  await filter.fill('zenon')
  await expect.poll(names).toEqual(['Zenón'])
  await press('Deseleccionar todos')
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 2 usuarios')
  await expect.poll(() => textOf(page.getByRole('main'))).toContain('2 seleccionados (2 fuera del filtro)')
  await filter.fill('SAFO@alejandria')
  await expect.poll(names).toEqual(['Safo'])
  await expect.element(box('Safo')).toBeChecked()
  await filter.fill('nadie así')
  await expect.element(page.getByText('Nadie se llama «nadie así», ni su correo.')).toBeVisible()
  await press('Quitar el filtro')
  await expect.element(filter).toHaveFocus()
  await expect.poll(names).toEqual(['Ana', 'Safo', 'Zenón'])
  await expect.element(box('Zenón')).not.toBeChecked()

  held.users = held.users.filter(({ name }) => name !== 'Safo')
  vi.setSystemTime(Date.now() + 60_000)
  window.dispatchEvent(new Event('visibilitychange')) // as on a return to the tab
  await expect.element(box('Safo')).not.toBeInTheDocument()
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 1 usuario')
})

test('of two thousand users only the visible rows are rendered, and all can be found and selected', async () => {
  await openUsers(crowd(2000))
  await expect.element(page.getByText('2000 usuarios', { exact: true })).toBeVisible()
  await expect.poll(() => textOf(totals.first())).toContain('2000 de 2000 usuarios')
  const rows = () => document.querySelectorAll('tbody tr')
  expect(rows().length).toBeLessThan(300)
  await filter.fill('persona 1999')
  await expect.poll(names).toEqual(['Persona 1999'])
  await filter.fill('')
  await expect.poll(() => rows().length).toBeGreaterThan(1)
  await press('Seleccionar todos')
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 2000 usuarios')
  await expect.element(box('Persona 40')).toBeChecked()
  const drawn = rows().length
  ;[...rows()].at(-1)?.scrollIntoView()
  await expect.poll(() => rows().length).toBeGreaterThan(drawn)
})

test('the page says that the preferences are loading or failed, and loads after a retry', async () => {
  const held = holdBack(preferences.listAll)
  await openPage(path, { as: hipatia, answers: [held.handler, refuse(preferences.listAll, 500)] })
  await expect.element(page.getByText('Cargando preferencias...')).toBeVisible()
  held.release()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText('Error al cargar las preferencias de los usuarios')).toBeVisible()
  nowAnswer(refuse(preferences.listAll, 500, 'La lista no está.'))
  await press('Reintentar')
  await expect.element(alert.getByText('La lista no está.')).toBeVisible()
  nowAnswer(answer(preferences.listAll, { users: [person('Safo', 2)] }))
  await press('Reintentar')
  await expect.element(rowOf('Safo')).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByText('Cargando preferencias...')).not.toBeInTheDocument()
})

const screens = ['desktop', 'narrow'] as const

test.each(screens)('the table is accessible with a selection, and with an error, on %s', async (screen) => {
  await openUsers(undefined, screen)
  await box('Safo').click()
  await toggle('Resumen', 'Ana').click()
  await apply.click()
  await expect.element(bulk.getByRole('alert')).toBeVisible()
  await expectAccessible('with a selection and an error')
})

test.each(screens)('a button leads to the unseen bulk panel, and never covers the last row (%s)', async (screen) => {
  await openUsers(crowd(30), screen)
  const place = (of: Element | undefined) => of?.getBoundingClientRect() ?? new DOMRect()
  const opacity = () => getComputedStyle(toBulk.element().parentElement as Element).opacity
  await box('Persona 29').click()
  await expect.poll(opacity).toBe('1')
  scrollTo(0, document.body.scrollHeight)
  await expect
    .poll(() => place(toBulk.element()).top >= place([...document.querySelectorAll('tr')].at(-1)).bottom)
    .toBe(true)
  await toBulk.click()
  await expect.element(bulk).toBeInViewport({ ratio: 0.9 })
  await expect.element(page.getByRole('heading', { name: 'Operaciones masivas' })).toHaveFocus()
  await expect.poll(() => textOf(apply)).toBe('Aplicar a 1 usuario')
  await expect.poll(opacity).toBe('0')
})
