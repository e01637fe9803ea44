// The device for which this browser may show push messages: one entry of a cache, which pages write and the worker reads.

const name = 'push'
const entry = '/device'

export const keepPushDevice = async (id: string) => (await caches.open(name)).put(entry, new Response(id))

/** A message that is still on its way is for nobody then. */
export const forgetPushDevice = () => caches.delete(name)

export const isPushDevice = async (id: string) =>
  (await (await caches.match(entry, { cacheName: name }))?.text()) === id
