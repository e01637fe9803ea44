// The mail queue on the page of broadcasts: why it waits, its mails and their deliveries.
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { broadcasts } from '../../../contract/broadcasts.ts'
import { type Delivery, type Mail, mail } from '../../../contract/mail.ts'
import { expectAccessible } from '../../support/web/axe.ts'
import { passes, soon, stopTimers } from '../../support/web/clock.ts'
import { toast } from '../../support/web/dialogs.ts'
import { idOf } from '../../support/web/screen.tsx'
import { answer, answerPages, holdBack, nowAnswer, refuse } from '../../support/web/server.ts'
import { textOf, textsOf } from '../../support/web/text.ts'
import { alert, confirm, dialog, fill, none, openBroadcasts, type Queue, send, subject } from '../broadcasts/page.ts'

/** A mail with so many deliveries in each state. */
const mailWith = (deliveries: Partial<Mail>): Mail => ({
  id: idOf(10),
  kind: 'broadcast',
  subject: 'Cierre del domingo',
  created_by: 'Hipatia',
  created_at: '2026-11-20T10:00:00.000Z',
  queued: 0,
  sent: 0,
  saved: 0,
  failed: 0,
  skipped: 0,
  ...deliveries,
})
const oneOfEach = { queued: 1, sent: 1, failed: 1, skipped: 1 }
const closing = mailWith(oneOfEach)
const failed: Delivery = {
  id: idOf(1),
  name: 'Zenón',
  email: 'zenon@alejandria.example',
  state: 'failed',
  attempts: 3,
  reason: '550 No existe ese buzón',
  next_try_at: null,
  sent_at: null,
}
const deliveries: Delivery[] = [
  failed,
  { ...failed, id: idOf(2), name: 'Safo', state: 'queued', attempts: 1, reason: '451 Más tarde' },
  { ...failed, id: idOf(4), name: 'Bruno', state: 'skipped', attempts: 0, reason: 'Se dio de baja antes de salir' },
  { ...failed, id: idOf(3), name: 'Ana', state: 'sent', reason: null, sent_at: '2026-11-20T10:00:05.000Z' },
]
const held = {
  reason: 'El servidor de correo no responde',
  since: '2026-11-20T10:00:00.000Z',
  next_try_at: '2026-11-20T10:15:00.000Z',
}
const paused = (): Queue => ({
  status: { ...none, ...oneOfEach, held },
  mails: [closing],
  deliveries,
})
const running = { ...none, sent: 2, failed: 1, skipped: 1 }

const note = page.getByRole('status').filter({ hasText: 'El correo está en espera' })
const retryNow = note.getByRole('button', { name: 'Reintentar ahora' })
const region = page.getByRole('region', { name: 'Correo enviado' })
const mailNamed = (subject: string) => page.getByRole('button', { name: subject })
const retryFailed = page.getByRole('button', { name: 'Reintentar los fallidos' })

test('a paused queue says why and when it goes on, and a retry leaves the focus where Hipatia went meanwhile', async () => {
  for (const goesOn of [false, true]) {
    const queue = await openBroadcasts([], { queue: paused() })
    await expect.element(note.getByText('El servidor de correo no responde', { exact: false })).toBeVisible()
    expect(note.element().textContent).toMatch(
      /Desde .+ a las? \d+:\d\d\. Se vuelve a intentar .+ a las? \d+:\d\d\. Nada/,
    )
    const retry = holdBack(mail.retryQueued)
    nowAnswer(
      retry.handler,
      answer(mail.retryQueued, () => (queue.status = running)),
    )
    await retryNow.click()
    if (goesOn) await subject.click()
    retry.release()
    await expect.element(note).not.toBeInTheDocument()
    await expect.element(goesOn ? subject : page.getByRole('heading', { name: 'Correo enviado' })).toHaveFocus()
  }
})

