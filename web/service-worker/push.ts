// Push messages: shown as notifications, one of each thread, taken back, and opened.
import type { PushMessage } from '../../contract/notices/push.ts'
import { askPage } from './ask-page.ts'
import { forgetPushDevice, isPushDevice, messages, showBadge } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const icon = '/icons/any-192.png'
/** Beside the time, in one colour. */
const badge = '/icons/monochrome-96.png'

interface Shown {
  id: string
  path: string
}

/** After signing out nothing of the person is shown, nor comes. */
export async function forgetPushed() {
  const wasDevice = await forgetPushDevice()
  for (const notification of await self.registration.getNotifications()) notification.close()
  // the page has its own count; only a device's messages count while no page is open
  if (wasDevice) await showBadge(0)
}

async function show(message: PushMessage) {
  // its person has signed out
  if (!(await isPushDevice(message.device))) return
  const { registration } = self
  await showBadge(message.unread)
  const shown = await registration.getNotifications({ tag: message.thread })
  if ('is_withdrawn' in message) {
    for (const notification of shown) notification.close()
    return
  }
  const { id, thread, title, body, path } = message
  // the same message again, from a service that got no rest: it replaces itself in silence
  const isRepeat = shown.some(({ data }) => (data as Shown).id === id)
  const data: Shown = { id, path }
  // `renotify` is missing in the types: it rings although it replaces an older one
  const rings = { renotify: !isRepeat, silent: isRepeat || null }
  const options = { body, tag: thread, data, lang: 'es', icon, badge, ...rings }
  await registration.showNotification(title, options)
}

async function open(path: string) {
  const clients = await self.clients.matchAll({ type: 'window' })
  const client = clients.find(({ focused }) => focused) ?? clients[0]
  // browsers focus for a short time after the press only
  const focused = await client?.focus().catch(() => client)
  // a page that answers opens the address itself, without loading anything again
  if (focused && (await askPage(focused, { type: messages.open, path }))) return
  // a page that was closed meanwhile can't be led anywhere
  const led = await focused?.navigate(path).catch(() => null)
  if (!led) await self.clients.openWindow(path)
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as Shown).path))
})
