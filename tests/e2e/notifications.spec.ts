import type { Delivery, Mail, Outbox } from '../../contract/notifications.ts'
import { expectAccessible } from './support/axe.ts'
import { holdBack, refuse } from './support/gate.ts'
import type { House } from './support/house.ts'
import { expect, overflowOf, type Page, test } from './support/test.ts'

test.use({ houseName: 'notifications' })

const path = '/admin/notifications'
const broadcast = '**/api/notifications/admin/broadcast'
const recipients = '**/api/notifications/admin/recipients*'
const testMail = '**/api/notifications/test/new-post'
const outbox = '**/api/notifications/admin/outbox'
const tryAgain = '**/api/notifications/admin/outbox/retry'
const mailsList = /\/api\/notifications\/admin\/mails(\?.*)?$/
const deliveriesList = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/deliveries/
const retryOne = /\/api\/notifications\/admin\/mails\/[0-9a-f]{32}\/retry$/
const id = (digit: string) => digit.repeat(32)

const subject = (page: Page) => page.getByRole('textbox', { name: 'Asunto' })
const message = (page: Page) => page.getByRole('textbox', { name: 'Mensaje' })
const sendButton = (page: Page) => page.getByRole('form').getByRole('button', { name: /^Enviar/ })
const include = (page: Page) => page.getByRole('checkbox', { name: 'Incluir a los usuarios no suscritos' })
const dialog = (page: Page) => page.getByRole('dialog', { name: '¿Enviar esta notificación?' })
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Avisos' }).getByText(text).first()
const sent = ({ hipatia }: House) => hipatia.call<Mail[]>('GET', '/notifications/admin/mails?limit=200')
const called = async (house: House, name: string) => (await sent(house)).filter((mail) => mail.subject === name)
const counts = ({ hipatia }: House) =>
  hipatia.call<{ subscribed_count: number; total_users: number }>('GET', '/notifications/admin/recipients')

async function write(page: Page, about: string, words = 'Mañana a las diez.\n\nTraed papiro.') {
  await subject(page).fill(about)
  await message(page).fill(words)
}

async function sendIt(page: Page) {
  await sendButton(page).click()
  await dialog(page)
    .getByRole('button', { name: /^Enviar/ })
    .click()
}

/** Zenón wants no broadcasts. */
async function withoutZenon(house: House) {
  await house.person('Safo')
  const zenon = await house.person('Zenón')
  await zenon.call('PUT', '/notifications/preferences', { admin_notifications: false })
}

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

