// Unread messages: their number on other pages, and the divider before the first of them.
import {
  chatLink,
  type Member,
  markAllRead,
  messageList,
  messageWith,
  sendMessages,
} from '../../support/browser/pages/chat.ts'
import { expect, type Page, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-unread' })

/** A busy machine may not load all unread messages in the three seconds for which the chat waits for them. */
const waitingLonger = (page: Page) =>
  page.addInitScript(() => {
    const start = window.setTimeout
    const setTimeout = (run: () => void, delayMs?: number) => start(run, delayMs === 3000 ? 60_000 : delayMs)
    Object.assign(window, { setTimeout })
  })

test('Safo sees the number of unread messages on other pages, and the divider before them in the chat', async ({
  openAs,
  server,
}) => {
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  await sendMessages(zenon, 'Lo último que leyó Safo')
  await markAllRead(safo)
  const page = await openAs('Safo', '/blog')
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
  await expect(page).toHaveTitle('Blog · Alejandría')
  await sendMessages(zenon, 'Lo primero nuevo', 'Lo segundo nuevo')
  await sendMessages(safo, 'Lo que dije desde el teléfono')
  await sendMessages(zenon, 'Lo tercero nuevo')
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 3 mensajes sin leer')
  await expect(page).toHaveTitle('(3) Blog · Alejandría')

  await chatLink(page).click()
  await expect(messageWith(page, 'Lo tercero nuevo')).toBeInViewport()
  const items = await messageList(page).getByRole('listitem').allInnerTexts()
  const rule = items.findIndex((text) => /nuevos mensajes/i.test(text))
  expect(items[rule - 1]).toContain('Lo último que leyó Safo')
  expect(items[rule + 1]).toContain('Lo primero nuevo')
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
  await expect(page).toHaveTitle('Community Chat · Alejandría')

  await page.reload()
  await expect(messageWith(page, 'Lo tercero nuevo')).toBeVisible()
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toHaveCount(0)
})

test('with many unread messages the chat opens at the first of them', async ({ openAs, server }) => {
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  await sendMessages(zenon, 'Hasta aquí leyó')
  await markAllRead(safo)
  await sendMessages(zenon, ...Array.from({ length: 70 }, (_, index) => `carta ${index + 1} sin abrir`))
  const page = await openAs('Safo', '/chat', { before: waitingLonger })
  await expect(messageList(page).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(messageWith(page, 'carta 1 sin abrir')).toBeInViewport()
  await expect(page.getByRole('button', { name: '70 mensajes nuevos' })).toBeVisible()
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 70 mensajes sin leer')
  await page.getByRole('button', { name: '70 mensajes nuevos' }).click()
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
})

test('more than 99 unread messages are shown as 99+, and reading them on a phone clears the count in another browser', async ({
  openAs,
  server,
}) => {
  const [safo, zenon] = [await server.person('Safo'), await server.person('Zenón')]
  await markAllRead(safo)
  await sendMessages(zenon, ...Array.from({ length: 101 }, (_, index) => `grano ${index + 1} de arena`))
  const page = await openAs('Safo', '/blog')
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 99 o más mensajes sin leer')
  await expect(chatLink(page).locator('[data-short]')).toHaveAttribute('data-short', '99+')
  await expect(page).toHaveTitle('(99+) Blog · Alejandría')
  const phone = await openAs('Safo', '/chat', { screen: 'phone', before: waitingLonger })
  await expect(messageList(phone).getByRole('heading', { name: 'Nuevos mensajes' })).toBeInViewport()
  await expect(messageWith(phone, 'grano 1 de arena')).toBeInViewport()
  await phone.getByRole('button', { name: '101 mensajes nuevos' }).click()
  await expect(chatLink(page)).toHaveAccessibleName('Chat')
})

test('with more unread messages than are loaded the divider says so, and none of them counts as read', async ({
  openAs,
  server,
}) => {
  const [safo, ...people] = await Promise.all(['Safo', 'Zenón', 'Porcia'].map((name) => server.person(name)))
  await markAllRead(safo as Member)
  await Promise.all(
    people.map((person, at) =>
      sendMessages(person, ...Array.from({ length: 140 }, (_, index) => `hoja ${at}.${index}`)),
    ),
  )
  const page = await openAs('Safo', '/chat', { before: waitingLonger })
  await expect(messageList(page).getByRole('heading', { name: 'Más de 250 mensajes nuevos' })).toBeInViewport()
  await expect(page.getByRole('button', { name: /^2[5-8]\d mensajes nuevos$/ })).toBeVisible()
  await expect(chatLink(page)).toHaveAccessibleName('Chat, 99 o más mensajes sin leer')
})

test('while the reading position is still loading, the messages are shown without a divider', async ({
  openAs,
  server,
}) => {
  await sendMessages(await server.person('Zenón'), 'Se ve sin saber más')
  const safo = await openAs('Safo', '/chat', { before: (page) => page.route('**/api/chat/reading', () => {}) })
  await expect(messageWith(safo, 'Se ve sin saber más')).toBeInViewport()
  await expect(messageList(safo).getByRole('heading', { name: 'Nuevos mensajes' })).toHaveCount(0)
})
