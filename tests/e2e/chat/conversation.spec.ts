// The chat, with several people in it (SPEC §2, "Chat"; §8).
import * as chat from '../../support/browser/pages/chat.ts'
import { answer, expect, headerOf, type Locator, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat' })

const { chatLink, expectConnected, markAllRead, messageField, messageList, messageWith, sendMessages, topOf } = chat

async function say(page: Page, words: string) {
  await messageField(page).fill(words)
  await messageField(page).press('Enter')
}

async function choose(page: Page, words: string, action: string) {
  const message = messageWith(page, words)
  await message.hover()
  await message.getByRole('button', { name: /^Acciones del mensaje de / }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('Safo and Hipatia talk: each sees who is there and typing, and what the other says, once', async ({ openAs }) => {
  const [safo, hipatia] = [await openAs('Safo', '/chat'), await openAs('Hipatia', '/chat')]
  await expect(safo).toHaveTitle('Community Chat · Alejandría')
  await Promise.all([expectConnected(safo), expectConnected(hipatia)])
  const ribbon = safo.getByRole('list', { name: 'Personas conectadas' })
  await expect(ribbon.getByRole('listitem').filter({ hasText: 'Hipatia' })).not.toContainText('(tú)')
  await expect(headerOf(hipatia).getByRole('button', { name: /2 online/ })).toBeVisible()

  await messageField(hipatia).pressSequentially('Buenos días')
  // A signal is dropped while the new connection is busy, and the next one comes with a letter three seconds later.
  const isSeenTyping = async () => {
    await messageField(hipatia).press('.')
    return await safo.getByText('Hipatia está escribiendo…').isVisible()
  }
  await expect.poll(isSeenTyping).toBe(true)
  await expect(hipatia.getByText(/está escribiendo/)).toHaveCount(0)
  await say(hipatia, 'Buenos días, Safo')
  await expect(messageWith(safo, 'Buenos días, Safo')).toContainText('Hipatia')
  // earlier than the typing signal would expire
  await expect(safo.getByText(/escribiendo…/)).toHaveCount(0, { timeout: 2000 })
  await say(safo, 'Buenos días, Hipatia')
  await expect(messageWith(hipatia, 'Buenos días, Hipatia')).toContainText('Safo')
  await safo.reload()
  for (const page of [safo, hipatia])
    for (const words of ['Buenos días, Hipatia', 'Buenos días, Safo'])
      await expect(messageWith(page, words)).toHaveCount(1)
})

test('Zenón sees Safo answer, edit and delete, also after being offline', async ({ server, openAs, pageErrors }) => {
  pageErrors.tolerate(/^failed (PUT|DELETE) \/api\//, /^console (warning|error):/)
  await sendMessages(await server.person('Zenón'), '¿Quién trae las velas?')
  const zenon = await openAs('Zenón', '/chat')
  let isLost = false
  const safo = await openAs('Safo', '/chat', {
    before: (page) =>
      page.route(/\/api\/chat\/messages\//, (route) =>
        isLost && route.request().method() !== 'GET' ? route.abort() : route.fallback(),
      ),
  })
  await Promise.all([expectConnected(safo), expectConnected(zenon)])
  await choose(safo, '¿Quién trae las velas?', 'Responder')
  await say(safo, 'Yo las tragio')
  await say(safo, 'Y el vino')
  for (const page of [safo, zenon]) {
    const quote = { name: /Responde a\s+Zenón\s+¿Quién trae las velas\?/ }
    await expect(messageWith(page, 'Yo las tragio').getByRole('link', quote)).toBeVisible()
    await expect(messageWith(page, 'Y el vino')).toBeVisible()
  }

  isLost = true
  await choose(safo, 'Yo las tragio', 'Editar')
  await say(safo, 'Yo las traigo')
  await choose(safo, 'Y el vino', 'Eliminar')
  await answer(safo, 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».', 'Eliminar')
  await expect(messageWith(safo, 'Yo las traigo')).toContainText('Guardando…')
  await expect(messageWith(safo, 'Eliminando…')).toContainText('Mensaje eliminado')
  safo.on('dialog', (dialog) => void dialog.accept())
  await safo.reload()
  await expect(messageWith(safo, 'Yo las traigo')).toContainText('Guardando…')
  isLost = false
  for (const page of [safo, zenon]) {
    await expect(messageWith(page, 'Yo las traigo')).toContainText('editado')
    await expect(messageWith(page, 'Yo las traigo')).not.toContainText('Guardando…')
    await expect(messageList(page).getByText('Mensaje eliminado', { exact: true })).toBeVisible()
    await expect(messageList(page).getByText(/Eliminando…|Y el vino|Yo las tragio/)).toHaveCount(0)
  }
})

test('Safo sees the number of unread messages elsewhere, and a divider in the chat', async ({ openAs, server }) => {
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  await sendMessages(zenon, 'Lo último que leyó Safo')
  await markAllRead(safo)
  const page = await openAs('Safo', '/blog')
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
  await sendMessages(safo, 'Lo que dije desde el teléfono')
  await sendMessages(zenon, 'Lo primero nuevo', 'Lo segundo nuevo', 'Lo tercero nuevo')
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 3 mensajes sin leer')
  await expect(page).toHaveTitle('(3) Blog · Alejandría')

  await chatLink(page).click()
  await expect(messageWith(page, 'Lo tercero nuevo')).toBeInViewport()
  const items = await messageList(page).getByRole('listitem').allInnerTexts()
  const rule = items.findIndex((text) => /nuevos mensajes/i.test(text))
  expect(items[rule - 1]).toContain('Lo que dije desde el teléfono')
  expect(items[rule + 1]).toContain('Lo primero nuevo')
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
  await expect(page).toHaveTitle('Community Chat · Alejandría')

  await page.reload()
  await expect(messageWith(page, 'Lo tercero nuevo')).toBeVisible()
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toHaveCount(0)
})

/** Pulls a message with one finger, in steps. */
async function pull(page: Page, message: Locator, by: { x: number; y: number }) {
  const box = await message.boundingBox()
  if (!box) throw new Error('the message isn’t on the screen')
  const finger = await page.context().newCDPSession(page)
  const [x, y] = [box.x + 80, box.y + box.height / 2]
  const at = (part: number) => ({ touchPoints: [{ x: x + by.x * part, y: y + by.y * part }] })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', ...at(0) })
  for (const part of [0.25, 0.5, 0.75, 1])
    await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', ...at(part) })
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

test('a finger opens a message’s menu or pulls it to answer; the keyboard stays', async ({ server, openAs }) => {
  await sendMessages(await server.person('Zenón'), 'Mañana hay barco')
  const page = await openAs('Safo', '/chat', { screen: 'phone' })
  const message = messageWith(page, 'Mañana hay barco')
  const answering = page.getByText('Respondes a Zenón', { exact: true })
  await expect(message).toBeVisible()
  await messageField(page).tap()
  await expect(chatLink(page)).toBeHidden()
  await messageField(page).fill('A bordo')
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap()
  await expect(messageWith(page, 'A bordo')).toBeVisible()
  await expect(messageField(page)).toBeFocused()
  await messageField(page).blur()

  await pull(page, message, { x: 30, y: 0 })
  await pull(page, message, { x: 20, y: -120 })
  await expect(message).toHaveCSS('translate', 'none')
  await expect(answering).toHaveCount(0)
  await message.tap()
  const item = page.getByRole('menuitem', { name: 'Responder', exact: true })
  await expect(item).toBeVisible()
  expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await item.tap()
  await expect(answering).toBeVisible()
  await expect(messageField(page)).toBeFocused()
  await page.getByRole('button', { name: 'No responder' }).tap()
  await expect(answering).toHaveCount(0)
  await pull(page, message, { x: 120, y: 4 })
  await expect(answering).toBeVisible()
  await expect(page.getByRole('menuitem')).toHaveCount(0)
  await expect(message).toHaveCSS('translate', 'none')
})

test('a printed chat has all messages and no field', async ({ openAs, server }) => {
  const folios = Array.from({ length: 45 }, (_, index) => `folio ${index + 1} impreso`)
  await sendMessages(await server.person('Zenón'), ...folios)
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  await expect(messageWith(safo, 'folio 45 impreso')).toBeInViewport()
  await safo.emulateMedia({ media: 'print' })
  await expect(messageField(safo)).toBeHidden()
  const [first, last] = [await topOf(safo, 'folio 1 impreso'), await topOf(safo, 'folio 45 impreso')]
  expect(last - first).toBeGreaterThan(900)
  const box = await messageList(safo).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(last)
})
