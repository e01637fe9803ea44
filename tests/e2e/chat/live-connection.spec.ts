// Messages, comments and presence over the live connection, also after it was lost.
import {
  chatLink,
  expectConnected,
  markAllRead,
  messageField,
  messageList,
  messageWith,
  sendMessages,
} from '../../support/browser/pages/chat.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-live' })

test('messages missed during a lost connection come after a divider, and the chat scrolls to the first of them', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console (warning|error):/,
    /^failed GET \/assets\//,
  )
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  await sendMessages(zenon, 'Antes de la niebla')
  await markAllRead(safo)
  let isFoggy = false
  const page = await openAs('Safo', '/chat', {
    before: (page) => page.route(/\/(socket\.io|api\/chat)\//, (route) => (isFoggy ? route.abort() : route.fallback())),
  })
  await expectConnected(page)
  await expect(messageWith(page, 'Antes de la niebla')).toBeInViewport()
  isFoggy = true
  const start = await server.stop()
  await start()
  await expect(page.getByText('Desconectado', { exact: true })).toBeVisible()
  await sendMessages(zenon, ...Array.from({ length: 60 }, (_, index) => `faro ${index + 1} en la niebla`))
  isFoggy = false
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(messageWith(page, 'faro 1 en la niebla')).toBeInViewport()
  await expect(page.getByRole('button', { name: '60 mensajes nuevos' })).toBeVisible()
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 60 mensajes sin leer')
})

test('a message written while the server is down arrives exactly once after its restart', async ({
  openAs,
  server,
  pageErrors,
}) => {
  pageErrors.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console warning:/,
    /^failed GET \/assets\//,
    /^console error: WebSocket/,
  )
  const safo = await openAs('Safo', '/chat')
  await expectConnected(safo)
  const start = await server.stop()
  await expect(safo.getByText('Desconectado', { exact: true })).toBeVisible()
  await messageField(safo).fill('Dicho en la tormenta')
  await messageField(safo).press('Enter')
  await expect(messageWith(safo, 'Dicho en la tormenta')).toContainText('Enviando…')
  await start()
  await sendMessages(await server.person('Zenón'), 'Dicho mientras volvía')
  await expectConnected(safo)
  for (const words of ['Dicho en la tormenta', 'Dicho mientras volvía']) {
    await expect(messageWith(safo, words)).toHaveCount(1)
    await expect(messageWith(safo, words)).not.toContainText('Enviando…', { timeout: 40_000 })
  }
})

test('comments and people online appear at once over the live connection, without polling', async ({
  openAs,
  server,
}) => {
  const zenon = await server.person('Zenón')
  const post = await zenon.createPost({ title: 'Sobre el movimiento' })
  // The page’s timers don’t run.
  const safo = await openAs('Safo', `/blog/${post.id}`, { before: (page) => page.clock.install() })
  await expect(safo.getByText('Todavía no hay comentarios. El primero puede ser el tuyo.')).toBeVisible()
  await openAs('Hipatia', '/chat')
  await expect(headerOf(safo).getByRole('button', { name: /2 online/ })).toBeVisible()
  await zenon.call('POST', `/comments/post/${post.id}`, { content: 'No hay movimiento' })
  await expect(safo.getByText('No hay movimiento')).toBeVisible()
})
