// Messages that the server pushes to a browser: from their cause, by the push service, to what the telephone shows. The whole
// Chromium, since the headless shell never permits notifications.
import { expectAccessible } from '../../support/browser/axe.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { changePassword } from '../../support/browser/pages/auth/password.ts'
import { messageField, messageWith } from '../../support/browser/pages/chat.ts'
import { addComment, formToggle, writeComment } from '../../support/browser/pages/comments.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { test as base, type PushService, receiverOf, subscribeTo } from '../../support/browser/push-messages.ts'
import { expect, type Given, headerOf, type Page, passwordOf, type Screen } from '../../support/browser/test.ts'
import type { Browser } from '../../support/server/push/push-service.ts'

const devices = (page: Page) => page.getByRole('region', { name: 'Avisos en este dispositivo' })

async function enable(page: Page) {
  await devices(page).getByRole('button', { name: 'Activar aquí' }).click()
  await expect(devices(page).getByText('Este dispositivo', { exact: true })).toBeVisible()
}

/** The next message that the push service gets. */
async function nextMessage({ received }: Browser, before: number) {
  await expect.poll(() => received.length).toBeGreaterThan(before)
  const [arrived] = received.slice(before)
  if (!arrived) throw new Error('no message')
  return arrived.message
}

/** The account of a person in a browser that rings, what reaches its worker, and a post of theirs. */
function ringing({ openAs, pushService, server }: Pick<Given, 'openAs' | 'server'> & { pushService: PushService }) {
  return async (name: string, screen: Screen = 'desktop') => {
    const owner = await server.person(name)
    const post = await owner.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
    const phone = pushService.openBrowser()
    const page = await openAs(name, '/account', { screen, before: (page) => subscribeTo(page, phone) })
    const receiver = await receiverOf(page)
    await enable(page)
    /** Hipatia's comment, and the message that it causes. */
    const comment = async (content: string, on = post) => {
      const before = phone.received.length
      const { id } = await addComment(server.hipatia, on, content)
      return { id, message: await nextMessage(phone, before) }
    }
    return { owner, post, phone, page, receiver, comment }
  }
}

const test = base.extend<{ ring: ReturnType<typeof ringing> }>({
  ring: ({ openAs, pushService, server }, use) => use(ringing({ openAs, pushService, server })),
})

test.use({ serviceWorkers: 'allow', serverName: 'installed-push', needsFullChromium: true })

test.beforeEach(({ pageErrors }) => {
  // sessions end while a page may still be connecting
  pageErrors.tolerate(...requestsOfEveryPage)
  // a count that a busy machine gives up; the account's page does without it
  pageErrors.tolerate('503 GET /api/auth/users/{id}/contents')
})

test('Telesila lets this telephone ring, tries it, removes both of hers', async ({ openAs, server, pushService }) => {
  const [phone, other] = [pushService.openBrowser(), pushService.openBrowser()]
  await server.person('Telesila')
  await (await server.signIn('Telesila')).call('POST', '/push/subscriptions', other.subscription)
  const page = await openAs('Telesila', '/account', { screen: 'phone', before: (page) => subscribeTo(page, phone) })
  const receiver = await receiverOf(page)
  const items = devices(page).getByRole('listitem')
  await expect(items).toHaveCount(1)
  await expect(items.getByText('Este dispositivo', { exact: true })).toBeHidden()

  await enable(page)
  await expect(items).toHaveCount(2)
  await expectAccessible(page, 'the devices')
  const own = items.filter({ hasText: 'Este dispositivo' })
  await own.getByRole('button', { name: 'Probar' }).click()
  await expect(page.getByText('Aviso de prueba enviado: debería llegar en unos segundos.')).toBeVisible()
  await receiver.deliver(await nextMessage(phone, 0))
  expect(await receiver.shown()).toEqual(['Alejandría: Esto es una prueba: los avisos llegan a este dispositivo.'])

  await items.filter({ hasNotText: 'Este dispositivo' }).getByRole('button', { name: 'Quitar' }).click()
  await expect(items).toHaveCount(1)
  await own.getByRole('button', { name: 'Quitar' }).click()
  await expect(devices(page).getByText('Ningún dispositivo tuyo recibe avisos.')).toBeVisible()
  await expect(devices(page).getByRole('button', { name: 'Activar aquí' })).toBeVisible()
  expect(other.received).toEqual([])
})

