import type { AuditEvent } from '../../../contract/audit.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { expect, type Page, passwordOf, test } from '../../support/browser/test.ts'

const eventsRequest = /\/api\/audit(\?|$)/
const entries = (page: Page) => page.getByRole('region', { name: 'Actividad' }).getByRole('listitem')
const entry = (page: Page, text: string) => entries(page).filter({ hasText: text }).first()

const event = (number: number, more: Partial<AuditEvent> = {}): AuditEvent => ({
  id: number.toString(16).padStart(32, '0'),
  at: '2026-11-20T10:00:00.000Z',
  action: 'sign_in',
  actor_id: null,
  actor_name: 'Safo',
  target: null,
  detail: null,
  address: '192.0.2.7',
  ...more,
})

/** Answers with these audit events, in pages of 50. */
const answerWith = (page: Page, events: AuditEvent[]) =>
  page.route(eventsRequest, (route) => {
    const from = Number(new URL(route.request().url()).searchParams.get('from') ?? 0)
    const next: Record<string, string> =
      from + 50 < events.length ? { link: `</api/audit?from=${from + 50}>; rel="next"` } : {}
    return route.fulfill({
      json: events.slice(from, from + 50),
      headers: { 'x-total-count': `${events.length}`, ...next },
    })
  })

test('the audit lists Hipatia’s actions and failed sign-ins, and the address keeps its filters', async ({
  server,
  openAs,
}) => {
  const { url, hipatia } = server
  await hipatia.createCategory('Astronomía')
  await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Hipatia', password: 'no es esta' }),
  })
  await server.signIn('Hipatia', passwordOf('Hipatia'))
  const page = await openAs('Hipatia', '/admin')
  await page.getByRole('tab', { name: 'Actividad' }).click()
  await expect(page).toHaveURL('/admin?view=activity')
  await expect(entry(page, 'Hipatia creó la categoría Astronomía')).toContainText('desde 127.0.0.1')
  const failed = entry(page, 'Alguien intentó entrar sin éxito como Hipatia')
  await expect(failed).toContainText('Fallido')
  await expect(failed).toContainText('desde 127.0.0.1')
  await expect(entry(page, 'Hipatia entró')).toBeVisible()
  await expect(page.getByText('no es esta')).toHaveCount(0)
  await expectAccessible(page, 'the activity')

  await page.getByLabel('Mostrar').selectOption('Administración')
  await expect(entry(page, 'Hipatia creó la categoría Astronomía')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'entró' })).toHaveCount(0)
  await expect(page).toHaveURL('/admin?view=activity&kind=admin')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Actividad' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Mostrar')).toHaveValue('admin')
  await expect(entries(page).first()).toBeVisible() // otherwise the button may join the first request

  await hipatia.createCategory('Botánica')
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(entries(page).first()).toContainText('Hipatia creó la categoría Botánica')
  await expect(page.getByRole('status').filter({ hasText: /^Actualizado a las \d+:\d\d$/ })).toBeVisible()
  await page.getByLabel('Mostrar').selectOption('Entradas y sesiones')
  await expect(entry(page, 'Hipatia entró')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'categoría' })).toHaveCount(0)
})

test('on a phone Hipatia searches the audit for Nicómaco and finds the admin who deactivated him', async ({
  server,
  openAs,
}) => {
  const { hipatia } = server
  await hipatia.createCategory('Safos de Lesbos')
  const nico = await hipatia.call<{ id: string }>('POST', '/auth/users', {
    ...{ name: 'Nicómaco Ruiz', email: 'nicomaco@alejandria.example', password: 'el hijo del médico' },
  })
  await hipatia.call('POST', `/auth/users/${nico.id}/toggle-status`)
  const page = await openAs('Hipatia', '/admin?view=activity', { screen: 'narrow' })
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await search.fill('nicomaco')
  await expect(page).toHaveURL('/admin?view=activity&q=nicomaco')
  await expect(page.getByRole('status').filter({ hasText: '2 anotaciones' })).toBeVisible()
  await expect(entries(page)).toHaveText([
    /^Hipatia desactivó la cuenta de Nicómaco Ruiz/,
    /^Hipatia creó la cuenta de Nicómaco Ruiz/,
  ])
  await expectAccessible(page, 'the activity of one person on a small phone')
  await page.reload()
  await expect(search).toHaveValue('nicomaco')
  await expect(entries(page)).toHaveCount(2)

  await page.getByLabel('Mostrar').selectOption('Categorías')
  await expect(page.getByText('Nada de lo anotado coincide.')).toBeVisible()
  await expectAccessible(page, 'nothing found in the activity')
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/admin?view=activity')
  await expect(search).toHaveValue('')
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeFocused()
  await expect(entry(page, 'creó la categoría Safos de Lesbos')).toBeVisible()
  await page.getByLabel('Mostrar').selectOption('Cuentas')
  await expect(entry(page, 'desactivó la cuenta de Nicómaco Ruiz')).toBeVisible()
  await expect(entries(page).filter({ hasText: 'categoría' })).toHaveCount(0)
})

