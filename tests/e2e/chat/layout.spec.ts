// The chat in small windows and on paper.
import {
  chatLink,
  markAllRead,
  messageField,
  messageList,
  messageWith,
  sendMessages,
  topOf,
} from '../../support/browser/pages/chat.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-layout' })

test('on a phone the navigation makes room while Safo writes, and the keyboard stays when she taps to send', async ({
  openAs,
}) => {
  const safo = await openAs('Safo', '/chat', { screen: 'phone' })
  await expect(chatLink(safo)).toBeVisible()
  await messageField(safo).tap()
  await expect(chatLink(safo)).toBeHidden()
  await messageField(safo).fill('A bordo')
  await safo.getByRole('button', { name: 'Enviar', exact: true }).tap()
  await expect(messageWith(safo, 'A bordo')).toBeVisible()
  await expect(messageField(safo)).toBeFocused()
})

test('every part of the chat can be reached in small windows', async ({ openAs, server }) => {
  await sendMessages(
    await server.person('Zenón'),
    ...Array.from({ length: 30 }, (_, index) => `dedo ${index + 1} de luz`),
  )
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat')
  for (const [width, height] of [
    [844, 390],
    [911, 433],
    [320, 256],
  ] as const)
    await test.step(`${width} by ${height}`, async () => {
      await safo.setViewportSize({ width, height })
      await expect(messageWith(safo, 'dedo 30 de luz')).toBeVisible()
      for (const part of [
        safo.getByRole('heading', { name: 'Community Chat' }),
        safo.getByText('Conectados', { exact: true }),
        safo.getByRole('list', { name: 'Personas conectadas' }),
        messageList(safo),
        messageField(safo),
        safo.getByText('Escribiendo como: Safo', { exact: true }),
      ]) {
        await part.scrollIntoViewIfNeeded()
        await expect(part).toBeInViewport()
        const smallerSide = async () => {
          const box = await part.boundingBox()
          return Math.min(box?.width ?? 0, box?.height ?? 0)
        }
        await expect.poll(smallerSide).toBeGreaterThan(15)
      }
      expect((await messageList(safo).boundingBox())?.height).toBeGreaterThan(120)
    })
})

test('a printed chat has all messages and no field', async ({ openAs, server }) => {
  await sendMessages(
    await server.person('Zenón'),
    ...Array.from({ length: 45 }, (_, index) => `folio ${index + 1} impreso`),
  )
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
