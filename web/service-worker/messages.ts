// Shared by pages and the worker: messages between them, the count on the icon, the device of push messages.

export const messages = {
  /** From a page: the waiting version takes over. */
  activate: 'activate',
  /** From a page that was loaded: asks for the last `stored`. */
  loaded: 'loaded',
  /** From a page whose connection is back. */
  connected: 'connected',
  /** To a page: it was answered from the store. */
  stored: 'stored',
  /** To a page whose session the worker has forgotten while it slept: the page asks something with its token, and answers at the port. */
  asked: 'asked',
  /** To a page: a notification was pressed, and the page answers at the port that it opens the address. */
  open: 'open',
} as const

/** `at` is the moment of the oldest answer that the page got. */
export type FromWorker =
  | { type: typeof messages.stored; at: string }
  | { type: typeof messages.asked }
  | { type: typeof messages.open; path: string }

/** Shows a count on the icon of the installed app, 0 none; without effect where icons have no badges. */
export function showBadge(count: number) {
  // only since 2024 in all browsers
  const setBadge = (navigator as Partial<Pick<typeof navigator, 'setAppBadge'>>).setAppBadge
  return setBadge?.call(navigator, count).catch(() => {})
}

// The device for which this browser may show push messages: one entry of a cache, which pages write and the worker reads.

const name = 'push'
const entry = '/device'

export const keepPushDevice = async (id: string) => (await caches.open(name)).put(entry, new Response(id))

/** A message that is still on its way is for nobody then. */
export const forgetPushDevice = () => caches.delete(name)

export const isPushDevice = async (id: string) =>
  (await (await caches.match(entry, { cacheName: name }))?.text()) === id
