// Texts that a person has read, kept on the device under their session's token: encrypted by it, so that nobody else can
// read it, whatever is left behind. The names of the entries are hashes too: addresses of files contain signatures.

import { deleteOldCaches } from './old-caches.ts'

interface Bounds {
  maxBytes: number
  maxEntries: number
  maxEntryBytes: number
}

const megabyte = 2 ** 20
const defaultBounds: Bounds = { maxBytes: 30 * megabyte, maxEntries: 600, maxEntryBytes: 2 * megabyte }

const prefix = 'read '

/** Not repeated: the stored body is decoded. */
const droppedHeaders = ['content-encoding', 'content-length', 'clear-site-data']

const encode = (text: string) => new TextEncoder().encode(text)
const digest = (text: string) => crypto.subtle.digest('SHA-256', encode(text))
const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** `<headers as JSON>\n<body>` */
function pack(headers: Record<string, string>, body: ArrayBuffer) {
  const head = encode(`${JSON.stringify(headers)}\n`)
  const packed = new Uint8Array(head.length + body.byteLength)
  packed.set(head)
  packed.set(new Uint8Array(body), head.length)
  return packed
}

function unpack(packed: Uint8Array<ArrayBuffer>) {
  const end = packed.indexOf('\n'.charCodeAt(0))
  const headers = JSON.parse(new TextDecoder().decode(packed.subarray(0, end))) as Record<string, string>
  return new Response(packed.subarray(end + 1), { headers })
}

export type ReadStore = ReturnType<typeof openReadStore>

const nonceBytes = 12

/** The store of a session. Nothing is written before the first answer that is kept. */
export function openReadStore(token: string, bounds: Bounds = defaultBounds) {
  const name = digest(`name ${token}`).then((hash) => prefix + toHex(hash).slice(0, 32))
  const key = digest(`key ${token}`).then((hash) =>
    crypto.subtle.importKey('raw', hash, 'AES-GCM', false, ['encrypt', 'decrypt']),
  )
  let isForgotten = false
  /** Writes come one after another. */
  let writing = Promise.resolve()
  const write = (step: () => Promise<void>) => {
    writing = writing.then(step).catch((error) => console.warn('store', error)) // the device is full
    return writing
  }
  /** The size of an entry follows as a search, so that no entry has to be opened to count. */
  const nameOf = async (address: string) => `/${toHex(await digest(`${token} ${address}`))}`

  async function makeRoom(cache: Cache) {
    const entries = (await cache.keys()).map((request) => ({
      request,
      bytes: Number(new URL(request.url).search.slice(1)),
    }))
    let count = entries.length
    let sum = entries.reduce((total, { bytes }) => total + bytes, 0)
    // in the order in which they were stored
    for (const { request, bytes } of entries) {
      if (count <= bounds.maxEntries && sum <= bounds.maxBytes) return
      await cache.delete(request)
      count -= 1
      sum -= bytes
    }
  }

  async function openCache() {
    const own = await name
    // two people may use the browser at the same time; of others, or of earlier sessions, nothing stays
    await deleteOldCaches(prefix, own)
    return caches.open(own)
  }

  return {
    keep: (address: string, response: Response, at: number) =>
      write(async () => {
        const body = await response.arrayBuffer()
        if (isForgotten || body.byteLength > bounds.maxEntryBytes) return
        const headers = Object.fromEntries([...response.headers].filter(([name]) => !droppedHeaders.includes(name)))
        const iv = crypto.getRandomValues(new Uint8Array(nonceBytes))
        const packed = pack({ ...headers, 'x-stored': new Date(at).toISOString() }, body)
        const secret = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key, packed))
        const cache = await openCache()
        const entry = await nameOf(address)
        await cache.delete(entry, { ignoreSearch: true })
        await cache.put(`${entry}?${secret.length}`, new Response(new Blob([iv, secret])))
        await makeRoom(cache)
        // the person may have signed out during the last steps
        if (isForgotten) await caches.delete(await name)
      }),

    /** With the moment of storing in the header `x-stored`. */
    async find(address: string): Promise<Response | undefined> {
      const entry = await caches.match(await nameOf(address), { cacheName: await name, ignoreSearch: true })
      if (!entry || isForgotten) return undefined
      const bytes = new Uint8Array(await entry.arrayBuffer())
      const iv = bytes.subarray(0, nonceBytes)
      const packed = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, await key, bytes.subarray(nonceBytes))
      return unpack(new Uint8Array(packed))
    },

    /** For what the person may no longer see. */
    remove: (address: string) =>
      write(async () => {
        // a cache that isn't there isn't made
        if (!(await caches.has(await name))) return
        await (await caches.open(await name)).delete(await nameOf(address), { ignoreSearch: true })
      }),

    /** Deletes all, and keeps nothing that arrives later. */
    async forget() {
      isForgotten = true
      await caches.delete(await name)
    },
  }
}

/** Deletes the stores of all sessions of this browser. */
export const deleteReadStores = async () =>
  Promise.all((await caches.keys()).filter((name) => name.startsWith(prefix)).map((name) => caches.delete(name)))
