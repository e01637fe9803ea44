// State of a page that the worker answered from the device, since there is no network.
import { auth } from '../../contract/auth.ts'
import { addressOf, call } from '../api/call.ts'
import { liveState, onReconnect } from '../api/live.ts'
import { loadedQueryClient } from '../api/loaded-query-client.ts'
import { currentSession, currentToken, onSession, whenSignedOut } from '../api/session.ts'
import { createStore } from '../api/store.ts'
import { onNewToken } from '../api/token-renewal.ts'
import { type FromWorker, messages } from '../service-worker/messages.ts'
import { deleteReadStores } from '../service-worker/read-store.ts'

/** Moment of the oldest stored answer on the page. */
export const storedSince = createStore<string | undefined>(undefined)

const send = (message: string) => navigator.serviceWorker.controller?.postMessage(message)

/** The token under which the worker has kept the person's account, without which no page can be opened offline. */
let accountToken: string | null = null

const accountCameByWorker = () =>
  performance
    .getEntriesByName(new URL(addressOf(auth.me, {}), location.href).href)
    .some((entry) => (entry as PerformanceResourceTiming).workerStart > 0)

/** The account was asked for before the worker, came with a sign-in, or has a new token. */
function keepAccount() {
  const token = currentToken()
  if (currentSession().phase !== 'member' || token === accountToken || !navigator.serviceWorker.controller) return
  accountToken = token
  void call(auth.me, {}).catch(() => {})
}

function connected() {
  if (storedSince.get() === undefined) return
  storedSince.set(undefined)
  send(messages.connected)
  void loadedQueryClient.get()?.invalidateQueries()
}

/** Time before what came from the device, although there is a connection, is asked for again; longer each time. */
const firstRetryDelayMs = 2000
const maxRetryDelayMs = 60_000
let retryDelayMs = firstRetryDelayMs
let retrying: ReturnType<typeof setTimeout> | undefined

function stored(at: string) {
  storedSince.set(at)
  // a request of the moments before the connection was back
  if (liveState() !== 'connected') return
  clearTimeout(retrying)
  retrying = setTimeout(connected, retryDelayMs)
  retryDelayMs = Math.min(2 * retryDelayMs, maxRetryDelayMs)
}

/** Called once. */
export function followWorker() {
  if (!navigator.serviceWorker) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<FromWorker>) => {
    if (data.type === messages.stored) stored(data.at)
    if (data.type === messages.asked)
      void call(auth.me, {})
        .catch(() => {})
        .then(() => ports[0]?.postMessage('asked'))
  })
  serviceWorker.startMessages()
  function reconnected() {
    retryDelayMs = firstRetryDelayMs
    connected()
  }
  onReconnect(reconnected)
  addEventListener('online', reconnected)
  if (!serviceWorker.controller)
    serviceWorker.addEventListener(
      'controllerchange',
      () => {
        keepAccount()
        void loadedQueryClient.get()?.invalidateQueries()
      },
      { once: true },
    )
  if (accountCameByWorker()) accountToken = currentToken()
  keepAccount()
  onSession(keepAccount)
  onNewToken(keepAccount)
  // the worker hears of it too, unless this page was loaded without it
  whenSignedOut(() => {
    storedSince.set(undefined)
    void deleteReadStores()
  })
}
