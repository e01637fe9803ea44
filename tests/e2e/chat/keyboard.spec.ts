// The chat on a phone with its keyboard: the field and the last message stay visible.
import { markAllRead, messageField, messageList, messageWith, sendMessages } from '../../support/browser/pages/chat.ts'
import { expect, test } from '../../support/browser/test.ts'

test.use({ serverName: 'chat-keyboard' })

test('on a phone the page doesn’t scroll, and the field is visible above the keyboard', async ({ openAs, server }) => {
  const zenon = await server.person('Zenón')
  await sendMessages(zenon, ...Array.from({ length: 30 }, (_, index) => `ola ${index + 1} del mar`))
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat', { screen: 'phone' })
  await expect(messageWith(safo, 'ola 30 del mar')).toBeInViewport({ ratio: 1 })
  await messageField(safo).tap()
  await safo.setViewportSize({ width: 390, height: 420 }) // the height above a keyboard
  await expect(messageField(safo)).toBeInViewport({ ratio: 1 })
  await expect(messageWith(safo, 'ola 30 del mar')).toBeInViewport({ ratio: 1 })
  const page = () => safo.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(page).toBe(0)
  await messageField(safo).fill('A bordo')
  await messageField(safo).press('Enter')
  await expect(messageWith(safo, 'A bordo')).toBeInViewport({ ratio: 1 })
  await expect(messageField(safo)).toBeFocused()
})

test('the field stays above a keyboard that covers part of the page, as on iPhones', async ({ openAs, server }) => {
  await sendMessages(
    await server.person('Zenón'),
    ...Array.from({ length: 30 }, (_, index) => `isla ${index + 1} del mar`),
  )
  await markAllRead(await server.person('Safo'))
  const safo = await openAs('Safo', '/chat', {
    screen: 'phone',
    // As in Safari: the window keeps its height, and the visual viewport gets smaller.
    before: (page) =>
      page.addInitScript(() => {
        class FakeViewport extends EventTarget {
          offsetTop = 0
          scale = 1
          height = 844
        }
        Object.defineProperty(window, 'visualViewport', { value: new FakeViewport() })
      }),
  })
  await expect(messageWith(safo, 'isla 30 del mar')).toBeInViewport({ ratio: 1 })
  await messageField(safo).tap()
  await safo.evaluate(() => {
    const viewport = Object.assign(window.visualViewport as EventTarget, { height: 420, offsetTop: 120 })
    viewport.dispatchEvent(new Event('resize'))
    // An event of a scroll that came before the keyboard may arrive after it.
    document.querySelector('section[tabindex]')?.dispatchEvent(new Event('scroll'))
  })
  const endOf = async () => {
    const box = await messageField(safo).boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0)
  }
  await expect.poll(endOf).toBeLessThanOrEqual(540)
  // the navigation may be below it: Playwright's Firefox has a mouse on a phone too
  expect(await endOf()).toBeGreaterThan(460)
  const last = messageList(safo).getByText('isla 30 del mar', { exact: true })
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(await endOf())
  expect((await last.boundingBox())?.y).toBeGreaterThan(120)
})
