// Push messages are offered where somebody has written, once in each browser, before the browser itself asks.
import { expectAccessible } from '../../support/browser/axe.ts'
import { requestsOfEveryPage } from '../../support/browser/page-errors.ts'
import { messageField, messageWith } from '../../support/browser/pages/chat.ts'
import { formToggle, writeComment } from '../../support/browser/pages/comments.ts'
import { subscribeTo, test } from '../../support/browser/push-messages.ts'
import { expect, overflowOf, type Page } from '../../support/browser/test.ts'

test.use({ serviceWorkers: 'allow', serverName: 'installed-asking', needsFullChromium: true })

test.beforeEach(({ pageErrors }) => pageErrors.tolerate(...requestsOfEveryPage))

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

test('Hedyle is asked after a message of the chat, and her device is added after a yes', async ({
  openAs,
  server,
  pushService,
}) => {
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
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
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
