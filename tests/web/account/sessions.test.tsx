// The list of a member’s sessions on the account page. Ending them on the server: tests/server/auth/sessions-list.test.ts.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { auth, type Session } from '../../../contract/auth.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { reply, toasts } from '../../support/web/dialogs.ts'
import { idOf, openPage } from '../../support/web/screen.tsx'
import { answer, holdBack, nowAnswer, refuse, sentTo } from '../../support/web/server.ts'
import { accountAnswers, ownSession } from './account-answers.ts'

const now = new Date().toISOString()
const elsewhere = (n: number, device: string | null, address: string | null = '192.0.2.7'): Session => ({
  id: idOf(n),
  device,
  address,
  created_at: now,
  last_seen_at: now,
  is_current: false,
  is_kept: false,
})
const firefox = elsewhere(41, 'Firefox en Windows')
const phone = elsewhere(42, 'Safari en iPhone')

const section = page.getByRole('region', { name: 'Dónde has iniciado sesión' })
const items = section.getByRole('listitem')
const item = (device: string) => items.filter({ hasText: device })
const closeButton = (device: string) => item(device).getByRole('button', { name: 'Cerrar esta sesión' })
const closeOthers = section.getByRole('button', { name: 'Cerrar todas las demás' })
const heading = section.getByRole('heading', { level: 2 })
const expectCount = (count: number) => expect.poll(() => items.elements().length).toBe(count)

/** Opens the account with sessions that end as the page asks for it. */
async function openSessions(sessions = [firefox, phone, ownSession], screen: 'desktop' | 'narrow' = 'desktop') {
  let open = sessions
  const answers = [
    answer(auth.sessions, () => open),
    answer(auth.endSession, ({ params }) => {
      open = open.filter(({ id }) => id !== params.id)
      return undefined
    }),
    answer(auth.endOtherSessions, () => {
      const ended = open.length - 1
      open = [ownSession]
      return { ended }
    }),
  ]
  await openPage('/account', { screen, answers: [...answers, ...accountAnswers()] })
  await expect.element(items.first()).toMatchTextContent('Esta sesión')
}

const endText = 'Allí habrá que volver a entrar con el nombre y la contraseña.'
const endsOne = 'Se cierra 1 sesión en otro dispositivo o navegador. Esta sigue abierta.'
const endsTwo = 'Se cierran 2 sesiones en otros dispositivos y navegadores. Esta sigue abierta.'

test('all sessions are listed, the own one first and without a button; after a question one is closed, or all others', async () => {
  await openSessions([firefox, phone, elsewhere(43, 'Safari en iPad'), ownSession])
  await expectCount(4)
  await expect.element(items.first()).toMatchTextContent('Última actividad')
  await expect.element(items.first()).toMatchTextContent(/Al cerrar el navegador\s*Se mantiene/)
  expect(items.first().getByRole('button').elements()).toEqual([])
  for (const device of ['Firefox en Windows', 'Safari en iPhone']) {
    await expect.element(item(device)).toMatchTextContent(/Última actividad\s*hoy a las? \d.*Iniciada\s*hoy a las? \d/)
    await expect.element(item(device)).toMatchTextContent(/Dirección\s*192\.0\.2\.7/)
    await expect.element(item(device)).toMatchTextContent(/Al cerrar el navegador\s*Se cierra/)
    await expect.element(closeButton(device)).toHaveAccessibleDescription(device)
  }

  const close = closeButton('Firefox en Windows')
  await close.click()
  await reply(endText, 'Cancelar', '¿Cerrar la sesión de «Firefox en Windows»?')
  await expect.element(close).toHaveFocus()
  expect(sentTo(auth.endSession)).toEqual([])
  await close.click()
  await reply(endText, 'Cerrar la sesión')
  await expect.element(toasts).toMatchTextContent('La sesión de «Firefox en Windows» se ha cerrado.')
  await expectCount(3)
  await expect.element(heading).toHaveFocus()

  await closeOthers.click()
  await reply(endsTwo, 'Cerrarlas todas')
  await expect.element(toasts).toMatchTextContent('Se han cerrado 2 sesiones.')
  await expectCount(1)
  await expect.element(section).toMatchTextContent('No has iniciado sesión en ningún otro sitio.')
  expect(section.getByRole('button').elements()).toEqual([])
  await expect.element(heading).toHaveFocus()
})

