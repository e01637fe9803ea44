// The pages' frames and the code of one version, which come from the device.
import { deleteOldCaches } from './old-caches.ts'

const prefix = 'code '
const ownName = prefix + __VERSION__
const icon = '/favicon.svg'
const paths = __PATHS__

/** `/blog/:id` is kept under this address, which is that of no post. */
const addressOf = (path: string) => path.replace(/:\w+/g, '0')

/** The path of the page at an address; in the order of the contract, fixed parts come before ids. */
function findPath(pathname: string) {
  const parts = pathname.split('/')
  return paths.find((path) => {
    const own = path.split('/')
    return own.length === parts.length && own.every((part, index) => part.startsWith(':') || part === parts[index])
  })
}

/** A page of another version would name code that isn't kept: two servers may have different ones during an update. */
async function fetchPage(address: string) {
  const response = await fetch(address, { cache: 'no-cache', credentials: 'omit' })
  const text = await response.clone().text()
  if (!response.ok || !text.includes(__APP__)) throw new Error(`${address} isn't of this version`)
  return response
}

/** Code that pages load meanwhile comes first. */
const later = (address: string) => new Request(address, { priority: 'low' })

/** Keeps the whole version, or fails and leaves nothing of it. */
export async function keepFrame() {
  const addresses = paths.map(addressOf)
  const code = (await (await fetch(__CODE_LIST__)).json()) as string[]
  const cache = await caches.open(ownName)
  await Promise.all([
    cache.addAll([icon, ...code].map(later)),
    ...addresses.map(async (address) => cache.put(address, await fetchPage(address))),
  ]).catch(async (error) => {
    await caches.delete(ownName)
    throw error
  })
}

/** Open pages of the version before may still load parts of their code: it is kept until the next one. */
export const releaseOldFrames = () => deleteOldCaches(prefix, ownName)

export async function openFrame(request: Request, url: URL) {
  const path = findPath(url.pathname)
  return (path && (await caches.match(addressOf(path), { cacheName: ownName }))) || fetch(request)
}

export const isCode = ({ pathname }: URL) => pathname.startsWith('/assets/') || pathname === icon

export const readCode = async (request: Request) => (await caches.match(request.url)) ?? fetch(request)
