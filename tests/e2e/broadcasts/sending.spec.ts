import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  broadcastRequest,
  broadcastsPath,
  fillBroadcast,
  mailsWithSubject,
  messageField,
  recipientCounts,
  sendBroadcast,
  sendButton,
  sendDialog,
  sentMails,
  subjectField,
  unsubscribeZenon,
} from '../../support/browser/pages/broadcasts.ts'

import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notifications-sending' })

test.describe('Sending a broadcast', () => {
  test('Hipatia sees a preview and the number of recipients, and sends it', async ({ server, openAs }) => {
    await unsubscribeZenon(server)
    const { subscribed_count } = await recipientCounts(server)
    const page = await openAs('Hipatia', broadcastsPath)
    await fillBroadcast(page, 'Encuentro en el faro')
    await expect(page.getByText('20 de 200 caracteres')).toBeVisible()
    await sendButton(page).click()
    await expect(sendDialog(page)).toContainText(`Les llegará a ${subscribed_count} personas.`)
    await expect(sendDialog(page)).toContainText('Encuentro en el faro')
    await expect(sendDialog(page).getByText('Hola, Hipatia:', { exact: true })).toBeVisible()
    await expect(sendDialog(page).getByText('Mañana a las diez.', { exact: true })).toBeVisible()
    await expect(sendDialog(page).getByText('Traed papiro.', { exact: true })).toBeVisible()
    await expect(sendDialog(page).getByText('Darse de baja de estos correos')).toBeVisible()
    await expect(sendDialog(page).getByText('Ir a Alejandría')).toBeVisible()
    await expect(sendDialog(page).getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
    expect(await mailsWithSubject(server, 'Encuentro en el faro')).toEqual([])
    await sendDialog(page)
      .getByRole('button', { name: `Enviar a ${subscribed_count} usuarios` })
      .click()
    await expect(page.getByText(`Notificación enviada exitosamente a ${subscribed_count} usuarios`)).toBeVisible()
    await expect(sendDialog(page)).toBeHidden()
    await expect(sendButton(page)).toBeFocused()
    await expect(subjectField(page)).toHaveValue('')
    await expect(messageField(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Encuentro en el faro' })).toBeVisible()
    const [mail, ...others] = await mailsWithSubject(server, 'Encuentro en el faro')
    expect(others).toEqual([])
    expect((mail?.queued ?? 0) + (mail?.sent ?? 0)).toBe(subscribed_count)
  })

  test('Hipatia goes back from the preview to the form, by Escape too, and nothing is sent', async ({
    server,
    openAs,
  }) => {
    const page = await openAs('Hipatia', broadcastsPath)
    await fillBroadcast(page, 'Casi')
    await sendButton(page).click()
    await expect(sendDialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sendDialog(page)).toBeHidden()
    await expect(subjectField(page)).toHaveValue('Casi')
    expect(await mailsWithSubject(server, 'Casi')).toEqual([])
  })

  test('a double click sends it once', async ({ server, openAs }) => {
    const page = await openAs('Hipatia', broadcastsPath)
    const posts: string[] = []
    page.on('request', (request) => request.url().endsWith('/broadcast') && posts.push(request.url()))
    const delayed = await delayResponse(page, broadcastRequest)
    await fillBroadcast(page, 'Dos veces')
    await sendButton(page).click()
    await sendDialog(page)
      .getByRole('button', { name: /^Enviar/ })
      .dblclick()
    delayed.release()
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await mailsWithSubject(server, 'Dos veces')).toHaveLength(1)
    expect(posts).toHaveLength(1)
  })

  test('a retry after a lost response and a reload sends it once; the next broadcast is sent separately', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('failed POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', broadcastsPath)
    await page.route(broadcastRequest, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fillBroadcast(page, 'Perdida')
    await sendBroadcast(page)
    await expect(page.getByRole('alert')).toHaveText('Error al enviar la notificación')
    page.on('dialog', (leave) => void leave.accept())
    await page.unroute(broadcastRequest)
    await page.reload()
    await expect(subjectField(page)).toHaveValue('Perdida')
    await expect(page.getByText('Aquí sigue lo que escribiste y no llegaste a enviar.')).toBeVisible()
    await sendBroadcast(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await mailsWithSubject(server, 'Perdida')).toHaveLength(1)
    await fillBroadcast(page, 'Perdida')
    await expect(page.getByText('Aquí sigue lo que escribiste', { exact: false })).toHaveCount(0)
    await sendBroadcast(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    await expect.poll(async () => (await mailsWithSubject(server, 'Perdida')).length).toBe(2)
  })

  test('a changed text after a lost response is not sent: Hipatia learns that the first version was', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('failed POST /api/notifications/admin/broadcast', '409 POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', broadcastsPath)
    await page.route(broadcastRequest, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fillBroadcast(page, 'Con errata')
    await sendBroadcast(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute(broadcastRequest)
    await subjectField(page).fill('Sin errata')
    await sendBroadcast(page)
    await expect(page.getByRole('alert')).toContainText('Lo que intentaste enviar antes de cambiar el texto sí salió')
    expect(await mailsWithSubject(server, 'Sin errata')).toEqual([])
    await messageField(page).fill('Mañana a las once.')
    await expect(page.getByRole('alert')).toContainText('este texto saldrá como otra notificación')
    await sendBroadcast(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await mailsWithSubject(server, 'Sin errata')).toHaveLength(1)
  })

  test('the button names a missing subject or message, and the focus goes there', async ({ server, openAs }) => {
    const before = (await sentMails(server)).length
    const page = await openAs('Hipatia', broadcastsPath)
    await expect(sendButton(page)).toBeEnabled()
    await sendButton(page).click()
    const missing = 'Por favor, completa tanto el asunto como el mensaje'
    await expect(page.getByRole('alert')).toHaveText(missing)
    await expect(subjectField(page)).toBeFocused()
    await subjectField(page).fill('Solo el asunto')
    await messageField(page).fill('   \n ')
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(missing)
    await expect(messageField(page)).toBeFocused()
    await messageField(page).fill('Y el mensaje')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await sentMails(server)).toHaveLength(before)
  })

  test('a subject of more than 200 characters shows an error at its field and is not sent', async ({ openAs }) => {
    const page = await openAs('Hipatia', broadcastsPath)
    await fillBroadcast(page, 'ñ'.repeat(201))
    await expect(page.getByText('201 de 200 caracteres')).toBeVisible()
    await expect(page.getByText('El asunto no puede tener más de 200 caracteres')).toBeVisible()
    await sendButton(page).click()
    await expect(subjectField(page)).toBeFocused()
    await expect(sendDialog(page)).toBeHidden()
    await subjectField(page).fill('ñ'.repeat(200))
    await sendButton(page).click()
    await expect(sendDialog(page)).toBeVisible()
  })

  test('the error of a refused subject disappears when Hipatia changes it', async ({ openAs, pageErrors }) => {
    pageErrors.expect('422 POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', broadcastsPath)
    const errors = [{ field: 'subject', message: 'Ese asunto no' }]
    const detail = 'Hay datos que no son válidos.'
    await page.route(broadcastRequest, (route) =>
      route.fulfill({ status: 422, json: { detail, code: 'not_valid', errors } }),
    )
    await fillBroadcast(page, 'No vale')
    await sendBroadcast(page)
    await expect(page.getByRole('alert')).toHaveText(`Error al enviar notificación: ${detail}`)
    await expect(subjectField(page)).toHaveAccessibleDescription(/Ese asunto no/)
    await subjectField(page).fill('Este sí')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(subjectField(page)).not.toHaveAccessibleDescription(/Ese asunto no/)
    await page.unroute(broadcastRequest)
    await sendBroadcast(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
  })

  test('a failure is shown and the text stays in the form, with and without a reason from the server', async ({
    server,
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', broadcastsPath)
    for (const [subject, detail, shown] of [
      ['No sale', undefined, 'Error al enviar la notificación'],
      ['Tampoco sale', 'El servidor duerme.', 'Error al enviar notificación: El servidor duerme.'],
    ] as const)
      await test.step(shown, async () => {
        await refuse(page, broadcastRequest, 500, detail)
        await fillBroadcast(page, subject)
        await sendBroadcast(page)
        await expect(page.getByRole('alert')).toHaveText(shown)
        await expect(sendDialog(page)).toBeHidden()
        await expect(subjectField(page)).toHaveValue(subject)
        expect(await mailsWithSubject(server, subject)).toEqual([])
        await page.unroute(broadcastRequest)
      })
  })
})
