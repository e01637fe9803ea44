// The list of a member’s sessions on the account page (issue 6).
import type { Session } from '../../../contract/auth.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import { toast } from '../../support/browser/pages/toasts.ts'
import { answer, expect, headerOf, type Page, passwordOf, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

const listing = '**/api/auth/sessions'

const agents = {
  'Firefox en Windows': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Safari en iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
}

/** Signs in with another browser. The returned function checks that session. */
async function signInWith(server: TestServer, name: string, device: keyof typeof agents) {
  const headers = { 'content-type': 'application/json', 'user-agent': agents[device] }
  const body = JSON.stringify({ name, password: passwordOf(name) })
  const answered = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body })
  const { access_token } = (await answered.json()) as { access_token: string }
  const authorization = `Bearer ${access_token}`
  return async () => (await fetch(`${server.url}/api/auth/me`, { headers: { ...headers, authorization } })).ok
}

const sessions = (page: Page) => page.getByRole('region', { name: 'Dónde has iniciado sesión' })
const items = (page: Page) => sessions(page).getByRole('listitem')
const item = (page: Page, device: string) => items(page).filter({ hasText: device })
const sessionsHeading = (page: Page) => sessions(page).getByRole('heading', { level: 2 })

/** Two sessions of Telesila, one of Firefox and one of a phone, and no other. */
async function signInElsewhere(server: TestServer) {
  const telesila = await server.person('Telesila')
  await telesila.call('POST', '/auth/sessions/end-others')
  return {
    firefox: await signInWith(server, 'Telesila', 'Firefox en Windows'),
    phone: await signInWith(server, 'Telesila', 'Safari en iPhone'),
  }
}

test('Telesila sees all her sessions, the current one first', async ({ server, openAs }) => {
  await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  await expect(items(telesila)).toHaveCount(3)
  await expect(items(telesila).first()).toContainText('Esta sesión')
  await expect(items(telesila).first()).toContainText('Última actividad')
  await expect(items(telesila).first().getByRole('button')).toHaveCount(0)
  await expect(sessions(telesila).getByText('Esta sesión', { exact: true })).toHaveCount(1)
  for (const device of Object.keys(agents)) {
    await expect(item(telesila, device)).toContainText(/Última actividad\s*hoy a las? \d/)
    await expect(item(telesila, device)).toContainText(/Iniciada\s*hoy a las? \d/)
    await expect(item(telesila, device)).toContainText(/Dirección\s*(127\.0\.0\.1|::1|::ffff:127\.0\.0\.1)/)
    await expect(
      item(telesila, device).getByRole('button', { name: 'Cerrar esta sesión' }),
    ).toHaveAccessibleDescription(device)
  }
})

test('Telesila closes one session after a question, and her other sessions stay valid', async ({ server, openAs }) => {
  const { firefox, phone } = await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  const text = 'Allí habrá que volver a entrar con el nombre y la contraseña.'
  const close = item(telesila, 'Firefox en Windows').getByRole('button', { name: 'Cerrar esta sesión' })
  await close.click()
  await expect(telesila.getByRole('alertdialog', { name: '¿Cerrar la sesión de «Firefox en Windows»?' })).toBeVisible()
  await answer(telesila, text, 'Cancelar')
  await expect(close).toBeFocused()
  expect(await firefox()).toBe(true)

  await close.click()
  await answer(telesila, text, 'Cerrar la sesión')
  await expect(toast(telesila, 'La sesión de «Firefox en Windows» se ha cerrado.')).toBeVisible()
  await expect(item(telesila, 'Firefox en Windows')).toHaveCount(0)
  await expect(sessionsHeading(telesila)).toBeFocused()
  expect(await firefox()).toBe(false)
  expect(await phone()).toBe(true)
  await expect(items(telesila)).toHaveCount(2)
})

test('closing a session does not move the focus that Telesila has moved elsewhere', async ({ server, openAs }) => {
  await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  const elsewhere = telesila.getByRole('switch').first()
  for (const [opener, action, said] of [
    [
      item(telesila, 'Firefox en Windows').getByRole('button', { name: 'Cerrar esta sesión' }),
      'Cerrar la sesión',
      'La sesión de «Firefox en Windows» se ha cerrado.',
    ],
    [
      sessions(telesila).getByRole('button', { name: 'Cerrar todas las demás' }),
      'Cerrarlas todas',
      'Se ha cerrado 1 sesión.',
    ],
  ] as const) {
    const delayed = await delayResponse(telesila, /\/api\/auth\/sessions\/./)
    await opener.click()
    await telesila.getByRole('alertdialog').getByRole('button', { name: action }).click()
    await expect(telesila.getByRole('alertdialog')).toHaveCount(0)
    // the closed question gives the focus back, which may come a frame later
    await expect(opener).toBeFocused()
    await elsewhere.focus()
    delayed.release()
    await expect(toast(telesila, said)).toBeVisible()
    await expect(opener).toHaveCount(0)
    await expect(elsewhere).toBeFocused()
  }
})

