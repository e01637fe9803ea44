import {
  broadcast,
  called,
  counts,
  dialog,
  message,
  path,
  sendButton,
  sendIt,
  sent,
  subject,
  withoutZenon,
  write,
} from './support/broadcast-page.ts'
import { holdBack, refuse } from './support/gate.ts'
import { expect, test } from './support/test.ts'

test.use({ houseName: 'notifications-sending' })

test.describe('Sending', () => {
  test('Hipatia sees the mail as it will look and how many get it, and sends it', async ({ house, openAs }) => {
    await withoutZenon(house)
    const { subscribed_count } = await counts(house)
    const page = await openAs('Hipatia', path)
    await write(page, 'Encuentro en el faro')
    await expect(page.getByText('20 de 200 caracteres')).toBeVisible()
    await sendButton(page).click()
    await expect(dialog(page)).toContainText(`Les llegará a ${subscribed_count} personas.`)
    await expect(dialog(page)).toContainText('Encuentro en el faro')
    await expect(dialog(page).getByText('Hola, Hipatia:', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText('Mañana a las diez.', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText('Traed papiro.', { exact: true })).toBeVisible()
    await expect(dialog(page).getByText('Darse de baja de estos correos')).toBeVisible()
    await expect(dialog(page).getByText('Ir a Alejandría')).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Seguir escribiendo' })).toBeFocused()
    expect(await called(house, 'Encuentro en el faro')).toEqual([])
    await dialog(page)
      .getByRole('button', { name: `Enviar a ${subscribed_count} usuarios` })
      .click()
    await expect(page.getByText(`Notificación enviada exitosamente a ${subscribed_count} usuarios`)).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(sendButton(page)).toBeFocused()
    await expect(subject(page)).toHaveValue('')
    await expect(message(page)).toHaveValue('')
    await expect(page.getByRole('button', { name: 'Encuentro en el faro' })).toBeVisible()
    const [mail, ...others] = await called(house, 'Encuentro en el faro')
    expect(others).toEqual([])
    expect((mail?.queued ?? 0) + (mail?.sent ?? 0)).toBe(subscribed_count)
  })

  test('what is shown once more can still be changed, by Escape too, and nothing went out', async ({
    house,
    openAs,
  }) => {
    const page = await openAs('Hipatia', path)
    await write(page, 'Casi')
    await sendButton(page).click()
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(subject(page)).toHaveValue('Casi')
    expect(await called(house, 'Casi')).toEqual([])
  })

  test('a double click sends it once', async ({ house, openAs }) => {
    const page = await openAs('Hipatia', path)
    const posts: string[] = []
    page.on('request', (request) => request.url().endsWith('/broadcast') && posts.push(request.url()))
    const gate = await holdBack(page, broadcast)
    await write(page, 'Dos veces')
    await sendButton(page).click()
    await dialog(page)
      .getByRole('button', { name: /^Enviar/ })
      .dblclick()
    gate.open()
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await called(house, 'Dos veces')).toHaveLength(1)
    expect(posts).toHaveLength(1)
  })

  test('sent again after a lost answer and a reload, it went out once; the next one is another', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('failed POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', path)
    await page.route(broadcast, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await write(page, 'Perdida')
    await sendIt(page)
    await expect(page.getByRole('alert')).toHaveText('Error al enviar la notificación')
    page.on('dialog', (leave) => void leave.accept())
    await page.unroute(broadcast)
    await page.reload()
    await expect(subject(page)).toHaveValue('Perdida')
    await expect(page.getByText('Aquí sigue lo que escribiste y no llegaste a enviar.')).toBeVisible()
    await sendIt(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await called(house, 'Perdida')).toHaveLength(1)
    await write(page, 'Perdida')
    await expect(page.getByText('Aquí sigue lo que escribiste', { exact: false })).toHaveCount(0)
    await sendIt(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    await expect.poll(async () => (await called(house, 'Perdida')).length).toBe(2)
  })

  test('changed after a lost answer, Hipatia is told that the first words went out', async ({
    house,
    openAs,
    trouble,
  }) => {
    trouble.expect('failed POST /api/notifications/admin/broadcast', '409 POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', path)
    await page.route(broadcast, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await write(page, 'Con errata')
    await sendIt(page)
    await expect(page.getByRole('alert')).toBeVisible()
    await page.unroute(broadcast)
    await subject(page).fill('Sin errata')
    await sendIt(page)
    await expect(page.getByRole('alert')).toContainText('Lo que intentaste enviar antes de cambiar el texto sí salió')
    expect(await called(house, 'Sin errata')).toEqual([])
    await message(page).fill('Mañana a las once.')
    await expect(page.getByRole('alert')).toContainText('este texto saldrá como otra notificación')
    await sendIt(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
    expect(await called(house, 'Sin errata')).toHaveLength(1)
  })

  test('the button says what is missing, and the focus goes there', async ({ house, openAs }) => {
    const before = (await sent(house)).length
    const page = await openAs('Hipatia', path)
    await expect(sendButton(page)).toBeEnabled()
    await sendButton(page).click()
    const missing = 'Por favor, completa tanto el asunto como el mensaje'
    await expect(page.getByRole('alert')).toHaveText(missing)
    await expect(subject(page)).toBeFocused()
    await subject(page).fill('Solo el asunto')
    await message(page).fill('   \n ')
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toHaveText(missing)
    await expect(message(page)).toBeFocused()
    await message(page).fill('Y el mensaje')
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(await sent(house)).toHaveLength(before)
  })

  test('a subject of more than 200 characters is said beside it and not sent', async ({ openAs }) => {
    const page = await openAs('Hipatia', path)
    await write(page, 'ñ'.repeat(201))
    await expect(page.getByText('201 de 200 caracteres')).toBeVisible()
    await expect(page.getByText('El asunto no puede tener más de 200 caracteres')).toBeVisible()
    await sendButton(page).click()
    await expect(subject(page)).toBeFocused()
    await expect(dialog(page)).toBeHidden()
    await subject(page).fill('ñ'.repeat(200))
    await sendButton(page).click()
    await expect(dialog(page)).toBeVisible()
  })

  test('what was refused is not said of what is written since', async ({ openAs, trouble }) => {
    trouble.expect('422 POST /api/notifications/admin/broadcast')
    const page = await openAs('Hipatia', path)
    const errors = [{ field: 'subject', message: 'Ese asunto no' }]
    const detail = 'Hay datos que no son válidos.'
    await page.route(broadcast, (route) => route.fulfill({ status: 422, json: { detail, code: 'not_valid', errors } }))
    await write(page, 'No vale')
    await sendIt(page)
    await expect(page.getByRole('alert')).toHaveText(`Error al enviar notificación: ${detail}`)
    await expect(subject(page)).toHaveAccessibleDescription(/Ese asunto no/)
    await subject(page).fill('Este sí')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(subject(page)).not.toHaveAccessibleDescription(/Ese asunto no/)
    await page.unroute(broadcast)
    await sendIt(page)
    await expect(page.getByText(/^Notificación enviada exitosamente/)).toBeVisible()
  })

  for (const [detail, shown] of [
    [undefined, 'Error al enviar la notificación'],
    ['El servidor duerme.', 'Error al enviar notificación: El servidor duerme.'],
  ] as const)
    test(`what fails is said and the words stay: ${shown}`, async ({ house, openAs, trouble }) => {
      trouble.expect('500 POST /api/notifications/admin/broadcast')
      const page = await openAs('Hipatia', path, { before: (page) => refuse(page, broadcast, 500, detail) })
      await write(page, 'No sale')
      await sendIt(page)
      await expect(page.getByRole('alert')).toHaveText(shown)
      await expect(dialog(page)).toBeHidden()
      await expect(subject(page)).toHaveValue('No sale')
      expect(await called(house, 'No sale')).toEqual([])
    })
})
