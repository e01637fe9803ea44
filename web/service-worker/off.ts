// Sent in place of the worker with SERVICE_WORKER=off: takes back any worker, and all that it has kept on the device.
declare const self: ServiceWorkerGlobalScope

async function takeBack() {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await self.registration.unregister()
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(takeBack()))

// a page that registers it once more, before it has gone, keeps it alive, and sends a message
self.addEventListener('message', (event) => event.waitUntil(takeBack()))

export {}