test('Telesila closes all other sessions at once and stays signed in', async ({ server, openAs }) => {
  const { firefox, phone } = await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  await sessions(telesila).getByRole('button', { name: 'Cerrar todas las demás' }).click()
  await answer(
    telesila,
    'Se cierran 2 sesiones en otros dispositivos y navegadores. Esta sigue abierta.',
    'Cerrarlas todas',
  )
  await expect(toast(telesila, 'Se han cerrado 2 sesiones.')).toBeVisible()
  await expect(items(telesila)).toHaveCount(1)
  await expect(items(telesila)).toContainText('Esta sesión')
  await expect(sessions(telesila)).toContainText('No has iniciado sesión en ningún otro sitio.')
  await expect(sessions(telesila).getByRole('button')).toHaveCount(0)
  await expect(sessionsHeading(telesila)).toBeFocused()
  expect([await firefox(), await phone()]).toEqual([false, false])
  await telesila.reload()
  await expect(items(telesila)).toHaveCount(1)
  await expect(headerOf(telesila)).toContainText('Telesila')
})

test('closing a session that has already ended counts as a success', async ({ server, openAs, pageErrors }) => {
  pageErrors.expect('404 DELETE /api/auth/sessions/{id}')
  await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  const close = item(telesila, 'Firefox en Windows').getByRole('button', { name: 'Cerrar esta sesión' })
  await close.click()
  await (await server.person('Telesila')).call('POST', '/auth/sessions/end-others')
  await answer(telesila, 'Allí habrá que volver a entrar con el nombre y la contraseña.', 'Cerrar la sesión')
  await expect(toast(telesila, 'La sesión de «Firefox en Windows» se ha cerrado.')).toBeVisible()
  await expect(items(telesila)).toHaveCount(1)
})

test('a failure to close sessions is shown with the server’s message or else with ours, and the sessions stay', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 DELETE /api/auth/sessions/{id}', '500 POST /api/auth/sessions/end-others')
  await signInElsewhere(server)
  const telesila = await openAs('Telesila', '/account')
  const one = /\/api\/auth\/sessions\/./
  /** Closes the notice: the next one may be the same. */
  const expectNotice = async (text: string) => {
    await expect(toast(telesila, text)).toBeVisible()
    await telesila.getByRole('button', { name: 'Cerrar aviso' }).first().click()
    await expect(toast(telesila, text)).toHaveCount(0)
  }
  for (const detail of ['Hoy no se cierra nada.', undefined])
    await test.step(detail ?? 'without a message of the server', async () => {
      await refuse(telesila, one, 500, detail)
      await item(telesila, 'Safari en iPhone').getByRole('button', { name: 'Cerrar esta sesión' }).click()
      await answer(telesila, 'Allí habrá que volver a entrar con el nombre y la contraseña.', 'Cerrar la sesión')
      await expectNotice(detail ?? 'Error al cerrar la sesión')
      await sessions(telesila).getByRole('button', { name: 'Cerrar todas las demás' }).click()
      await telesila.getByRole('alertdialog').getByRole('button', { name: 'Cerrarlas todas' }).click()
      await expectNotice(detail ?? 'Error al cerrar las demás sesiones')
      await expect(items(telesila)).toHaveCount(3)
      await telesila.unroute(one)
    })
})

test('a failure to load the sessions leaves the rest of the account page usable, and a retry loads them', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.expect('500 GET /api/auth/sessions')
  let delayed = { release: () => {} }
  const safo = await openAs('Safo', '/account', {
    before: async (page) => {
      await refuse(page, listing, 500, 'Hoy no se lee nada.')
      delayed = await delayResponse(page, listing)
    },
  })
  await expect(sessions(safo).getByText('Cargando sesiones...')).toBeVisible()
  delayed.release()
  const alert = sessions(safo).getByRole('alert')
  await expect(alert).toContainText('Hoy no se lee nada.')
  await expect(safo.getByRole('switch')).toHaveCount(4)
  await refuse(safo, listing, 500)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect(alert).toContainText('Error al cargar las sesiones')
  await safo.unroute(listing)
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect(items(safo).first()).toContainText('Esta sesión')
  await expect(sessionsHeading(safo)).toBeFocused()
})

const many: Session[] = Array.from({ length: 300 }, (_, index) => ({
  id: index.toString(16).padStart(32, '0'),
  device: index % 3 === 1 ? null : `Navegador ${index} en un sistema con un nombre larguísimo`,
  address: index % 3 === 2 ? null : '2001:db8:85a3:8d3:1319:8a2e:370:7348',
  created_at: '2026-01-02T03:04:05.678Z',
  last_seen_at: '2026-02-03T04:05:06.789Z',
  is_current: index === 299,
}))

test('of 300 sessions a few are shown, and a button shows the others and focuses them', async ({ openAs }) => {
  const safo = await openAs('Safo', '/account', {
    screen: 'narrow',
    before: (page) => page.route(listing, (route) => route.fulfill({ json: many })),
  })
  await expect(items(safo)).toHaveCount(8)
  await expect(items(safo).first()).toContainText('Esta sesión')
  await expect(items(safo).filter({ hasText: 'Dispositivo desconocido' })).toHaveCount(2)
  await expectAccessible(safo, 'many sessions')
  await sessions(safo).getByRole('button', { name: 'Mostrar 292 sesiones más' }).click()
  await expect(items(safo)).toHaveCount(300)
  await expect(items(safo).nth(8)).toBeFocused()
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`the sessions are accessible on a ${screen} screen`, async ({ server, openAs }) => {
    await signInElsewhere(server)
    const telesila = await openAs('Telesila', '/account', { screen, reducedMotion: 'reduce' })
    await expect(items(telesila)).toHaveCount(3)
    await expectAccessible(telesila, 'sessions')
  })
