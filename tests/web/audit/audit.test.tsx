// The audit of the administrators, as events come; with a server: tests/e2e/audit.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AuditEvent, audit } from '../../../contract/audit.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { hipatia, idOf, openPage } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { textOf } from '../../support/web/text.ts'
import { adminAnswers } from '../auth/admin-answers.ts'
import { eventOf } from './event.ts'

const event = (n: number, more: Partial<AuditEvent> = {}) =>
  eventOf({ id: idOf(n), actor_name: 'Safo', address: '192.0.2.7', ...more })
const many = Array.from({ length: 120 }, (_, n) => event(1000 - n))
const path = '/admin?view=activity'
const region = page.getByRole('region', { name: 'Actividad' })
const entry = (text: string) => region.getByRole('listitem').filter({ hasText: text }).first()
const alert = page.getByRole('main').getByRole('alert')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('networks, hostile and long names, and the operator are shown as plain text', async () => {
  const events = [
    event(9, { action: 'sign_out', address: '192.0.2.0/24' }),
    event(7),
    event(6, { action: 'sign_in_failed', actor_name: null }),
    event(5, { action: 'user_created', actor_name: null, target: 'Safo', address: null }),
    event(4, { action: 'post_deleted', target: '<b>negrita</b>', actor_name: 'x'.repeat(60) }),
    event(3, { action: 'preferences_updated', actor_name: 'Hipatia', detail: '12 usuarios: noticias: no' }),
    event(2, { action: 'password_changed', target: 'Safo', address: '2001:db8:1::/48' }),
    event(1, { action: 'broadcast_sent', actor_name: 'Hipatia', target: 'ω'.repeat(200) }),
  ]
  await openPage(path, { as: hipatia, screen: 'narrow', answers: [answer(audit.list, events), ...adminAnswers()] })
  await expect.element(entry('Safo entró')).toBeVisible()
  for (const [sentence, more] of [
    ['Safo entró', 'desde 192.0.2.7'],
    ['Safo cerró su sesión', 'desde la red 192.0.2.0/24'],
    ['Alguien intentó entrar sin éxito con un nombre que no existe', 'Fallido'],
    ['eliminó un post de otra persona: <b>negrita</b>', 'x'.repeat(60)],
    ['Hipatia cambió las preferencias de correo de varias personas', '12 usuarios'],
    ['Safo cambió su contraseña', 'desde la red 2001:db8:1::/48'],
  ] as const)
    expect(textOf(entry(sentence))).toContain(more)
  expect(textOf(entry('El operador del servidor creó la cuenta de Safo'))).not.toContain('desde')
  await expectAccessible('strange names on a small phone')
})

test('a long audit is loaded page by page; a page that failed can be retried; the focus goes to the count', async () => {
  const pages = answerPages(audit.list, many, 50)
  await openPage(path, { as: hipatia, answers: [pages, ...adminAnswers()] })
  await expect.element(page.getByText('50 de 120 anotaciones')).toBeVisible()
  nowAnswer(refuse(audit.list, 500))
  await button('Mostrar más').click()
  await expect.element(alert.getByText('Error al cargar la actividad')).toBeVisible()
  nowAnswer(pages)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(page.getByText('100 de 120 anotaciones')).toHaveFocus()
  await expect.element(alert).not.toBeInTheDocument()
  await button('Mostrar más').click()
  await expect.element(page.getByText('120 de 120 anotaciones')).toHaveFocus()
  await button('Actualizar').click()
  await expect.element(page.getByText('50 de 120 anotaciones')).toBeVisible()
  await button('Mostrar más').click()
  await expect.element(page.getByText('100 de 120 anotaciones')).toBeVisible()
  await expect.element(button('Mostrar más')).toHaveFocus()
})

test('the audit says that it is loading, empty or failed, and loads after a retry', async () => {
  const held = holdBack(audit.list)
  await openPage(path, { as: hipatia, answers: [held.handler, answer(audit.list, []), ...adminAnswers()] })
  await expect.element(page.getByText('Cargando la actividad...')).toBeVisible()
  held.release()
  await expect.element(page.getByText('Todavía no ha pasado nada que anotar aquí.')).toBeVisible()
  await expectAccessible('no activity')
  await openPage(path, { as: hipatia, answers: [refuse(audit.list, 500), ...adminAnswers()] })
  await expect.element(alert.getByText('Error al cargar la actividad')).toBeVisible()
  nowAnswer(refuse(audit.list, 500, 'El registro está cerrado.'))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(alert.getByText('El registro está cerrado.')).toBeVisible()
  nowAnswer(answer(audit.list, [event(1)]))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(entry('Safo entró')).toBeVisible()
  await expect.element(button('Actualizar')).toHaveFocus()
})

test('a search that finds nothing says so, and its filters can be removed', async () => {
  const list = answer(audit.list, ({ query }) => (query.get('q') === 'nadie' ? [] : [event(1)]))
  await openPage(`${path}&q=nadie&kind=admin`, { as: hipatia, screen: 'narrow', answers: [list, ...adminAnswers()] })
  await expect.element(page.getByText('Nada de lo anotado coincide.')).toBeVisible()
  await expectAccessible('nothing found in the activity')
  await button('Quitar filtros').click()
  await expect.element(entry('Safo entró')).toBeVisible()
  expect(location.search).toBe('?view=activity')
  const search = page.getByRole('searchbox', { name: 'Buscar' })
  await expect.element(search).toHaveValue('')
  await expect.element(button('Actualizar')).toHaveFocus()
  await search.fill('safo')
  await expect.element(page.getByRole('status').getByText('1 anotación')).toBeVisible()
  expect(location.search).toBe('?view=activity&q=safo')
})

test('the arrow keys switch between the tabs of users and audit', async () => {
  const answers = [answer(audit.list, []), ...adminAnswers()]
  await openPage('/admin?q=hipatia', { as: hipatia, answers })
  await page.getByRole('tab', { name: 'Usuarios' }).click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByRole('tabpanel', { name: 'Actividad' })).toBeVisible()
  expect(location.search).toBe('?view=activity')
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('tabpanel', { name: 'Usuarios' })).toBeVisible()
  expect(location.search).toBe('')
})
