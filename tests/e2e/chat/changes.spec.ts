// Answers in the chat, and messages that change while somebody reads.
import { expectAccessible } from '../../support/browser/axe.ts'
import { expectConnected, messageList, messageWith } from '../../support/browser/pages/chat.ts'
import { expect, test } from '../../support/browser/test.ts'
import type { TestServer } from '../../support/browser/test-server.ts'

test.use({ serverName: 'chat-changes' })

interface Message {
  id: string
}
async function saysIn(server: TestServer, name: string, message: string, more: object = {}) {
  const person = await server.person(name)
  return person.call<Message>('POST', '/chat/messages', { message, ...more })
}

test('Hipatia sees what Safo changes and deletes without doing anything, and in the answers to it', async ({
  server,
  openAs,
}) => {
  const safo = await server.person('Safo')
  const { id } = await saysIn(server, 'Safo', 'Nos vemos el lnues')
  await saysIn(server, 'Zenón', 'Allí estaré', { reply_to: id })
  const page = await openAs('Hipatia', '/chat')
  await expectConnected(page)
  const answer = messageWith(page, 'Allí estaré')
  const quote = answer.getByRole('link', { name: /Responde a\s+Safo\s+Nos vemos el lnues/ })
  await expect(quote).toBeVisible()

  await safo.call('PUT', `/chat/messages/${id}`, { message: 'Nos vemos el lunes' })
  await expect(messageList(page).getByText('Nos vemos el lunes', { exact: true })).toHaveCount(2)
  await expect(messageWith(page, 'editado')).toContainText('Nos vemos el lunes')
  await expectAccessible(page, 'answers in the chat')

  await safo.call('DELETE', `/chat/messages/${id}`)
  await expect(messageList(page).getByText('Mensaje eliminado', { exact: true })).toHaveCount(2)
  await expect(messageList(page).getByText('Nos vemos el')).toHaveCount(0)
})

test('the quote of an answer leads to the message that it answers', async ({ server, openAs }) => {
  const { id } = await saysIn(server, 'Safo', 'La primera pregunta')
  await saysIn(server, 'Zenón', 'La respuesta', { reply_to: id })
  const page = await openAs('Hipatia', '/chat')
  await expectConnected(page)
  await page.getByRole('link', { name: /Responde a\s+Safo\s+La primera pregunta/ }).press('Enter')
  await expect(messageList(page).locator('[aria-current=true]')).toContainText('La primera pregunta')
})

test('what changed while the connection was lost is there when it is back', async ({ server, openAs, pageErrors }) => {
  pageErrors.tolerate(
    /^failed (GET|POST|PUT) \/(api|socket\.io)\//,
    /^console (warning|error):/,
    /^failed GET \/assets\//,
  )
  const safo = await server.person('Safo')
  const { id } = await saysIn(server, 'Safo', 'Antes de la avería')
  let isLost = false
  const page = await openAs('Hipatia', '/chat', {
    before: (page) => page.route(/\/(socket\.io|api\/chat)\//, (route) => (isLost ? route.abort() : route.fallback())),
  })
  await expectConnected(page)
  await expect(messageWith(page, 'Antes de la avería')).toBeVisible()
  isLost = true
  const start = await server.stop()
  await start()
  await expect(page.getByText('Desconectado', { exact: true })).toBeVisible()
  await safo.call('PUT', `/chat/messages/${id}`, { message: 'Después de la avería' })
  await expect(messageWith(page, 'Antes de la avería')).toBeVisible()
  isLost = false
  await expect(messageWith(page, 'Después de la avería')).toBeVisible()
  await expect(messageWith(page, 'Antes de la avería')).toHaveCount(0)
})