test('a paused queue is polled, and only its newest page and the open deliveries are asked for', async () => {
  const older = { ...closing, id: idOf(11), subject: 'Encuentro en el faro' }
  const queue = paused()
  const asked: string[] = []
  stopTimers()
  await openBroadcasts([answerPages(mail.list, () => [...queue.mails, older], 1)], { queue })
  const more = page.getByRole('button', { name: 'Mostrar más correos' })
  await soon(() => more.query() !== null)
  await more.click()
  await soon(() => mailNamed('Encuentro en el faro').query() !== null)
  await mailNamed('Cierre del domingo').click()
  await soon(() => textOf(region).includes('550 No existe ese buzón'))
  const noted = <T,>(name: string, value: T) => {
    asked.push(name)
    return value
  }
  nowAnswer(
    answer(mail.queueStatus, () => noted('queue', queue.status)),
    answer(mail.list, () => noted('mails', queue.mails)),
    answer(mail.deliveries, () => noted('deliveries', queue.deliveries)),
  )
  queue.mails = [{ ...closing, sent: 2, queued: 0 }]
  await passes(12_000)
  expect(asked).toEqual([])
  await passes(3_000)
  // the open deliveries are asked for again, as their counts have changed
  await soon(() => asked.length >= 3)
  expect(asked).toEqual(['queue', 'mails', 'deliveries'])
  await soon(() => textOf(region).includes('2 enviados'))
  await expect.element(mailNamed('Encuentro en el faro')).toBeVisible()
})

test('a queue with mails is polled until they are sent', async () => {
  stopTimers()
  const queue = await openBroadcasts([], {
    queue: { status: { ...none, queued: 1, sent: 1 }, deliveries: [], mails: [{ ...closing, failed: 0 }] },
  })
  await soon(() => /1 ?en cola/.test(region.query()?.textContent ?? ''))
  queue.status = { ...none, sent: 2 }
  queue.mails = [mailWith({ sent: 2 })]
  await passes(3000)
  await soon(() => /0 ?en cola/.test(textOf(region)))
  await soon(() => /2 ?enviados/.test(textOf(region.getByRole('listitem').last())))
})

test('posts that wait for one mail about them say when it goes out', async () => {
  const created_at = new Date().toISOString()
  const digest = mailWith({ kind: 'post_digest', subject: 'Posts nuevos', created_at, queued: 4 })
  await openBroadcasts([], { queue: { status: { ...none, queued: 4 }, mails: [digest], deliveries: [] } })
  await expect.element(mailNamed('Posts nuevos')).toBeVisible()
  expect(region.element().textContent).toMatch(/4\s*en cola\s*· sale mañana a las? \d+:\d\d/)
})

test('a mail lists its deliveries, the failed ones first, which can be retried', async () => {
  const queue = await openBroadcasts([], { queue: paused() })
  const toggle = mailNamed('Cierre del domingo')
  await expect
    .element(toggle)
    .toHaveAccessibleDescription(/Notificación.*por Hipatia.*1 en cola.*1 enviado.*1 fallido.*1 omitido/)
  await toggle.click()
  const list = page.getByRole('list', { name: 'Destinatarios de «Cierre del domingo»' })
  await expect.element(list.getByRole('listitem').nth(3)).toBeVisible()
  expect(textsOf(list.getByRole('listitem'))).toEqual(
    [
      /Zenón.*3 intentos.*Fallido.*550 No existe ese buzón/,
      /Safo.*En cola.*451 Más tarde/,
      /Bruno.*Omitido.*Se dio de baja antes de salir/,
      /Ana.*Enviado/,
    ].map((text) => expect.stringMatching(text)),
  )
  nowAnswer(
    answer(mail.retryFailed, () => {
      queue.deliveries = deliveries.map((one) => (one === failed ? { ...one, state: 'queued' } : one))
      queue.mails = [{ ...closing, queued: 2, failed: 0 }]
      return queue.mails[0] as Mail
    }),
  )
  await retryFailed.click()
  await expect.element(retryFailed).not.toBeInTheDocument()
  await expect.element(toggle).toHaveFocus()
  await expect.element(list.getByText('Fallido')).not.toBeInTheDocument()
})

