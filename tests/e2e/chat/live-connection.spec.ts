// Messages, comments and presence over the live connection, also after it was lost.
import {
  chatLink,
  expectConnected,
  markAllRead,
  messageList,
  messageWith,
  sendMessages,
} from '../../support/browser/pages/chat.ts'
import { expect, headerOf, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-live' })

test('messages missed during a lost connection come after a divider, where the chat scrolls to; what changed is there too', async ({
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
  const { id } = await zenon.call<{ id: string }>('POST', '/chat/messages', { message: 'Antes de la niebla' })
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
  await zenon.call('PUT', `/chat/messages/${id}`, { message: 'Antes de la bruma' })
  await expect(messageWith(page, 'Antes de la niebla')).toBeAttached()
  isFoggy = false
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(messageWith(page, 'faro 1 en la niebla')).toBeInViewport()
  await expect(page.getByRole('button', { name: '60 mensajes nuevos' })).toBeVisible()
  await expect(messageWith(page, 'Antes de la bruma')).toBeAttached()
  await expect(messageWith(page, 'Antes de la niebla')).toHaveCount(0)
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 60 mensajes sin leer')
})

test('comments and people online appear over the live connection, not by polling', async ({ openAs, server }) => {
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
