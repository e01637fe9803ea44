// The service worker of this browser: registered for members, and watched for a new version.
import { createStore } from '../api/store.ts'
import { messages } from '../service-worker/messages.ts'
import { trustedScript } from '../ui/trusted-script.ts'

/** Interval at which a page that stays open asks for a new version; opening a page asks as well. */
const updateIntervalMs = 30 * 60_000
/** After each failure to keep a new version; the last value repeats. */
const retryDelaysMs = [60_000, 5 * 60_000, updateIntervalMs]

/** The version that waits until it is asked for. */
export const waitingVersion = createStore<ServiceWorker | undefined>(undefined)

/** True while a new version could not be kept, as on a full device; it is tried again. */
export const hasUpdateFailed = createStore(false)

function watchVersions(registration: ServiceWorkerRegistration) {
  let failures = 0
  let retrying: ReturnType<typeof setTimeout> | undefined
  // without a controller it is the first version, for which nothing has to be reloaded
  const note = () => waitingVersion.set((navigator.serviceWorker.controller && registration.waiting) ?? undefined)
  function retryLater() {
    const delayMs = retryDelaysMs[failures++] ?? updateIntervalMs
    clearTimeout(retrying)
    retrying = setTimeout(() => registration.update().then(noteOutcome, retryLater), delayMs)
  }
  /** The server may have gone back to the version that is kept. */
  const noteOutcome = () => registration.installing || hasUpdateFailed.set(false)

  function watch(version: ServiceWorker | null) {
    let isKept = false
    version?.addEventListener('statechange', () => {
      note()
      if (version.state !== 'redundant') {
        isKept = true
        failures = 0
        hasUpdateFailed.set(false)
      } else if (!isKept && registration.active) {
        hasUpdateFailed.set(true)
        retryLater()
      }
    })
  }
  note()
  watch(registration.installing)
  registration.addEventListener('updatefound', () => watch(registration.installing))
}

/** Without it, on plain http or in a private window, everything works but what is offline. */
export async function registerWorker() {
  const address = trustedScript('service-worker', '/service-worker.js')
  const registration = await navigator.serviceWorker?.register(address, { updateViaCache: 'none' })
  if (!registration) return
  registration.active?.postMessage(messages.loaded)
  watchVersions(registration)
  let updatedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - updatedAt < updateIntervalMs) return
    updatedAt = Date.now()
    registration.update().catch(() => {}) // offline, or taken back
  })
}

/** Only this page is reloaded; the browser asks first if it has an unsent text. */
export function takeNewVersion() {
  const version = waitingVersion.get()
  // another page has taken it already
  if (version?.state !== 'installed') return location.reload()
  // a page that is asked for while the version takes over may never come
  version.addEventListener('statechange', () => version.state === 'activated' && location.reload())
  version.postMessage(messages.activate)
}
