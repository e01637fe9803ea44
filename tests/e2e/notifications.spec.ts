import {
  counts,
  include,
  path,
  recipients,
  sendButton,
  sent,
  testMail,
  withoutZenon,
} from './support/broadcast-page.ts'
import { holdBack, refuse } from './support/gate.ts'
import { expect, overflowOf, test } from './support/test.ts'

test.use({ houseName: 'notifications' })

test.describe('Who gets it', () => {
  test('Hipatia sees how many, and may look who; Zenón is marked as not subscribed', async ({ house, openAs }) => {
    await withoutZenon(house)
    const { subscribed_count, total_users } = await counts(house)
    expect(subscribed_count).toBe(total_users - 1)
    const page = await openAs('Hipatia', path)
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

  test('the send button says how many, with those who are not subscribed where they are included', async ({
    house,
    openAs,
  }) => {
    await withoutZenon(house)
    const { subscribed_count, total_users } = await counts(house)
    const page = await openAs('Hipatia', path)
    await expect(sendButton(page)).toHaveText(`Enviar a ${subscribed_count} usuarios`)
    await expect(page.getByText(/Solo para avisos críticos o emergencias/).first()).toBeVisible()
    await include(page).check()
    await expect(sendButton(page)).toHaveText(`Enviar a ${total_users} usuarios`)
    await include(page).uncheck()
    await expect(sendButton(page)).toHaveText(`Enviar a ${subscribed_count} usuarios`)
  })

  test('two thousand are shown at once', async ({ openAs }) => {
    const users = Array.from({ length: 2000 }, (_, index) => ({
      id: index.toString(16).padStart(32, '0'),
      name: `Persona ${index}`,
      email: `persona${index}@alejandria.example`,
      subscribed: index % 10 !== 0,
    }))
    const page = await openAs('Hipatia', path, {
      before: (page) =>
        page.route(recipients, (route) =>
          route.fulfill({ json: { subscribed_count: 1800, total_users: 2000, users } }),
        ),
    })
    await expect(sendButton(page)).toHaveText('Enviar a 1800 usuarios')
    await page.getByRole('button', { name: 'Mostrar destinatarios' }).click()
    // counted in the page: asking two thousand for their roles takes seconds
    const shown = () => page.evaluate(() => document.querySelectorAll('section section li').length)
    await expect.poll(shown, { timeout: 30_000 }).toBe(2000)
    expect(await page.evaluate(() => document.body.textContent?.split('No suscrito').length)).toBe(202)
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  })

  for (const [detail, shown] of [
    [undefined, 'Error al cargar la lista de destinatarios'],
    ['La lista no está.', 'La lista no está.'],
  ] as const)
    test(`what fails is said: ${shown}`, async ({ openAs, trouble }) => {
      trouble.expect('500 GET /api/notifications/admin/recipients')
      const page = await openAs('Hipatia', path, { before: (page) => refuse(page, recipients, 500, detail) })
      const alert = page.getByRole('alert').filter({ hasText: shown })
      await expect(alert).toBeVisible()
      await expect(sendButton(page)).toHaveText('Enviar notificación')
      await page.unroute(recipients)
      await alert.getByRole('button', { name: 'Reintentar' }).click()
      await expect(alert).toBeHidden()
      await expect(sendButton(page)).toHaveText(/^Enviar a \d+ usuarios?$/)
    })
})

test.describe('The test mail', () => {
  test('goes to Hipatia alone', async ({ house, openAs }) => {
    await house.person('Safo')
    const page = await openAs('Hipatia', path)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
    await expect(page.getByText(/^Notificación de prueba enviada exitosamente/)).toBeVisible()
    const newest = (await sent(house))[0]
    expect(newest?.kind).toBe('test')
    expect((newest?.queued ?? 0) + (newest?.sent ?? 0)).toBe(1)
    const row = page.getByRole('listitem').filter({ hasText: newest?.subject ?? '' })
    await row.getByRole('button').first().click()
    await expect(row.getByRole('list').getByRole('listitem')).toContainText(['Hipatia'])
  })

  test('a double click sends one', async ({ house, openAs }) => {
    const tests = async () => (await sent(house)).filter(({ kind }) => kind === 'test').length
    const before = await tests()
    const page = await openAs('Hipatia', path)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('/test/new-post') && asked.push(request.url()))
    const gate = await holdBack(page, testMail)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    gate.open()
    await expect(page.getByText(/^Notificación de prueba enviada exitosamente/)).toBeVisible()
    expect(asked).toHaveLength(1)
    expect(await tests()).toBe(before + 1)
    await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
    await expect.poll(tests).toBe(before + 2)
  })

  for (const [detail, shown] of [
    [undefined, 'Error al enviar notificación de prueba'],
    ['Hoy no hay pruebas.', 'Hoy no hay pruebas.'],
  ] as const)
    test(`what fails is said: ${shown}`, async ({ openAs, trouble }) => {
      trouble.expect('500 GET /api/notifications/test/new-post')
      const page = await openAs('Hipatia', path, { before: (page) => refuse(page, testMail, 500, detail) })
      await page.getByRole('button', { name: 'Prueba de Notificación' }).click()
      await expect(page.getByRole('alert')).toHaveText(shown)
    })
})
