// Answering, editing and deleting messages of the chat.
import { expectAccessible } from '../../support/browser/axe.ts'
import {
  expectConnected,
  messageField,
  messageList,
  messageWith,
  sendMessages,
} from '../../support/browser/pages/chat.ts'
import { answer, expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-actions' })

const actionsOf = (page: Page, words: string) =>
  messageWith(page, words).getByRole('button', { name: /^Acciones del mensaje de / })

async function choose(page: Page, words: string, action: string) {
  await messageWith(page, words).hover()
  await actionsOf(page, words).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('Safo answers Zenón, and Zenón sees what she answers', async ({ server, openAs }) => {
  await sendMessages(await server.person('Zenón'), '¿Quién trae las velas?')
  const safo = await openAs('Safo', '/chat')
  const zenon = await openAs('Zenón', '/chat')
  await expectConnected(zenon)
  await choose(safo, '¿Quién trae las velas?', 'Responder')
  await expect(messageField(safo)).toBeFocused()
  await expect(safo.getByText('Respondes a Zenón', { exact: true })).toBeVisible()
  await expectAccessible(safo, 'an answer that is being written')
  await safo.keyboard.type('Yo las traigo')
  await safo.keyboard.press('Enter')
  await expect(safo.getByText('Respondes a Zenón', { exact: true })).toHaveCount(0)
  for (const page of [safo, zenon])
    await expect(
      messageWith(page, 'Yo las traigo').getByRole('link', { name: /Responde a\s+Zenón\s+¿Quién trae las velas\?/ }),
    ).toBeVisible()
  await safo.keyboard.type('Y el vino')
  await safo.keyboard.press('Enter')
  await expect(messageWith(safo, 'Y el vino').getByRole('link')).toHaveCount(0)
})

test('Safo edits her last message with the keyboard, and her unsent text waits', async ({ server, openAs }) => {
  await sendMessages(await server.person('Safo'), 'Quedamos el juves')
  await sendMessages(await server.person('Zenón'), 'De acuerdo')
  const safo = await openAs('Safo', '/chat')
  const zenon = await openAs('Zenón', '/chat')
  await expect(messageWith(zenon, 'Quedamos el juves')).toBeVisible()
  await messageField(safo).press('ArrowUp')
  await expect(safo.getByText('Editas tu mensaje', { exact: true })).toBeVisible()
  await expect(messageField(safo)).toHaveValue('Quedamos el juves')
  await safo.keyboard.press('Escape')
  await expect(messageField(safo)).toHaveValue('')

  await safo.keyboard.type('Mañana os cuento')
  await choose(safo, 'Quedamos el juves', 'Editar')
  await expect(messageField(safo)).toHaveValue('Quedamos el juves')
  await messageField(safo).fill('Quedamos el jueves')
  await expectAccessible(safo, 'an edit that is being written')
  await safo.reload()
  await expect(messageField(safo)).toHaveValue('Quedamos el jueves')
  await messageField(safo).press('Enter')
  await expect(messageField(safo)).toHaveValue('Mañana os cuento')
  for (const page of [safo, zenon]) {
    await expect(messageWith(page, 'Quedamos el jueves')).toContainText('editado')
    await expect(messageWith(page, 'Quedamos el juves')).toHaveCount(0)
  }
})

test('Safo deletes her message after a question; she can’t delete Zenón’s, which an administrator can', async ({
  server,
  openAs,
}) => {
  await sendMessages(await server.person('Zenón'), 'Un secreto de Zenón')
  await sendMessages(await server.person('Safo'), 'Algo de lo que Safo se arrepiente')
  const safo = await openAs('Safo', '/chat')
  await messageWith(safo, 'Un secreto de Zenón').hover()
  await actionsOf(safo, 'Un secreto de Zenón').click()
  await expect(safo.getByRole('menuitem').filter({ hasText: /\p{L}/u })).toHaveText(['Otro emoji', 'Responder'])
  await safo.keyboard.press('Escape')
  await expect(actionsOf(safo, 'Un secreto de Zenón')).toBeFocused()

  await choose(safo, 'se arrepiente', 'Eliminar')
  await answer(safo, 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».', 'Cancelar')
  await expect(messageWith(safo, 'se arrepiente')).toBeVisible()
  await choose(safo, 'se arrepiente', 'Eliminar')
  await expect(safo.getByRole('alertdialog', { name: '¿Eliminar tu mensaje?' })).toBeVisible()
  await answer(safo, 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».', 'Eliminar')
  await expect(messageList(safo).getByText('Mensaje eliminado', { exact: true })).toBeVisible()
  await expect(messageWith(safo, 'se arrepiente')).toHaveCount(0)

  const hipatia = await openAs('Hipatia', '/chat')
  await expect(messageList(hipatia).getByText('Mensaje eliminado', { exact: true })).toBeVisible()
  await choose(hipatia, 'Un secreto de Zenón', 'Eliminar')
  await answer(hipatia, 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».', 'Eliminar')
  await expect(messageWith(safo, 'Un secreto de Zenón')).toHaveCount(0)
})

test('what Safo has changed in a message isn’t lost by answering another one, and Escape gives it up', async ({
  server,
  openAs,
}) => {
  await sendMessages(await server.person('Safo'), 'Traed mantas')
  await sendMessages(await server.person('Zenón'), '¿Cuántas?')
  const safo = await openAs('Safo', '/chat')
  await choose(safo, 'Traed mantas', 'Editar')
  await expect(messageField(safo)).toHaveValue('Traed mantas')
  await messageField(safo).fill('Traed dos mantas cada uno')
  await choose(safo, '¿Cuántas?', 'Responder')
  await expect(messageField(safo)).toBeFocused()
  await expect(messageField(safo)).toHaveValue('Traed dos mantas cada uno')
  await safo.keyboard.press('Escape')
  await expect(messageField(safo)).toHaveValue('')
  await expect(messageWith(safo, 'Traed mantas')).toBeVisible()
})

test('with the keyboard alone, Hipatia reaches the actions of every message', async ({ server, openAs }) => {
  await sendMessages(await server.person('Zenón'), 'Primera tablilla', 'Segunda tablilla', 'Tercera tablilla')
  const hipatia = await openAs('Hipatia', '/chat')
  await expect(messageWith(hipatia, 'Tercera tablilla')).toBeVisible()
  await messageField(hipatia).focus()
  // past the buttons of the field
  for (const _ of ['Link File', 'Foto o archivo', 'the message']) await hipatia.keyboard.press('Shift+Tab')
  await expect(actionsOf(hipatia, 'Tercera tablilla')).toBeFocused()
  await hipatia.keyboard.press('ArrowUp')
  await hipatia.keyboard.press('ArrowUp')
  await expect(actionsOf(hipatia, 'Primera tablilla')).toBeFocused()
  await hipatia.keyboard.press('Enter')
  await expect(hipatia.getByRole('menuitem', { name: 'Responder', exact: true })).toBeFocused()
  await expectAccessible(hipatia, 'the menu of a message')
  await hipatia.keyboard.press('Enter')
  await expect(messageField(hipatia)).toBeFocused()
  await expect(hipatia.getByText('Primera tablilla', { exact: true })).toHaveCount(2)
})

test('an edit and a deletion that are made without a connection wait, survive a reload and are stored once', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(
    /^failed (GET|POST|PUT|DELETE) \/(api|socket\.io)\//,
    /^console (warning|error):/,
    /^failed GET \/assets\//,
  )
  const telesila = await server.person('Telesila')
  await sendMessages(telesila, 'Traeré pna', 'Traeré también higos')
  let isLost = false
  const page = await openAs('Telesila', '/chat', {
    before: (page) =>
      page.route(/\/api\/chat\/messages\//, (route) =>
        isLost && route.request().method() !== 'GET' ? route.abort() : route.fallback(),
      ),
  })
  await expect(messageWith(page, 'Traeré también higos')).toBeVisible()
  isLost = true
  await choose(page, 'Traeré pna', 'Editar')
  await messageField(page).fill('Traeré pan')
  await messageField(page).press('Enter')
  await choose(page, 'Traeré también higos', 'Eliminar')
  await answer(page, 'Dejará de verse para todos, y en su sitio pondrá «Mensaje eliminado».', 'Eliminar')
  await expect(messageWith(page, 'Traeré pan')).toContainText('Guardando…')
  await expect(messageWith(page, 'Eliminando…')).toContainText('Mensaje eliminado')
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(messageWith(page, 'Traeré pan')).toContainText('Guardando…')
  isLost = false
  await expect(messageWith(page, 'Traeré pan')).not.toContainText('Guardando…')
  await expect(messageWith(page, 'Eliminando…')).toHaveCount(0)
  const stored = await telesila.call<{ message: string; change: number }[]>('GET', '/chat/messages?limit=2')
  expect(stored.map(({ message }) => message)).toEqual(['Traeré pan', ''])
})

test('an edit of a message that an administrator has deleted is refused, and its text isn’t lost', async ({
  server,
  openAs,
  pageErrors,
}) => {
  pageErrors.tolerate(/^404 PUT \/api\/chat\/messages\//, /^console error:/)
  await sendMessages(await server.person('Telesila'), 'Una receta lagra')
  const page = await openAs('Telesila', '/chat')
  await choose(page, 'Una receta lagra', 'Editar')
  await messageField(page).fill('Una receta larga')
  const hipatia = server.hipatia
  const [last] = await hipatia.call<{ id: string }[]>('GET', '/chat/messages?limit=1')
  await hipatia.call('DELETE', `/chat/messages/${last?.id}`)
  await messageField(page).press('Enter')
  const failed = messageWith(page, 'Descartar')
  await expect(failed).toContainText('Mensaje eliminado')
  await failed.getByRole('button', { name: 'Descartar' }).click()
  await expect(messageField(page)).toHaveValue('Una receta larga')
})