test('a late answer does not move the focus that the person has moved elsewhere', async () => {
  await openSessions()
  const elsewhere = page.getByRole('switch').first()
  for (const [row, opener, asked, action, said] of [
    [auth.endSession, closeButton('Firefox en Windows'), endText, 'Cerrar la sesión', 'La sesión de «Firefox'],
    [auth.endOtherSessions, closeOthers, endsOne, 'Cerrarlas todas', 'Se ha cerrado 1 sesión.'],
  ] as const) {
    const late = holdBack(row)
    nowAnswer(late.handler)
    await opener.click()
    await reply(asked, action)
    // the closed question gives the focus back, which may come a frame later
    await expect.element(opener).toHaveFocus()
    elsewhere.element().focus()
    late.release()
    await expect.element(toasts).toMatchTextContent(said)
    await expect.element(opener).not.toBeInTheDocument()
    await expect.element(elsewhere).toHaveFocus()
  }
})

test('a session that has already ended counts as closed; other failures are told, and the sessions stay', async () => {
  await openSessions()
  for (const detail of ['Hoy no se cierra nada.', undefined]) {
    nowAnswer(refuse(auth.endSession, 500, detail), refuse(auth.endOtherSessions, 500, detail))
    await closeButton('Safari en iPhone').click()
    await reply(endText, 'Cerrar la sesión')
    await expect.element(toasts).toMatchTextContent(detail ?? 'Error al cerrar la sesión')
    await page.getByRole('button', { name: 'Cerrar mensaje' }).first().click()
    await closeOthers.click()
    await reply(endsTwo, 'Cerrarlas todas')
    await expect.element(toasts).toMatchTextContent(detail ?? 'Error al cerrar las demás sesiones')
    await page.getByRole('button', { name: 'Cerrar mensaje' }).first().click()
  }
  await expectCount(3)
  nowAnswer(refuse(auth.endSession, 404, 'No existe.', 'not_found'), answer(auth.sessions, [ownSession]))
  await closeButton('Firefox en Windows').click()
  await reply(endText, 'Cerrar la sesión')
  await expect.element(toasts).toMatchTextContent('La sesión de «Firefox en Windows» se ha cerrado.')
  await expectCount(1)
})

test('a failure to load the sessions leaves the rest of the page usable, and a retry loads them', async () => {
  const late = holdBack(auth.sessions)
  await openPage('/account', {
    answers: [late.handler, refuse(auth.sessions, 500, 'Hoy no se lee nada.'), ...accountAnswers()],
  })
  await expect.element(section.getByText('Cargando sesiones...')).toBeVisible()
  late.release()
  const alert = section.getByRole('alert')
  const retry = alert.getByRole('button', { name: 'Reintentar' })
  await expect.element(alert).toMatchTextContent('Hoy no se lee nada.')
  await expect.poll(() => page.getByRole('switch').elements().length).toBe(4)
  nowAnswer(refuse(auth.sessions, 500))
  await retry.click()
  await expect.element(alert).toMatchTextContent('Error al cargar las sesiones')
  nowAnswer(answer(auth.sessions, [ownSession]))
  await retry.click()
  await expect.element(items.first()).toMatchTextContent('Esta sesión')
  await expect.element(heading).toHaveFocus()
})

test('of 300 sessions a few are shown, and a button shows the others and focuses them', async () => {
  const many = Array.from({ length: 299 }, (_, n) =>
    elsewhere(
      1000 + n,
      n % 3 === 1 ? null : `Navegador ${n} en un sistema con un nombre larguísimo`,
      n % 3 === 2 ? null : '2001:db8:85a3:8d3:1319:8a2e:370:7348',
    ),
  )
  await openSessions([...many, ownSession], 'narrow')
  await expectCount(8)
  expect(item('Dispositivo desconocido').elements()).toHaveLength(2)
  await expectAccessible('many sessions')
  await section.getByRole('button', { name: 'Mostrar 292 sesiones más' }).click()
  await expectCount(300)
  await expect.element(items.nth(8)).toHaveFocus()
})
