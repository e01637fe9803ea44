/** Push messages to a Chromium: a push service on the loopback takes what the server sends, and DevTools hands it on. */
import type { PushMessage } from '../../../contract/notices/push.ts'
import { type Browser, openPushService } from '../server/push/push-service.ts'
import { workerTakesOver } from './pages/service-worker.ts'
import { test as base, expect, type Page } from './test.ts'

export type PushService = Awaited<ReturnType<typeof openPushService>>

/** With a server whose messages go to `pushService`. */
export const test = base.extend<object, { pushService: PushService }>({
  pushService: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const service = await openPushService()
      await use(service)
      service.close()
      expect(service.faults).toEqual([])
    },
    { scope: 'worker' },
  ],
  serverSettings: async ({ pushService }, use) => use({ PUSH_SERVICE_PORT: `${pushService.port}` }),
})

/**
 * Stands in for the browser's own push service, which can't be reached without the net; the rest is the browser's. Called
 * before the page is opened.
 */
export async function subscribeTo(page: Page, { subscription }: Browser) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((subscription) => {
    const key = 'test-subscription'
    const make = (applicationServerKey: ArrayBuffer) => ({
      options: { applicationServerKey, userVisibleOnly: true },
      toJSON: () => subscription,
      unsubscribe: async () => {
        localStorage.removeItem(key)
        return true
      },
    })
    PushManager.prototype.subscribe = async (options) => {
      const text = String(options?.applicationServerKey)
      localStorage.setItem(key, text)
      return make(toBytes(text)) as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => {
      const text = localStorage.getItem(key)
      return text === null ? null : (make(toBytes(text)) as unknown as PushSubscription)
    }
    const toBytes = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer
  }, subscription)
}

/** Seen from the tests: the global object of the worker, with what was replaced at its border. */
declare const ExtendableEvent: { prototype: { waitUntil(this: Event, work: Promise<unknown>): void } }
interface WorkerScope {
  badges: number[]
  opened: string[]
  /** Count of the messages with which the worker has done. */
  ended: number
  clients: { openWindow: (path: string) => Promise<void>; matchAll: () => Promise<unknown[]> }
  registration: ServiceWorkerRegistration
  dispatchEvent: (event: Event) => boolean
  NotificationEvent: new (type: string, init: { notification: unknown }) => Event
}

/** The receiving worker of a page that it controls. */
export async function receiverOf(page: Page) {
  await workerTakesOver(page)
  const devtools = await page.context().newCDPSession(page)
  const registrations: { registrationId: string }[] = []
  devtools.on('ServiceWorker.workerRegistrationUpdated', (event) => registrations.push(...event.registrations))
  await devtools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  const [worker] = page.context().serviceWorkers()
  if (!worker) throw new Error('The page has no worker')
  const { registrationId = '' } = registrations[0] ?? {}
  const origin = new URL(page.url()).origin
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.badges = []
    scope.opened = []
    scope.ended = 0
    const { waitUntil } = ExtendableEvent.prototype
    ExtendableEvent.prototype.waitUntil = function (work) {
      if (this.isTrusted) waitUntil.call(this, work)
      if (this.type === 'push') void work.finally(() => scope.ended++)
    }
    Object.assign(navigator, { setAppBadge: async (count: number) => void scope.badges.push(count) })
    // browsers allow it after the press of a real finger only
    scope.clients.openWindow = async (path) => void scope.opened.push(path)
  })
  const ended = () => worker.evaluate(() => (self as unknown as WorkerScope).ended)
  return {
    /** Hands a message to the worker, as the browser does that has decrypted it, and waits until the worker has done. */
    async deliver(message: PushMessage) {
      const before = await ended()
      const data = JSON.stringify(message)
      await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      await expect.poll(ended).toBe(before + 1)
    },
    /** The notifications on the screen. */
    shown: () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        return (await registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`)
      }),
    /** Counts that the worker has shown on the icon. */
    badges: () => worker.evaluate(() => (self as unknown as WorkerScope).badges),
    /** Addresses for which it has opened a window. */
    opened: () => worker.evaluate(() => (self as unknown as WorkerScope).opened),
    /** Count of the open pages that the worker knows. */
    pages: () => worker.evaluate(async () => (await (self as unknown as WorkerScope).clients.matchAll()).length),
    /** As the browser does when somebody presses the notification of a thread. */
    press: (tag: string) =>
      worker.evaluate(async (tag) => {
        const scope = self as unknown as WorkerScope
        const [notification] = await scope.registration.getNotifications({ tag })
        scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
      }, tag),
  }
}
