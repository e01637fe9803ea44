// Messages that the server pushes to a browser: from their cause, by the push service, to what the telephone shows. The whole
// Chromium, since the headless shell never permits notifications.
import type { Comment } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { expectAccessible } from '../../support/browser/axe.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { signInByHand } from '../../support/browser/pages/auth/login.ts'
import { changePassword } from '../../support/browser/pages/auth/password.ts'
import { messageField, messageWith } from '../../support/browser/pages/chat.ts'
import { formToggle, writeComment } from '../../support/browser/pages/comments.ts'
import { signOutButton } from '../../support/browser/pages/navigation.ts'
import { type PushService, receiverOf, subscribeTo, test } from '../../support/browser/push-messages.ts'
import { expect, type Given, headerOf, type Page, passwordOf, type Screen } from '../../support/browser/test.ts'
import type { Person } from '../../support/browser/test-server.ts'
import type { Browser } from '../../support/server/push/push-service.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-push', needsFullChromium: true })

test.beforeEach(({ pageErrors }) => {
  // sessions end while a page may still be connecting
  pageErrors.tolerate(...requestsOfEveryPage)
  // a count that a busy machine gives up; the account's page does without it
  pageErrors.tolerate('503 GET /api/auth/users/{id}/contents')
})

const devices = (page: Page) => page.getByRole('region', { name: 'Avisos en este dispositivo' })

async function enable(page: Page) {
  await devices(page).getByRole('button', { name: 'Activar aquí' }).click()
  await expect(devices(page).getByText('Este dispositivo', { exact: true })).toBeVisible()
}

/** The account of a person in a browser that rings, with what the push service and its worker get. */
async function openRinging(
  { openAs, pushService }: Pick<Given, 'openAs'> & { pushService: PushService },
  name: string,
  screen: Screen = 'desktop',
) {
  const phone = pushService.openBrowser()
  const page = await openAs(name, '/account', { screen, before: (page) => subscribeTo(page, phone) })
  const receiver = await receiverOf(page)
  await enable(page)
  return { phone, page, receiver }
}

const comments = ({ call }: Person, { id }: Post, content: string) =>
  call<Comment>('POST', `/comments/post/${id}`, { content })

/** The next message that the push service gets. */
async function nextMessage({ received }: Browser, before: number) {
  await expect.poll(() => received.length).toBeGreaterThan(before)
  const [arrived] = received.slice(before)
  if (!arrived) throw new Error('no message')
  return arrived.message
}

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