test('the queue says that it is loading, empty or failed; failed deliveries and retries say so too', async () => {
  const status = holdBack(mail.queueStatus)
  await openBroadcasts([status.handler])
  await expect.element(page.getByText('Cargando el correo enviado...')).toBeVisible()
  status.release()
  await expect.element(page.getByText('Todavía no se ha enviado ningún correo.', { exact: false })).toBeVisible()

  await openBroadcasts([refuse(mail.queueStatus, 500)], { queue: paused() })
  await expect.element(alert.getByText('Error al cargar el correo enviado')).toBeVisible()
  nowAnswer(answer(mail.queueStatus, paused().status))
  await alert.getByRole('button', { name: 'Reintentar' }).click()
  await expect.element(alert).not.toBeInTheDocument()
  nowAnswer(refuse(mail.deliveries, 500, 'No se encuentra el registro.'))
  await mailNamed('Cierre del domingo').click()
  await expect.element(alert.getByText('No se encuentra el registro.')).toBeVisible()
  nowAnswer(refuse(mail.retryFailed, 500), refuse(mail.retryQueued, 500))
  await retryFailed.click()
  await expect.element(toast('Error al reintentar los fallidos')).toBeVisible()
  await retryNow.click()
  await expect.element(toast('Error al reintentar el envío')).toBeVisible()
})

test.each(['desktop', 'narrow'] as const)('the page with a paused queue is accessible on %s', async (screen) => {
  await openBroadcasts([], { queue: paused(), screen })
  await page.getByRole('button', { name: 'Mostrar destinatarios' }).click()
  await mailNamed('Cierre del domingo').click()
  await expect.element(page.getByText('550 No existe ese buzón')).toBeVisible()
  await send.click()
  await expect.element(alert).toBeVisible()
  await expectAccessible('the page with errors')
  await fill('Palabra'.repeat(25), `${'larga'.repeat(80)}\n\nY más.`)
  await send.click()
  await expect.element(dialog).toBeVisible()
  await expectAccessible('the preview')
})

test('mails that were only saved are not called sent, and without a mail server the page says so', async () => {
  const some = { status: { ...running, sent: 3, saved: 2 }, mails: [mailWith({ sent: 1, saved: 2 })], deliveries: [] }
  await openBroadcasts([], { queue: some })
  await expect.element(region.getByRole('listitem')).toMatchTextContent(/1 enviado · 2 guardados$/)
  expect(textOf(region)).toMatch(/3 enviados\s*2 guardados/)

  const status = { ...none, is_set: false, saved: 2 }
  const mails = [mailWith({ saved: 1 })]
  const saved = { ...failed, state: 'sent' as const, reason: 'Guardado, no enviado: no había servidor de correo' }
  const message = 'Guardado, no enviado: sin servidor de correo, el mensaje queda solo en los avisos de Alejandría.'
  const answers = [answer(broadcasts.send, { success: true as const, sent_count: 2, message })]
  await openBroadcasts(answers, { screen: 'narrow', queue: { status, mails, deliveries: [saved] } })
  const banner = page.getByRole('status').filter({ hasText: 'De aquí no sale ningún correo' })
  await expect.element(banner).toMatchTextContent('Para enviarlos hace falta el ajuste SMTP_URL.')
  const queue = page.getByRole('region', { name: 'Correo guardado, no enviado' })
  await expect.element(queue).toMatchTextContent('2 guardados')
  await mailNamed('Cierre del domingo').click()
  await expect.element(queue).toMatchTextContent(saved.reason)
  await expect.element(queue.getByRole('listitem').first()).toMatchTextContent('1 guardado')
  expect(textOf(queue)).not.toMatch(/enviados|\d enviado/i)
  await expectAccessible('mails that are saved only')
  await fill('Encuentro en el faro')
  await send.click()
  await expect.element(dialog).toMatchTextContent('El correo se guarda sin enviarlo.')
  await confirm.click()
  await expect.element(page.getByText(message)).toBeVisible()
})
