import type { Delivery, Mail, QueueStatus } from '../../../contract/mail.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  broadcastsPath,
  deliveriesRequest,
  fillBroadcast,
  mailsRequest,
  queueRequest,
  recipientsRequest,
  retryMailRequest,
  retryRequest,
  sendButton,
  sendDialog,
  subjectField,
  unsubscribeZenon,
} from '../../support/browser/pages/broadcasts.ts'
import { toast } from '../../support/browser/pages/toasts.ts'

import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notifications-outbox' })

const id = (digit: string) => digit.repeat(32)

/** A mail with one sent, one queued, one failed and one skipped delivery. */
const mail: Mail = {
  ...{ id: id('a'), kind: 'broadcast', subject: 'Cierre del domingo', created_by: 'Hipatia' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', queued: 1, sent: 1, failed: 1, skipped: 1 },
}
const delivery: Delivery = {
  ...{ id: id('1'), name: 'Zenón', email: 'zenon@alejandria.example', state: 'failed', attempts: 3 },
  ...{ reason: '550 No existe ese buzón', next_try_at: null, sent_at: null },
}
const deliveries: Delivery[] = [
  delivery,
  { ...delivery, id: id('2'), name: 'Safo', state: 'queued', attempts: 1, reason: '451 Más tarde' },
  {
    ...{ ...delivery, id: id('4'), name: 'Bruno', state: 'skipped', attempts: 0 },
    reason: 'Se dio de baja antes de salir',
  },
  { ...delivery, id: id('3'), name: 'Ana', state: 'sent', reason: null, sent_at: '2026-11-20T10:00:05.000Z' },
]
const held = {
  reason: 'El servidor de correo no responde',
  since: '2026-11-20T10:00:00.000Z',
  next_try_at: '2026-11-20T10:15:00.000Z',
}
const paged = (items: unknown[]) => ({ json: items, headers: { 'x-total-count': `${items.length}` } })

/** Answers with this state of the mail queue; the page's next poll returns later changes of it. */
async function answerWith(page: Page, state: { outbox: QueueStatus; mails: Mail[]; deliveries: Delivery[] }) {
  await page.route(queueRequest, (route) => route.fulfill({ json: state.outbox }))
  await page.route(mailsRequest, (route) => route.fulfill(paged(state.mails)))
  await page.route(deliveriesRequest, (route) => route.fulfill(paged(state.deliveries)))
}
const pausedState = () => ({ outbox: { queued: 1, sent: 1, failed: 1, skipped: 1, held }, mails: [mail], deliveries })

test.describe('The mail queue', () => {
  test('shows why it is paused and when it will retry, and Hipatia can retry at once', async ({ openAs }) => {
    const state: { outbox: QueueStatus; mails: Mail[]; deliveries: Delivery[] } = pausedState()
    const page = await openAs('Hipatia', broadcastsPath, { before: (page) => answerWith(page, state) })
    const note = page.getByRole('status').filter({ hasText: 'El correo está en espera' })
    await expect(note).toContainText('El servidor de correo no responde')
    await expect(note).toContainText(/Desde .+ a las? \d+:\d\d\. Se vuelve a intentar .+ a las? \d+:\d\d\. Nada/)
    await page.route(retryRequest, (route) => {
      state.outbox = { queued: 0, sent: 2, failed: 1, skipped: 1, held: null }
      return route.fulfill({ json: state.outbox })
    })
    await note.getByRole('button', { name: 'Reintentar ahora' }).click()
    await expect(note).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Correo enviado' })).toBeFocused()
  })

  test('is polled while it is paused, and only the newest page is requested', async ({ openAs }) => {
    const older = { ...mail, id: id('b'), subject: 'Encuentro en el faro' }
    const state = pausedState()
    const asked: string[] = []
    const page = await openAs('Hipatia', broadcastsPath, {
      before: async (page) => {
        await page.clock.install()
        await answerWith(page, state)
        await page.route(mailsRequest, (route) => {
          const isMore = route.request().url().includes('cursor')
          const link = '</api/notifications/admin/mails?limit=10&cursor=mas>; rel="next"'
          return isMore
            ? route.fulfill(paged([older]))
            : route.fulfill({ json: state.mails, headers: { 'x-total-count': '2', link } })
        })
        page.on('request', (request) => {
          const { pathname, search } = new URL(request.url())
          if (pathname.startsWith('/api/notifications/admin/'))
            asked.push(pathname.split('/').slice(4).join('/') + search)
        })
      },
    })
    await page.getByRole('button', { name: 'Mostrar más correos' }).click()
    await page.getByRole('button', { name: 'Cierre del domingo' }).click()
    await expect(page.getByText('550 No existe ese buzón')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Encuentro en el faro' })).toBeVisible()
    asked.length = 0
    await page.clock.pauseAt(Date.now() + 20_000)
    const asks = (...wanted: string[]) =>
      expect(async () => {
        await page.clock.runFor(250)
        expect(asked).toEqual(wanted)
      }).toPass()
    // The poll that became due during the jump of the clock.
    await asks('outbox', 'mails?limit=10')
    asked.length = 0
    state.mails = [{ ...mail, sent: 2, queued: 0 }]
    await page.clock.runFor(10_000)
    expect(asked).toEqual([])
    // The open deliveries are requested again, as their counts have changed.
    await asks('outbox', 'mails?limit=10', `mails/${mail.id}/deliveries`)
    await expect(page.getByRole('button', { name: 'Encuentro en el faro' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Cierre del domingo' })).toContainText('2 enviados')
  })

  test('shows the posts that wait for one mail about them, and when it goes out', async ({ openAs }) => {
    const digest: Mail = {
      ...mail,
      ...{ kind: 'post_digest', subject: 'Posts nuevos', created_at: new Date().toISOString() },
      ...{ queued: 4, sent: 0, failed: 0, skipped: 0 },
    }
    const outbox = { queued: 4, sent: 0, failed: 0, skipped: 0, held: null }
    const page = await openAs('Hipatia', broadcastsPath, {
      before: (page) => answerWith(page, { outbox, mails: [digest], deliveries: [] }),
    })
    const item = page.getByRole('listitem').filter({ hasText: 'Posts nuevos' })
    await expect(item).toContainText(/4 en cola\s· sale mañana a las? \d+:\d\d/)
  })

  test('leaves the focus in the form if Hipatia went there during a retry', async ({ openAs }) => {
    const state: { outbox: QueueStatus; mails: Mail[]; deliveries: Delivery[] } = pausedState()
    const page = await openAs('Hipatia', broadcastsPath, { before: (page) => answerWith(page, state) })
    await page.route(retryRequest, (route) => {
      state.outbox = { queued: 0, sent: 2, failed: 1, skipped: 1, held: null }
      return route.fulfill({ json: state.outbox })
    })
    const delayed = await delayResponse(page, retryRequest)
    await page.getByRole('button', { name: 'Reintentar ahora' }).click()
    await subjectField(page).focus()
    delayed.release()
    await expect(page.getByText('El correo está en espera')).toBeHidden()
    await expect(subjectField(page)).toBeFocused()
  })

  test('lists the deliveries of a mail, failed deliveries first, and Hipatia can retry them', async ({ openAs }) => {
    const state: { outbox: QueueStatus; mails: Mail[]; deliveries: Delivery[] } = pausedState()
    const page = await openAs('Hipatia', broadcastsPath, { before: (page) => answerWith(page, state) })
    const toggle = page.getByRole('button', { name: 'Cierre del domingo' })
    await expect(toggle).toHaveAccessibleDescription(
      /Notificación.*por Hipatia.*1 en cola.*1 enviado.*1 fallido.*1 omitido/,
    )
    await toggle.click()
    const list = page.getByRole('list', { name: 'Destinatarios de «Cierre del domingo»' })
    await expect(list.getByRole('listitem')).toContainText([
      /Zenón.*3 intentos.*Fallido.*550 No existe ese buzón/,
      /Safo.*En cola.*451 Más tarde/,
      /Bruno.*Omitido.*Se dio de baja antes de salir/,
      /Ana.*Enviado/,
    ])
    await page.route(retryMailRequest, (route) => {
      const queued = { ...mail, queued: 2, failed: 0 }
      state.mails = [queued]
      state.deliveries = deliveries.map((one) => (one.state === 'failed' ? { ...one, state: 'queued' as const } : one))
      return route.fulfill({ json: queued })
    })
    await page.getByRole('button', { name: 'Reintentar los fallidos' }).click()
    await expect(page.getByRole('button', { name: 'Reintentar los fallidos' })).toHaveCount(0)
    await expect(toggle).toBeFocused()
    await expect(list.getByText('Fallido')).toHaveCount(0)
  })

  test('is polled while a delivery is queued', async ({ openAs }) => {
    const state: { outbox: QueueStatus; mails: Mail[]; deliveries: Delivery[] } = {
      ...{ outbox: { queued: 1, sent: 1, failed: 0, skipped: 0, held: null }, deliveries: [] },
      mails: [{ ...mail, failed: 0 }],
    }
    const page = await openAs('Hipatia', broadcastsPath, { before: (page) => answerWith(page, state) })
    const region = page.getByRole('region', { name: 'Correo enviado' })
    await expect(region).toContainText('1 en cola')
    state.outbox = { queued: 0, sent: 2, failed: 0, skipped: 0, held: null }
    state.mails = [{ ...mail, queued: 0, sent: 2, failed: 0 }]
    await expect(region).toContainText('2 enviados')
    await expect(region).toContainText('0 en cola')
    await expect(region.getByRole('listitem')).toContainText('2 enviados')
  })

  test('shows a failure, and Hipatia can retry', async ({ openAs, pageErrors }) => {
    pageErrors.expect(
      '500 GET /api/notifications/admin/outbox',
      '500 GET /api/notifications/admin/mails/{id}/deliveries',
      '500 POST /api/notifications/admin/mails/{id}/retry',
      '500 POST /api/notifications/admin/outbox/retry',
    )
    const page = await openAs('Hipatia', broadcastsPath, {
      before: async (page) => {
        await answerWith(page, pausedState())
        await refuse(page, queueRequest, 500)
      },
    })
    const alert = page.getByRole('alert').filter({ hasText: 'Error al cargar el correo enviado' })
    await expect(alert).toBeVisible()
    await page.unroute(queueRequest)
    await page.route(queueRequest, (route) => route.fulfill({ json: pausedState().outbox }))
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(alert).toBeHidden()
    await refuse(page, deliveriesRequest, 500, 'No se encuentra el registro.')
    await page.getByRole('button', { name: 'Cierre del domingo' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'No se encuentra el registro.' })).toBeVisible()
    await refuse(page, retryMailRequest, 500)
    await page.getByRole('button', { name: 'Reintentar los fallidos' }).click()
    await expect(toast(page, 'Error al reintentar los fallidos')).toBeVisible()
    await refuse(page, retryRequest, 500)
    await page.getByRole('button', { name: 'Reintentar ahora' }).click()
    await expect(toast(page, 'Error al reintentar el envío')).toBeVisible()
  })

  test('says that it is loading, and that no mail has been sent yet', async ({ openAs }) => {
    const none = { outbox: { queued: 0, sent: 0, failed: 0, skipped: 0, held: null }, mails: [], deliveries: [] }
    let delayed: { release: () => void }[] = []
    const page = await openAs('Hipatia', broadcastsPath, {
      before: async (page) => {
        await answerWith(page, none)
        delayed = [await delayResponse(page, queueRequest), await delayResponse(page, recipientsRequest)]
      },
    })
    await expect(page.getByText('Cargando destinatarios...')).toBeVisible()
    await expect(page.getByText('Cargando el correo enviado...')).toBeVisible()
    for (const { release } of delayed) release()
    await expect(page.getByText('Todavía no se ha enviado ningún correo.', { exact: false })).toBeVisible()
    await expect(page.getByText('Cargando destinatarios...')).toHaveCount(0)
  })
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`axe finds no violation on ${screen}: page, recipients, preview, errors, a paused mail queue`, async ({
    server,
    openAs,
  }) => {
    await unsubscribeZenon(server)
    const page = await openAs('Hipatia', broadcastsPath, { screen, before: (page) => answerWith(page, pausedState()) })
    await page.getByRole('button', { name: 'Mostrar destinatarios' }).click()
    await page.getByRole('button', { name: 'Cierre del domingo' }).click()
    await expect(page.getByText('550 No existe ese buzón')).toBeVisible()
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'the page with errors')
    await fillBroadcast(page, 'Palabra'.repeat(25), `${'larga'.repeat(80)}\n\nY más.`)
    await sendButton(page).click()
    await expect(sendDialog(page)).toBeVisible()
    await expectAccessible(page, 'the preview')
  })
