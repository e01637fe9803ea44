import { delayResponse, refuse } from '../../support/browser/network.ts'
import {
  broadcastsPath,
  includeUnsubscribed,
  recipientCounts,
  recipientsRequest,
  sendButton,
  sentMails,
  testMailRequest,
  unsubscribeZenon,
} from '../../support/browser/pages/broadcasts.ts'

import { blankPage, expect, overflowOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'notifications' })

test.describe('The recipients of a broadcast', () => {
  test('Hipatia sees their number and can open the list; Zenón is marked as not subscribed', async ({
    server,
    openAs,
  }) => {
    await unsubscribeZenon(server)
    const { subscribed_count, total_users } = await recipientCounts(server)
    expect(subscribed_count).toBe(total_users - 1)
    const page = await openAs('Hipatia', broadcastsPath)
    const region = page.getByRole('region', { name: 'Destinatarios', exact: true })
    await expect(region).toContainText(`${subscribed_count} suscritos a los avisos`)
    await expect(region).toContainText(`${total_users} usuarios activos en total`)
    await expect(region.getByRole('listitem')).toHaveCount(0)
    await region.getByRole('button', { name: 'Mostrar destinatarios' }).click()
    await expect(region.getByRole('listitem')).toHaveCount(total_users)
    const zenon = region.getByRole('listitem').filter({ hasText: 'Zenón' })
    await expect(zenon).toContainText('zenon@alejandria.example')
    await expect(zenon).toContainText('No suscrito')
    await expect(region.getByText('No suscrito', { exact: true })).toHaveCount(1)
    await region.getByRole('button', { name: 'Ocultar destinatarios' }).click()
    await expect(region.getByRole('listitem')).toHaveCount(0)
  })

  test('the send button shows their number, which includes unsubscribed users only if Hipatia selects that', async ({
    server,
    openAs,
  }) => {
    await unsubscribeZenon(server)
    const { subscribed_count, total_users } = await recipientCounts(server)
    const page = await openAs('Hipatia', broadcastsPath)
    await expect(sendButton(page)).toHaveText(`Enviar a ${subscribed_count} usuarios`)
    await expect(page.getByText(/Solo para avisos críticos o emergencias/).first()).toBeVisible()
    await includeUnsubscribed(page).check()
    await expect(sendButton(page)).toHaveText(`Enviar a ${total_users} usuarios`)
    await includeUnsubscribed(page).uncheck()
    await expect(sendButton(page)).toHaveText(`Enviar a ${subscribed_count} usuarios`)
  })

  test('a list of two thousand is shown completely and without delay', async ({ openAs }) => {
    const users = Array.from({ length: 2000 }, (_, index) => ({
      id: index.toString(16).padStart(32, '0'),
      name: `Persona ${index}`,
      email: `persona${index}@alejandria.example`,
      subscribed: index % 10 !== 0,
    }))
    const page = await openAs('Hipatia', broadcastsPath, {
      before: (page) =>
        page.route(recipientsRequest, (route) =>
          route.fulfill({ json: { subscribed_count: 1800, total_users: 2000, users } }),
        ),
    })
    await expect(sendButton(page)).toHaveText('Enviar a 1800 usuarios')
    await page.getByRole('button', { name: 'Mostrar destinatarios' }).click()
    // Counted in the page, as two thousand locators by role take seconds.
    const shown = () => page.evaluate(() => document.querySelectorAll('section section li').length)
    await expect.poll(shown, { timeout: 30_000 }).toBe(2000)
    expect(await page.evaluate(() => document.body.textContent?.split('No suscrito').length)).toBe(202)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  })

  test('a list that fails to load shows an error, with and without a reason from the server', async ({
    openAs,
    pageErrors,
  }) => {
    pageErrors.expect('500 GET /api/notifications/admin/recipients')
    const page = await openAs('Hipatia', blankPage)
    for (const [detail, shown] of [
      [undefined, 'Error al cargar la lista de destinatarios'],
      ['La lista no está.', 'La lista no está.'],
    ] as const)
      await test.step(shown, async () => {
        await refuse(page, recipientsRequest, 500, detail)
        await page.goto(broadcastsPath)
        const alert = page.getByRole('alert').filter({ hasText: shown })
        await expect(alert).toBeVisible()
        await expect(sendButton(page)).toHaveText('Enviar notificación')
        await page.unroute(recipientsRequest)
        await alert.getByRole('button', { name: 'Reintentar' }).click()
        await expect(alert).toBeHidden()
        await expect(sendButton(page)).toHaveText(/^Enviar a \d+ usuarios?$/)
      })
  })
})

test.describe('The test mail', () => {
  test('is sent to Hipatia and to nobody else', async ({ server, openAs }) => {
    await server.person('Safo')
    const page = await openAs('Hipatia', broadcastsPath)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
    await expect(page.getByText(/^Notificación de prueba enviada exitosamente/)).toBeVisible()
    const newest = (await sentMails(server))[0]
    expect(newest?.kind).toBe('test')
    expect((newest?.queued ?? 0) + (newest?.sent ?? 0)).toBe(1)
    const row = page.getByRole('listitem').filter({ hasText: newest?.subject ?? '' })
    await row.getByRole('button').first().click()
    await expect(row.getByRole('list').getByRole('listitem')).toContainText(['Hipatia'])
  })

  test('is sent once on a double click', async ({ server, openAs }) => {
    const tests = async () => (await sentMails(server)).filter(({ kind }) => kind === 'test').length
    const before = await tests()
    const page = await openAs('Hipatia', broadcastsPath)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/test/new-post') && asked.push(request.url()))
    const delayed = await delayResponse(page, testMailRequest)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    delayed.release()
    await expect(page.getByText(/^Notificación de prueba enviada exitosamente/)).toBeVisible()
    expect(asked).toHaveLength(1)
    expect(await tests()).toBe(before + 1)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
    await expect.poll(tests).toBe(before + 2)
  })

  test('shows an error if it fails, with and without a reason from the server', async ({ openAs, pageErrors }) => {
    pageErrors.expect('500 GET /api/notifications/test/new-post')
    const page = await openAs('Hipatia', broadcastsPath)
    for (const [detail, shown] of [
      [undefined, 'Error al enviar notificación de prueba'],
      ['Hoy no hay pruebas.', 'Hoy no hay pruebas.'],
    ] as const)
      await test.step(shown, async () => {
        await refuse(page, testMailRequest, 500, detail)
        await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
        await expect(page.getByRole('alert')).toHaveText(shown)
        await page.unroute(testMailRequest)
      })
  })
})