/** A mail of which one is sent, one waits and one failed, as the server would tell of it. */
const mail: Mail = {
  ...{ id: id('a'), kind: 'broadcast', subject: 'Cierre del domingo', created_by: 'Hipatia' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', queued: 1, sent: 1, failed: 1 },
}
const delivery: Delivery = {
  ...{ id: id('1'), name: 'Zenón', email: 'zenon@alejandria.example', state: 'failed', attempts: 3 },
  ...{ reason: '550 No existe ese buzón', next_try_at: null, sent_at: null },
}
const deliveries: Delivery[] = [
  delivery,
  { ...delivery, id: id('2'), name: 'Safo', state: 'queued', attempts: 1, reason: '451 Más tarde' },
  { ...delivery, id: id('3'), name: 'Ana', state: 'sent', reason: null, sent_at: '2026-11-20T10:00:05.000Z' },
]
const held = {
  reason: 'El servidor de correo no responde',
  since: '2026-11-20T10:00:00.000Z',
  next_try_at: '2026-11-20T10:15:00.000Z',
}
const paged = (items: unknown[]) => ({ json: items, headers: { 'x-total-count': `${items.length}` } })

/** The post as the page is told of it; what is changed in it the page sees at its next look. */
async function post(page: Page, state: { outbox: Outbox; mails: Mail[]; deliveries: Delivery[] }) {
  await page.route(outbox, (route) => route.fulfill({ json: state.outbox }))
  await page.route(mailsList, (route) => route.fulfill(paged(state.mails)))
  await page.route(deliveriesList, (route) => route.fulfill(paged(state.deliveries)))
}
const troubled = () => ({ outbox: { queued: 1, sent: 1, failed: 1, held }, mails: [mail], deliveries })

test.describe('What was mailed', () => {
  test('a held post says why and when it goes on, and can be tried at once', async ({ openAs }) => {
    const state: { outbox: Outbox; mails: Mail[]; deliveries: Delivery[] } = troubled()
    const page = await openAs('Hipatia', path, { before: (page) => post(page, state) })
    const note = page.getByRole('status').filter({ hasText: 'El correo está en espera' })
    await expect(note).toContainText('El servidor de correo no responde')
    await expect(note).toContainText(/Desde .+ a las? \d+:\d\d\. Se vuelve a intentar .+ a las? \d+:\d\d\. Nada/)
    await page.route(tryAgain, (route) => {
      state.outbox = { queued: 0, sent: 2, failed: 1, held: null }
      return route.fulfill({ json: state.outbox })
    })
    await note.getByRole('button', { name: 'Reintentar ahora' }).click()
    await expect(note).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Correo enviado' })).toBeFocused()
  })

  test('a held post is looked at now and then, by asking for the newest page only', async ({ openAs }) => {
    const older = { ...mail, id: id('b'), subject: 'Encuentro en el faro' }
    const state = troubled()
    const asked: string[] = []
    const page = await openAs('Hipatia', path, {
      before: async (page) => {
        await page.clock.install()
        await post(page, state)
        await page.route(mailsList, (route) => {
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
    // the look that the leap was due for
    await asks('outbox', 'mails?limit=10')
    asked.length = 0
    state.mails = [{ ...mail, sent: 2, queued: 0 }]
    await page.clock.runFor(10_000)
    expect(asked).toEqual([])
    // what is open is asked for again as its counts are others now
    await asks('outbox', 'mails?limit=10', `mails/${mail.id}/deliveries`)
    await expect(page.getByRole('button', { name: 'Encuentro en el faro' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Cierre del domingo' })).toContainText('2 enviados')
  })

  test('who went on to something else while the post was tried again stays there', async ({ openAs }) => {
    const state: { outbox: Outbox; mails: Mail[]; deliveries: Delivery[] } = troubled()
    const page = await openAs('Hipatia', path, { before: (page) => post(page, state) })
    await page.route(tryAgain, (route) => {
      state.outbox = { queued: 0, sent: 2, failed: 1, held: null }
      return route.fulfill({ json: state.outbox })
    })
    const gate = await holdBack(page, tryAgain)
    await page.getByRole('button', { name: 'Reintentar ahora' }).click()
    await subject(page).focus()
    gate.open()
    await expect(page.getByText('El correo está en espera')).toBeHidden()
    await expect(subject(page)).toBeFocused()
  })

  test('a mail opens to whom it went, those that failed first, and those are tried again', async ({ openAs }) => {
    const state: { outbox: Outbox; mails: Mail[]; deliveries: Delivery[] } = troubled()
    const page = await openAs('Hipatia', path, { before: (page) => post(page, state) })
    const toggle = page.getByRole('button', { name: 'Cierre del domingo' })
    await expect(toggle).toHaveAccessibleDescription(/Notificación.*por Hipatia.*1 en cola.*1 enviados.*1 fallidos/)
    await toggle.click()
    const list = page.getByRole('list', { name: 'Destinatarios de «Cierre del domingo»' })
    await expect(list.getByRole('listitem')).toContainText([
      /Zenón.*3 intentos.*Fallido.*550 No existe ese buzón/,
      /Safo.*En cola.*451 Más tarde/,
      /Ana.*Enviado/,
    ])
    await page.route(retryOne, (route) => {
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

  test('while something is queued the page looks again by itself', async ({ openAs }) => {
    const state: { outbox: Outbox; mails: Mail[]; deliveries: Delivery[] } = {
      ...{ outbox: { queued: 1, sent: 1, failed: 0, held: null }, deliveries: [] },
      mails: [{ ...mail, failed: 0 }],
    }
    const page = await openAs('Hipatia', path, { before: (page) => post(page, state) })
    const region = page.getByRole('region', { name: 'Correo enviado' })
    await expect(region).toContainText('1 en cola')
    state.outbox = { queued: 0, sent: 2, failed: 0, held: null }
    state.mails = [{ ...mail, queued: 0, sent: 2, failed: 0 }]
    await expect(region).toContainText('2 enviados')
    await expect(region).toContainText('0 en cola')
    await expect(region.getByRole('listitem')).toContainText('2 enviados')
  })

  test('what fails is said, with a way to try again', async ({ openAs, trouble }) => {
    trouble.expect(
      '500 GET /api/notifications/admin/outbox',
      '500 GET /api/notifications/admin/mails/{id}/deliveries',
      '500 POST /api/notifications/admin/mails/{id}/retry',
      '500 POST /api/notifications/admin/outbox/retry',
    )
    const page = await openAs('Hipatia', path, {
      before: async (page) => {
        await post(page, troubled())
        await refuse(page, outbox, 500)
      },
    })
    const alert = page.getByRole('alert').filter({ hasText: 'Error al cargar el correo enviado' })
    await expect(alert).toBeVisible()
    await page.unroute(outbox)
    await page.route(outbox, (route) => route.fulfill({ json: troubled().outbox }))
    await alert.getByRole('button', { name: 'Reintentar' }).click()
    await expect(alert).toBeHidden()
    await refuse(page, deliveriesList, 500, 'No se encuentra el registro.')
    await page.getByRole('button', { name: 'Cierre del domingo' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'No se encuentra el registro.' })).toBeVisible()
    await refuse(page, retryOne, 500)
    await page.getByRole('button', { name: 'Reintentar los fallidos' }).click()
    await expect(toast(page, 'Error al reintentar los fallidos')).toBeVisible()
    await refuse(page, tryAgain, 500)
    await page.getByRole('button', { name: 'Reintentar ahora' }).click()
    await expect(toast(page, 'Error al reintentar el envío')).toBeVisible()
  })

  test('while it comes that is said, and nothing mailed yet is said too', async ({ openAs }) => {
    const none = { outbox: { queued: 0, sent: 0, failed: 0, held: null }, mails: [], deliveries: [] }
    let gates: { open: () => void }[] = []
    const page = await openAs('Hipatia', path, {
      before: async (page) => {
        await post(page, none)
        gates = [await holdBack(page, outbox), await holdBack(page, recipients)]
      },
    })
    await expect(page.getByText('Cargando destinatarios...')).toBeVisible()
    await expect(page.getByText('Cargando el correo enviado...')).toBeVisible()
    for (const gate of gates) gate.open()
    await expect(page.getByText('Todavía no se ha enviado ningún correo.', { exact: false })).toBeVisible()
    await expect(page.getByText('Cargando destinatarios...')).toHaveCount(0)
  })
})

for (const screen of ['desktop', 'narrow'] as const)
  test(`axe finds nothing on ${screen}: page, list, preview, errors, a held post`, async ({ house, openAs }) => {
    await withoutZenon(house)
    const page = await openAs('Hipatia', path, { screen, before: (page) => post(page, troubled()) })
    await page.getByRole('button', { name: 'Mostrar destinatarios' }).click()
    await page.getByRole('button', { name: 'Cierre del domingo' }).click()
    await expect(page.getByText('550 No existe ese buzón')).toBeVisible()
    await sendButton(page).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'the page with errors')
    await write(page, 'Palabra'.repeat(25), `${'larga'.repeat(80)}\n\nY más.`)
    await sendButton(page).click()
    await expect(dialog(page)).toBeVisible()
    await expectAccessible(page, 'the preview')
  })