test('after a new password Telesila’s telephone goes on ringing', async ({ ring, pageErrors }) => {
  // asked with the old token just when it ended
  pageErrors.tolerate(/^401 (GET|POST) \/api\//)
  const { page, comment } = await ring('Telesila')
  const subscribed = page.waitForResponse(
    (response) => response.url().endsWith('/api/push/subscriptions') && response.request().method() === 'POST',
  )
  await changePassword(page, passwordOf('Telesila'), 'un papiro nuevo')
  await subscribed
  const { message } = await comment('Y de noche más.')
  expect(message).toMatchObject({ title: expect.stringContaining('El faro') })
})

test('a thread has one notification, until Amparo reads it or signs out; the icon counts', async ({ ring }) => {
  const { owner, post, phone, page, receiver, comment } = await ring('Amparo', 'phone')
  const puerto = await owner.createPost({ title: 'El puerto', content: 'Estaba lleno.' })
  const { message } = await comment('Y de noche más.')
  await receiver.deliver(message)
  expect(await receiver.shown()).toEqual(['Hipatia comenta en «El faro»: Y de noche más.'])
  await receiver.deliver((await comment('¿De qué?', puerto)).message)
  await receiver.deliver((await comment('Desde el mar.')).message)
  expect((await receiver.shown()).toSorted()).toEqual([
    'Hipatia comenta en «El faro»: Desde el mar.',
    'Hipatia comenta en «El puerto»: ¿De qué?',
  ])

  await owner.call('PUT', '/notices/read', { subject: post.id })
  await receiver.deliver(await nextMessage(phone, 3))
  expect(await receiver.shown()).toEqual(['Hipatia comenta en «El puerto»: ¿De qué?'])
  expect(await receiver.badges()).toEqual([1, 2, 2, 1])

  // on a phone it can be in the menu
  await page.setViewportSize({ width: 1440, height: 900 })
  await signOutButton(page).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(receiver.shown).toEqual([])
  // a message that was on its way
  await receiver.deliver({ ...message, id: 'another', thread: 'post:another' })
  expect(await receiver.shown()).toEqual([])
})

test('a pressed notification leads to the very comment, in a page that answers or in another', async ({ ring }) => {
  const { post, page, receiver, comment } = await ring('Benigna', 'phone')
  const { id, message } = await comment('Y de noche más.')
  const address = `/blog/${post.id}#comment-${id}`
  await receiver.deliver(message)
  expect(await receiver.shown()).toHaveLength(1)
  await page.evaluate(() => document.body.setAttribute('data-loaded', 'once'))
  await receiver.press(message.thread)
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Y de noche más.')).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once')
  await expect.poll(receiver.shown).toEqual([])

  // a page of the server without the code that answers
  await page.goto('/api/health')
  await receiver.deliver({ ...message, id: 'another' })
  await receiver.press(message.thread)
  await expect(page).toHaveURL(address)
  await expect(page.getByText('Y de noche más.')).toBeVisible()
  await expect.poll(receiver.shown).toEqual([])

  await receiver.deliver({ ...message, id: 'a third' })
  expect(await receiver.shown()).toHaveLength(1)
  await page.goto('about:blank')
  await expect.poll(receiver.pages).toBe(0)
  await receiver.press(message.thread)
  await expect.poll(receiver.opened).toEqual([address])
})

test('who signs in after Mirtis on her device gets none of her messages', async ({ openAs, server, pushService }) => {
  const phone = pushService.openBrowser()
  const mirtis = await server.person('Mirtis')
  await server.person('Dorotea')
  const first = await openAs('Mirtis', '/account', { before: (page) => subscribeTo(page, phone) })
  await enable(first)
  const post = await mirtis.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
  await addComment(server.hipatia, post, 'Y de noche más.')
  const message = await nextMessage(phone, 0)
  const context = first.context()
  await first.close()

  const page = await context.newPage()
  await subscribeTo(page, phone)
  await page.goto('/home')
  await signInByHand(page, 'Dorotea')
  await expect(headerOf(page)).toContainText('Dorotea')
  const agreed = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('push ')))
  await expect.poll(agreed).toEqual([])
  const receiver = await receiverOf(page)
  await receiver.deliver(message)
  expect(await receiver.shown()).toEqual([])
})

test('an app that is looked at again follows the subscription of its browser', async ({ ring, server }) => {
  const { owner, page } = await ring('Praxila')
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const { call } = await server.signIn('Praxila')
  for (const { id } of await owner.call<{ id: string }[]>('GET', '/push/subscriptions'))
    await call('DELETE', `/push/subscriptions/${id}`)
  await page.evaluate(() => localStorage.removeItem('test-subscription'))
  await lookAgain()
  await expect.poll(() => call<object[]>('GET', '/push/subscriptions')).toHaveLength(1)
  await expect(devices(page).getByText('Este dispositivo', { exact: true })).toBeVisible()

  await page.context().clearPermissions()
  await lookAgain()
  await expect(devices(page).getByText('Ningún dispositivo tuyo recibe avisos.')).toBeVisible()
  expect(await call('GET', '/push/subscriptions')).toEqual([])
})

// offered where somebody has written, once in each browser, before the browser itself asks
/** A browser that hasn't been asked yet, and in which the person answers its question with yes. */
const unasked = (page: Page) =>
  page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
  })

const question = (page: Page) => page.getByText('¿Quieres que te avise cuando contesten?')

async function say(page: Page, words: string) {
  await messageField(page).fill(words)
  await page.keyboard.press('Enter')
  await expect(messageWith(page, words)).toBeVisible()
}

test('Hedyle is asked after a message; her device is added after a yes', async ({ openAs, server, pushService }) => {
  const phone = pushService.openBrowser()
  const words = '¿Quién viene?'
  const page = await openAs('Hedyle', '/chat', {
    screen: 'phone',
    async before(page) {
      await subscribeTo(page, phone)
      await unasked(page)
    },
  })
  await expect(messageField(page)).toBeVisible()
  await expect(question(page)).toBeHidden()
  await say(page, words)
  await expect(question(page)).toBeVisible()
  await expect(messageWith(page, words)).toBeInViewport({ ratio: 1 })
  await expectAccessible(page, 'the question in the chat')
  await page.getByRole('button', { name: 'Sí, avísame' }).press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(messageField(page)).toBeFocused()
  const { call } = await server.signIn('Hedyle')
  expect(await call<object[]>('GET', '/push/subscriptions')).toHaveLength(1)
})

test('who says no after a comment isn’t asked again, there or in the chat', async ({ openAs, server }) => {
  const post = await server.hipatia.createPost({ title: 'El faro' })
  const page = await openAs('Nosis', `/blog/${post.id}`, { before: unasked })
  await writeComment(page, 'Se veía de lejos.')
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Ahora no' }).press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(formToggle(page)).toBeFocused()
  await page.goto('/chat')
  await say(page, 'Buenas tardes')
  await expect(question(page)).toBeHidden()
})
