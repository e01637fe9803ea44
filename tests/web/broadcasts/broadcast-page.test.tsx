// Sending a broadcast, its recipients, and the test mail.
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Broadcast, broadcasts } from '../../../contract/broadcasts.ts'
import { mail } from '../../../contract/mail.ts'
import { closePage, idOf } from '../../support/web/screen.tsx'
import {
  answer,
  holdBack,
  loseAnswer,
  nowAnswer,
  refuse,
  sentTo,
  withAndWithoutReason,
} from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { alert, confirm, dialog, fill, message, openBroadcasts, recipients, send, subject } from './page.ts'

const sent = answer(broadcasts.send, ({ body }) => {
  const count = (body as Broadcast).include_unsubscribed ? 3 : 2
  return { success: true as const, sent_count: count, message: `Notificación enviada exitosamente a ${count} usuarios` }
})
const successes = page.getByText(/^Notificación enviada exitosamente/)

/** Sends the broadcast in the form, and confirms it. */
async function sendIt() {
  await send.click()
  await confirm.click()
}

test('a broadcast shows a preview and the number of recipients first; afterwards the form is empty', async () => {
  await openBroadcasts([sent])
  await fill('Encuentro en el faro')
  await expect.element(page.getByText('20 de 200 caracteres')).toBeVisible()
  await send.click()
  await expect.element(dialog.getByText('Les llegará a 2 personas.', { exact: false })).toBeVisible()
  for (const text of [
    ...['Encuentro en el faro', 'Hola, Hipatia:', 'Mañana a las diez.', 'Traed papiro.'],
    ...['Darse de baja de estos correos', 'Ir a Alejandría'],
  ])
    await expect.element(dialog.getByText(text, { exact: true }).first()).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Seguir escribiendo' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(subject).toHaveValue('Encuentro en el faro')
  expect(sentTo(broadcasts.send)).toEqual([])
  await send.click()
  await dialog.getByRole('button', { name: 'Enviar a 2 usuarios' }).click()
  await expect.element(page.getByText('Notificación enviada exitosamente a 2 usuarios')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(send).toHaveFocus()
  await expect.element(subject).toHaveValue('')
  await expect.element(message).toHaveValue('')
  await expect
    .poll(() => sentTo(broadcasts.send))
    .toMatchObject([
      {
        subject: 'Encuentro en el faro',
        message: 'Mañana a las diez.\n\nTraed papiro.',
        include_unsubscribed: false,
      },
    ])
})

test('a broadcast is repeated as the same after a lost answer and a reload; the next one is another', async () => {
  await openBroadcasts([loseAnswer(broadcasts.send)])
  await fill('Perdida')
  await sendIt()
  await expect.element(alert).toHaveTextContent('Error al enviar la notificación')
  closePage()
  await openBroadcasts([sent])
  await expect.element(subject).toHaveValue('Perdida')
  await expect.element(page.getByText('Aquí sigue lo que escribiste y no llegaste a enviar.')).toBeVisible()
  await sendIt()
  await expect.element(successes).toBeVisible()
  await fill('Perdida')
  await expect.element(page.getByText('Aquí sigue lo que escribiste', { exact: false })).not.toBeInTheDocument()
  await sendIt()
  await expect.poll(() => sentTo(broadcasts.send).length).toBe(3)
  const [first, second, third] = sentTo(broadcasts.send) as { client_id: string }[]
  expect(second).toEqual(first)
  expect(third?.client_id).not.toBe(first?.client_id)
})

test('a text that was changed after a lost answer is refused: the first version was sent', async () => {
  await openBroadcasts([refuse(broadcasts.send, 409, 'Ya salió otro texto.', 'client_id_taken')])
  await fill('Sin errata')
  await sendIt()
  await expect.element(alert.getByText(/Lo que intentaste enviar antes de cambiar el texto ya se aceptó/)).toBeVisible()
  await message.fill('Mañana a las once.')
  await expect.element(alert.getByText(/este texto saldrá como otra notificación/)).toBeVisible()
  nowAnswer(sent)
  await sendIt()
  await expect.element(successes).toBeVisible()
  const [first, second] = sentTo(broadcasts.send) as { client_id: string }[]
  expect(second?.client_id).not.toBe(first?.client_id)
})

test('without a subject or message the form names what is missing, and the focus goes there', async () => {
  await openBroadcasts()
  const missing = 'Por favor, completa tanto el asunto como el mensaje'
  await send.click()
  await expect.element(alert).toHaveTextContent(missing)
  await expect.element(subject).toHaveFocus()
  await expect.element(subject).toHaveAccessibleDescription(/Falta el asunto/)
  await expect.element(message).toHaveAccessibleDescription(/Falta el mensaje/)
  await subject.fill('Solo el asunto')
  await message.fill('   \n ')
  await send.click()
  await expect.element(alert).toHaveTextContent(missing)
  await expect.element(message).toHaveFocus()
  await message.fill('Y el mensaje')
  await expect.element(alert).not.toBeInTheDocument()
  await fill('ñ'.repeat(201))
  await expect.element(page.getByText('201 de 200 caracteres')).toBeVisible()
  await expect.element(page.getByText('El asunto no puede tener más de 200 caracteres')).toBeVisible()
  await send.click()
  await expect.element(subject).toHaveFocus()
  await expect.element(dialog).not.toBeInTheDocument()
  await subject.fill('ñ'.repeat(200))
  await send.click()
  await expect.element(dialog).toBeVisible()
  expect(sentTo(broadcasts.send)).toEqual([])
})

test('a failure is shown, and the text stays; an error at the subject goes with its text', async () => {
  await openBroadcasts()
  for (const [detail, shown] of [
    [undefined, 'Error al enviar la notificación'],
    ['El servidor duerme.', 'Error al enviar notificación: El servidor duerme.'],
  ] as const) {
    nowAnswer(refuse(broadcasts.send, 500, detail))
    await fill('No sale')
    await sendIt()
    await expect.element(alert).toHaveTextContent(shown)
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(subject).toHaveValue('No sale')
  }
  const errors = [{ field: 'subject', message: 'Ese asunto no' }]
  nowAnswer(refuse(broadcasts.send, 422, 'Hay datos que no son válidos.', 'not_valid', { errors }))
  await sendIt()
  await expect.element(alert).toHaveTextContent('Error al enviar notificación: Hay datos que no son válidos.')
  await expect.element(subject).toHaveAccessibleDescription(/Ese asunto no/)
  await subject.fill('Este sí')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(subject).not.toHaveAccessibleDescription(/Ese asunto no/)
})

const region = page.getByRole('region', { name: 'Destinatarios', exact: true })

test('the recipients are listed on request, also two thousand; the button counts whom the broadcast reaches', async () => {
  await openBroadcasts()
  await expect.poll(() => textOf(region)).toMatch(/2 ?suscritos a los avisos/)
  expect(textOf(region)).toMatch(/3 ?usuarios activos en total/)
  const listed = () => textsOf(region.getByRole('listitem'))
  expect(listed()).toEqual([])
  await region.getByRole('button', { name: 'Mostrar destinatarios' }).click()
  await expect.poll(() => listed().length).toBe(3)
  expect(listed().map((text) => text.includes('No suscrito'))).toEqual([false, false, true])
  expect(listed()[2]).toContain('zenón@alejandria.example')
  await region.getByRole('button', { name: 'Ocultar destinatarios' }).click()
  await expect.poll(listed).toEqual([])

  await expect.poll(() => textOf(send)).toBe('Enviar a 2 usuarios')
  await expect.element(page.getByText(/Solo para avisos críticos o emergencias/).first()).toBeVisible()
  const include = page.getByRole('checkbox', { name: 'Incluir a los usuarios no suscritos' })
  await include.click()
  await expect.poll(() => textOf(send)).toBe('Enviar a 3 usuarios')
  await include.click()
  await expect.poll(() => textOf(send)).toBe('Enviar a 2 usuarios')

  const users = Array.from({ length: 2000 }, (_, n) => ({
    id: idOf(n),
    name: `Persona ${n}`,
    email: `persona${n}@alejandria.example`,
    subscribed: n % 10 !== 0,
  }))
  await openBroadcasts([answer(broadcasts.recipients, { subscribed_count: 1800, total_users: 2000, users })])
  await expect.poll(() => textOf(send)).toBe('Enviar a 1800 usuarios')
  await region.getByRole('button', { name: 'Mostrar destinatarios' }).click()
  await expect.poll(() => document.querySelectorAll('section section li').length).toBe(2000)
  expect(document.body.textContent?.split('No suscrito')).toHaveLength(202)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
})

const failures = withAndWithoutReason('Error al cargar la lista de destinatarios')
test.each(failures)('recipients that fail to load (%s) can be retried', async (detail, shown) => {
  const held = holdBack(broadcasts.recipients)
  await openBroadcasts([held.handler, refuse(broadcasts.recipients, 500, detail)])
  await expect.element(page.getByText('Cargando destinatarios...')).toBeVisible()
  held.release()
  await expect.element(alert.getByText(shown)).toBeVisible()
  await expect.poll(() => textOf(send)).toBe('Enviar notificación')
  nowAnswer(answer(broadcasts.recipients, recipients))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(page.getByText('Cargando destinatarios...')).not.toBeInTheDocument()
  await expect.poll(() => textOf(send)).toBe('Enviar a 2 usuarios')
})

test('a test mail is asked for once by a double click; it says that it was sent, or why not', async () => {
  const begin = page.getByRole('button', { name: 'Prueba de Notificación' })
  let asked = 0
  const message = 'Notificación de prueba enviada exitosamente a hipatia@alejandria.example'
  await openBroadcasts()
  for (const [detail, shown] of withAndWithoutReason('Error al enviar notificación de prueba')) {
    nowAnswer(refuse(mail.sendTest, 500, detail))
    await begin.click()
    await expect.element(alert).toHaveTextContent(shown)
  }
  const held = holdBack(mail.sendTest)
  const tested = answer(mail.sendTest, () => {
    asked++
    return { success: true as const, message }
  })
  nowAnswer(held.handler, tested)
  const button = begin.element() as HTMLElement
  button.click()
  button.click()
  held.release()
  await expect.element(page.getByText(/^Notificación de prueba enviada exitosamente/)).toBeVisible()
  expect(asked).toBe(1)
  await begin.click()
  await expect.poll(() => asked).toBe(2)
})
