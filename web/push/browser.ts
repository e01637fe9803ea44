// The subscription of this browser to push messages. It belongs to the person who has agreed to it here.
import { type NewPushDevice, push } from '../../contract/notices/push.ts'
import { call } from '../api/call.ts'
import { withTimeout } from '../api/unsent/retry.ts'
import { forgetPushDevice, keepPushDevice } from '../service-worker/messages.ts'

const agreedPrefix = 'push '
/** Key in the local storage by which a person has agreed in this browser; signing out removes it. */
const agreedKey = (userId: string) => `${agreedPrefix}${userId}`

/** True in Safari on iPhones and iPads, which has push messages for installed apps only, and no button to install one. */
export const needsInstalling = () => 'standalone' in navigator && navigator.standalone === false

export function pushSupport(): 'here' | 'install first' | 'blocked' | 'none' {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  if (!isSupported) return needsInstalling() ? 'install first' : 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'here'
}

/** The browser's question was answered with no, or not at all. */
export class NotPermitted extends Error {}

const toBase64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** The server's key may be another one than before: then the subscription is of no use. */
async function subscribeWith(manager: PushManager, key: string) {
  const existing = await manager.getSubscription()
  if (existing && toBase64url(existing.options.applicationServerKey) === key) return existing
  await existing?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

const readyTimeoutMs = 10_000

/** The address of the subscription that this page has told the server. */
let toldEndpoint: string | undefined

/** True if the browser has dropped or replaced that subscription, or permits nothing any more. */
export async function isSubscriptionLost() {
  if (toldEndpoint === undefined) return false
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  return Notification.permission !== 'granted' || subscription?.toJSON().endpoint !== toldEndpoint
}

async function subscribe(userId: string) {
  // never ready if the worker couldn't be registered
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, readyTimeoutMs)
  const { key } = await call(push.key, {})
  const { endpoint, keys } = (await subscribeWith(pushManager, key)).toJSON()
  const { id } = await call(push.subscribe, { body: { endpoint, keys } as NewPushDevice })
  toldEndpoint = endpoint
  await keepPushDevice(id)
  localStorage.setItem(agreedKey(userId), '1')
}

/** Asks for the browser's permission, which it grants after a press of a button only. */
export async function enablePush(userId: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotPermitted()
  await subscribe(userId)
}

export async function disablePush(userId: string) {
  localStorage.removeItem(agreedKey(userId))
  toldEndpoint = undefined
  // plain http has no caches, and no messages
  if ('caches' in globalThis) await forgetPushDevice()
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** The browser has no permission any more, which was taken back in its settings: the server doesn't list it either. */
async function giveBack(userId: string) {
  const own = (await call(push.list, {})).find(({ is_current }) => is_current)
  if (own) await call(push.remove, { params: { id: own.id } })
  await disablePush(userId)
}

/** Under a new session of the person, and in place of a subscription that the browser has dropped. */
export async function renewPush(userId: string) {
  // others who went away without signing out: nothing of theirs is for this person
  const others = Object.keys(localStorage).filter((key) => key.startsWith(agreedPrefix) && key !== agreedKey(userId))
  for (const key of others) await forgetPush(key.slice(agreedPrefix.length))
  const hasAgreed = localStorage.getItem(agreedKey(userId)) !== null
  if (hasAgreed && ['here', 'blocked'].includes(pushSupport()))
    await (Notification.permission === 'granted' ? subscribe : giveBack)(userId)
}

/** After signing out nothing of the person stays on the screen of the device, and nothing more comes. */
export async function forgetPush(userId: string) {
  await disablePush(userId)
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
}