test('after a new password Telesila’s telephone goes on ringing', async ({
  openAs,
  server,
  pushService,
  pageErrors,
}) => {
  // asked with the old token just when it ended
  pageErrors.tolerate(/^401 (GET|POST) \/api\//)
  const post = await (await server.person('Telesila')).createPost({ title: 'El faro', content: 'De lejos.' })
  const { phone, page } = await openRinging({ openAs, pushService }, 'Telesila')
  const subscribed = page.waitForResponse(
    (response) => response.url().endsWith('/api/push/subscriptions') && response.request().method() === 'POST',
  )
  await changePassword(page, passwordOf('Telesila'), 'un papiro nuevo')
  await subscribed
  await comments(server.hipatia, post, 'Y de noche más.')
  expect(await nextMessage(phone, 0)).toMatchObject({ title: expect.stringContaining('El faro') })
})

test('a thread has one notification: the next message replaces it, and reading elsewhere takes it back; the icon counts', async ({
  openAs,
  server,
  pushService,
}) => {
  const amparo = await server.person('Amparo')
  const { phone, receiver } = await openRinging({ openAs, pushService }, 'Amparo', 'phone')
  const faro = await amparo.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
  const puerto = await amparo.createPost({ title: 'El puerto', content: 'Estaba lleno.' })

  await comments(server.hipatia, faro, 'Y de noche más.')
  await receiver.deliver(await nextMessage(phone, 0))
  expect(await receiver.shown()).toEqual(['Hipatia comenta en «El faro»: Y de noche más.'])
  await comments(server.hipatia, puerto, '¿De qué?')
  await receiver.deliver(await nextMessage(phone, 1))
  await comments(server.hipatia, faro, 'Desde el mar.')
  await receiver.deliver(await nextMessage(phone, 2))
  expect((await receiver.shown()).toSorted()).toEqual([
    'Hipatia comenta en «El faro»: Desde el mar.',
    'Hipatia comenta en «El puerto»: ¿De qué?',
  ])

  await amparo.call('PUT', '/notices/read', { subject: faro.id })
  await receiver.deliver(await nextMessage(phone, 3))
  expect(await receiver.shown()).toEqual(['Hipatia comenta en «El puerto»: ¿De qué?'])
  expect(await receiver.badges()).toEqual([1, 2, 2, 1])
})

test('a pressed notification leads to the very comment: in the open page without loading it, also where that doesn’t answer, otherwise in a window of its own', async ({
  openAs,
  server,
  pushService,
}) => {
  const benigna = await server.person('Benigna')
  const { phone, page, receiver } = await openRinging({ openAs, pushService }, 'Benigna', 'phone')
  const post = await benigna.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
  const { id } = await comments(server.hipatia, post, 'Y de noche más.')
  const message = await nextMessage(phone, 0)
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

test('after Casilda has signed out nothing of hers is on the screen, and a message that was on its way isn’t shown', async ({
  openAs,
  server,
  pushService,
}) => {
  const casilda = await server.person('Casilda')
  const { phone, page, receiver } = await openRinging({ openAs, pushService }, 'Casilda')
  const post = await casilda.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
  await comments(server.hipatia, post, 'Y de noche más.')
  const message = await nextMessage(phone, 0)
  await receiver.deliver(message)
  expect(await receiver.shown()).toHaveLength(1)

  await signOutButton(page).click()
  await expect(headerOf(page)).toContainText('Iniciar Sesión')
  await expect.poll(receiver.shown).toEqual([])
  await receiver.deliver({ ...message, id: 'another', thread: 'post:another' })
  expect(await receiver.shown()).toEqual([])
})

test('who signs in after Mirtis on her device gets none of her messages', async ({ openAs, server, pushService }) => {
  const phone = pushService.openBrowser()
  const mirtis = await server.person('Mirtis')
  await server.person('Dorotea')
  const first = await openAs('Mirtis', '/account', { before: (page) => subscribeTo(page, phone) })
  await enable(first)
  const post = await mirtis.createPost({ title: 'El faro', content: 'Se veía de lejos.' })
  await comments(server.hipatia, post, 'Y de noche más.')
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

/** As when the app, which was open all the time, is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('an app that stays open subscribes again when the browser has dropped its subscription', async ({
  openAs,
  server,
  pushService,
}) => {
  const praxila = await server.person('Praxila')
  const { page } = await openRinging({ openAs, pushService }, 'Praxila')
  const { call } = await server.signIn('Praxila')
  for (const { id } of await praxila.call<{ id: string }[]>('GET', '/push/subscriptions'))
    await call('DELETE', `/push/subscriptions/${id}`)
  await page.evaluate(() => localStorage.removeItem('test-subscription'))
  await lookAgain(page)
  await expect.poll(() => call<object[]>('GET', '/push/subscriptions')).toHaveLength(1)
  await expect(devices(page).getByText('Este dispositivo', { exact: true })).toBeVisible()
})

test('a telephone whose permission Safo takes back in the browser is listed no more once she looks at the app again', async ({
  openAs,
  server,
  pushService,
}) => {
  await server.person('Safo')
  const { page } = await openRinging({ openAs, pushService }, 'Safo')
  await page.context().clearPermissions()
  await lookAgain(page)
  await expect(devices(page).getByText('Ningún dispositivo tuyo recibe avisos.')).toBeVisible()
  expect(await (await server.signIn('Safo')).call('GET', '/push/subscriptions')).toEqual([])
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
