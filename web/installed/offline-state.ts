// What the worker says of this page: it was answered from the device, since there is no network.
import { auth } from '../../contract/auth.ts'
import { call } from '../api/call.ts'
import { onReconnect } from '../api/live.ts'
import { loadedQueryClient } from '../api/loaded-query-client.ts'
import { whenSignedOut } from '../api/session.ts'
import { createStore } from '../api/store.ts'
import { onNewToken } from '../api/token-renewal.ts'
import { type FromWorker, messages } from '../service-worker/messages.ts'
import { deleteReadStores } from '../service-worker/read-store.ts'

/** Moment of the oldest stored answer on the page. */
export const storedSince = createStore<string | undefined>(undefined)

const send = (message: string) => navigator.serviceWorker.controller?.postMessage(message)

/** Without the person's account a page can't be opened offline: it was asked for before the worker, or with an older token. */
const askAgain = () => void call(auth.me, {}).catch(() => {})

function connected() {
  if (storedSince.get() === undefined) return
  storedSince.set(undefined)
  send(messages.connected)
  void loadedQueryClient.get()?.invalidateQueries()
}

let hasStarted = false

/** Follows the worker; repeated calls have no effect. */
export function followWorker() {
  if (hasStarted || !navigator.serviceWorker) return
  hasStarted = true
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.type === messages.stored) storedSince.set(data.at)
  })
  serviceWorker.startMessages()
  send(messages.loaded)
  onReconnect(connected)
  addEventListener('online', connected)
  if (!serviceWorker.controller)
    serviceWorker.addEventListener(
      'controllerchange',
      () => {
        askAgain()
        void loadedQueryClient.get()?.invalidateQueries()
      },
      { once: true },
    )
  onNewToken(askAgain)
  // the worker hears of it too, unless this page was loaded without it
  whenSignedOut(() => {
    storedSince.set(undefined)
    void deleteReadStores()
  })
}