test('an event without an address shows the network that is kept of it', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin?view=activity', {
    before: (page) =>
      answerWith(page, [
        event(3),
        event(2, { action: 'sign_out', address: '192.0.2.0/24' }),
        event(1, { action: 'password_changed', address: '2001:db8:1::/48' }),
      ]),
  })
  await expect(entry(page, 'Safo entró')).toContainText('desde 192.0.2.7')
  await expect(entry(page, 'Safo cerró su sesión')).toContainText('desde la red 192.0.2.0/24')
  await expect(entry(page, 'Safo cambió su contraseña')).toContainText('desde la red 2001:db8:1::/48')
})

test('hostile names, long names and the operator are shown as plain text', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin?view=activity', {
    screen: 'narrow',
    before: (page) =>
      answerWith(page, [
        event(6, { action: 'sign_in_failed', actor_name: null, target: null }),
        event(5, { action: 'user_created', actor_name: null, target: 'Safo', address: null }),
        event(4, { action: 'post_deleted', target: '<b>negrita</b>', actor_name: 'x'.repeat(60) }),
        event(3, { action: 'preferences_updated', actor_name: 'Hipatia', detail: '12 usuarios: noticias: no' }),
        event(2, { action: 'password_changed', target: 'Safo' }),
        event(1, { action: 'broadcast_sent', actor_name: 'Hipatia', target: 'ω'.repeat(200) }),
      ]),
  })
  await expect(entry(page, 'Alguien intentó entrar sin éxito con un nombre que no existe')).toContainText('Fallido')
  await expect(entry(page, 'El operador del servidor creó la cuenta de Safo')).not.toContainText('desde')
  await expect(entry(page, 'eliminó un post de otra persona: <b>negrita</b>')).toBeVisible()
  await expect(entry(page, 'Hipatia cambió las preferencias de correo de varias personas')).toContainText('12 usuarios')
  await expect(entry(page, 'Safo cambió su contraseña')).toBeVisible()
  await expectAccessible(page, 'strange names on a small phone')
})

test('a long audit is loaded page by page, and the focus goes to the count at its end', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin?view=activity', {
    before: (page) =>
      answerWith(
        page,
        Array.from({ length: 120 }, (_, index) => event(1000 - index)),
      ),
  })
  await expect(page.getByText('50 de 120 anotaciones')).toBeVisible()
  const more = page.getByRole('button', { name: 'Mostrar más' })
  await more.click()
  await expect(page.getByText('100 de 120 anotaciones')).toBeVisible()
  await expect(more).toBeFocused()
  await more.click()
  await expect(page.getByText('120 de 120 anotaciones')).toBeFocused()
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await expect(page.getByText('50 de 120 anotaciones')).toBeVisible()
})

test('a page of the audit that failed to load can be retried, and the focus goes to the count', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/audit')
  const events = Array.from({ length: 120 }, (_, index) => event(1000 - index))
  const page = await openAs('Hipatia', '/admin?view=activity', { before: (page) => answerWith(page, events) })
  await expect(page.getByText('50 de 120 anotaciones')).toBeVisible()
  await refuse(page, eventsRequest, 500)
  await page.getByRole('button', { name: 'Mostrar más' }).click()
  const note = page.getByRole('main').getByRole('alert')
  await expect(note).toContainText('Error al cargar la actividad')
  await page.unrouteAll()
  await answerWith(page, events)
  await note.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('100 de 120 anotaciones')).toBeFocused()
  await expect(note).toBeHidden()
})

test('the audit says that it is loading, empty or failed', async ({ openAs, pageErrors }) => {
  pageErrors.expect('500 GET /api/audit')
  let delayed = { release: () => {} }
  const page = await openAs('Hipatia', '/admin?view=activity', {
    before: async (page) => {
      await answerWith(page, [])
      delayed = await delayResponse(page, eventsRequest)
    },
  })
  await expect(page.getByText('Cargando la actividad...')).toBeVisible()
  delayed.release()
  await expect(page.getByText('Todavía no ha pasado nada que anotar aquí.')).toBeVisible()
  await expectAccessible(page, 'no activity')

  await page.unrouteAll()
  await refuse(page, eventsRequest, 500)
  await page.reload()
  const note = page.getByRole('main').getByRole('alert')
  await expect(note).toContainText('Error al cargar la actividad')
  await page.unrouteAll()
  await refuse(page, eventsRequest, 500, 'El registro está cerrado.')
  await note.getByRole('button', { name: 'Reintentar' }).click()
  await expect(note).toContainText('El registro está cerrado.')
  await page.unrouteAll()
  await note.getByRole('button', { name: 'Reintentar' }).click()
  await expect(entries(page).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Actualizar' })).toBeFocused()
})

test('the arrow keys switch between the tabs of users and audit', async ({ openAs }) => {
  const page = await openAs('Hipatia', '/admin?q=hipatia')
  await page.getByRole('tab', { name: 'Usuarios' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tabpanel', { name: 'Actividad' })).toBeVisible()
  await expect(page).toHaveURL('/admin?view=activity')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tabpanel', { name: 'Usuarios' })).toBeVisible()
  await expect(page).toHaveURL('/admin')
})
