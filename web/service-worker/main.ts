// The service worker of the web (docs/decisions/060-service-worker.md). Everything it does begins here; requests that no
// line below answers go to the network as if there were no worker.
import { answerRead, clearState, repeatState } from './answers.ts'
import { isCode, keepFrame, openFrame, readCode, releaseOldFrames } from './frame.ts'
import { messages } from './messages.ts'
import './push.ts'
import { isShare, keepShared } from './shared.ts'

declare const self: ServiceWorkerGlobalScope

self.addEventListener('install', (event) => event.waitUntil(keepFrame()))

self.addEventListener('activate', (event) => event.waitUntil(releaseOldFrames().then(() => self.clients.claim())))

self.addEventListener('message', (event) => {
  // a new version waits until no page of the old one is open, unless somebody asks for it
  if (event.data === messages.activate) event.waitUntil(self.skipWaiting())
  if (event.data === messages.loaded) repeatState(event.source as Client)
  if (event.data === messages.connected) clearState(event.source as Client)
})

/** Each version is asked once to take over: one that doesn't would load the page again for ever. */
let asked: ServiceWorker | undefined

/**
 * Loads the page again once the new version is active: a page that is asked for before may never come. The page may be
 * there before the version takes over, or after it. If that isn't noticed, nine seconds later.
 */
const loadAgain =
  '<meta http-equiv=refresh content=9><script>(f=async()=>{let r=await navigator.serviceWorker.ready;r.waiting||r.active.state!="activated"?setTimeout(f,99):location.reload()})()</script>'

/** A reload of the only open page takes a waiting version: the browser alone would wait until the page is closed. */
async function takeWaiting() {
  const { waiting } = self.registration
  if (!waiting || waiting === asked) return undefined
  if ((await self.clients.matchAll({ type: 'window' })).length > 1) return undefined
  asked = waiting
  waiting.postMessage(messages.activate)
  // it takes over when this answer is given
  return new Response(loadAgain, { headers: { 'content-type': 'text/html' } })
}

function answer(event: FetchEvent, url: URL): Promise<Response> | undefined {
  const { request } = event
  if (url.pathname.startsWith('/api/')) return request.mode === 'navigate' ? undefined : answerRead(event, url)
  if (isShare(request, url)) return keepShared(request)
  if (request.method !== 'GET') return undefined
  if (request.mode === 'navigate') return takeWaiting().then((reload) => reload ?? openFrame(request, url))
  return isCode(url) ? readCode(request) : undefined
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  const answered = url.origin === location.origin ? answer(event, url) : undefined
  if (answered !== undefined) event.respondWith(answered)
})
