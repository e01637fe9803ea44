// Answers of the API and pictures that were read: from the network, and kept; without a network what was kept.

import { askPage } from './ask-page.ts'
import { type FromWorker, messages } from './messages.ts'
import { forgetPushed } from './push.ts'
import { openReadStore, type ReadStore } from './read-store.ts'
import { forgetShared } from './shared.ts'

declare const self: ServiceWorkerGlobalScope

const id = '[0-9a-f]{32}'
/** Answers that members read. Nothing of administrators, of settings or of the search. */
const read = new RegExp(
  `^/api/(auth/me|categories|news|posts|posts/${id}|comments/post/${id}|files|files/sections|files/${id}|chat/messages)$`,
)
/** Without the signature, which is another one every few hours. */
const picture = new RegExp(`^/api/(files/${id}/content|auth/avatars/${id})/[a-z]+`)
const links = '/api/links'

/** The chat's newest page alone is kept: an older window would be shown as the newest. */
const isKept = ({ pathname, searchParams }: URL) =>
  read.test(pathname) && !(pathname === '/api/chat/messages' && [...searchParams.keys()].some((key) => key !== 'limit'))

/** Answers that say that the person may not see it, or not any more. */
const goneStatuses = [403, 404, 410]
/** A proxy whose server is away. */
const awayStatuses = [502, 504]

const stores = new Map<string, ReadStore>()
/** The session of each page: a picture is asked for without its token. */
const storeOfClient = new Map<string, ReadStore>()
/** Pages that were asked for their session since the worker began. */
const asked = new Map<string, Promise<unknown>>()
/** The moment of the oldest answer from the store that a page has got. */
const storedAt = new Map<string, string>()

function storeOf(token: string) {
  const store = stores.get(token) ?? openReadStore(token)
  stores.set(token, store)
  return store
}

const tokenOf = (request: Request) => /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]

async function tell(clientId: string, message: FromWorker) {
  ;(await self.clients.get(clientId))?.postMessage(message)
}

/** Kept part of an answer, and the answer that is made of it without a network. */
interface Kept {
  keep: (response: Response) => Promise<unknown> | undefined
  find: () => Promise<Response | undefined>
}

const keptWhole = (store: ReadStore, address: string): Kept => ({
  keep(response) {
    if (goneStatuses.includes(response.status)) return store.remove(address)
    return response.status === 200 ? store.keep(address, response, Date.now()) : undefined
  },
  find: () => store.find(address),
})

type Targets<T> = Record<'files' | 'posts', T[]>

/** The targets of links in texts one by one, as each page asks for others together. */
function keptLinks(store: ReadStore, request: Request): Kept {
  const addressOf = (target: string) => `${links} ${target}`
  const asked = () => request.clone().json() as Promise<Partial<Targets<string>>>
  return {
    async keep(response) {
      if (response.status !== 200) return
      const { files, posts } = (await response.json()) as Targets<{ id: string }>
      const found = new Map([...files, ...posts].map((target) => [target.id, target]))
      for (const ids of Object.values(await asked()))
        for (const id of ids) {
          const target = found.get(id)
          await (target ? store.keep(addressOf(id), Response.json(target), Date.now()) : store.remove(addressOf(id)))
        }
    },
    async find() {
      const moments: string[] = []
      async function read(ids: string[] = []) {
        const stored = await Promise.all(ids.map((id) => store.find(addressOf(id))))
        const kept = stored.filter((target) => target !== undefined)
        moments.push(...kept.map(({ headers }) => headers.get('x-stored') ?? ''))
        return Promise.all(kept.map((target) => target.json() as Promise<object>))
      }
      const { files, posts } = await asked()
      const found: Targets<object> = { files: await read(files), posts: await read(posts) }
      const [oldest] = moments.toSorted()
      return oldest === undefined ? undefined : Response.json(found, { headers: { 'x-stored': oldest } })
    },
  }
}

async function answerFromStore({ find }: Kept, clientId: string) {
  const stored = await find()
  const at = stored?.headers.get('x-stored')
  if (!stored || !at) return undefined
  const before = storedAt.get(clientId)
  if (before === undefined || at < before) {
    storedAt.set(clientId, at)
    void tell(clientId, { type: messages.stored, at })
  }
  return stored
}

async function ask(event: FetchEvent, store: ReadStore, kept: Kept) {
  try {
    const response = await fetch(event.request)
    if (awayStatuses.includes(response.status)) return (await answerFromStore(kept, event.clientId)) ?? response
    const keeping = response.status === 401 ? store.forget() : kept.keep(response.clone())
    event.waitUntil(Promise.resolve(keeping))
    return response
  } catch (error) {
    // the page doesn't want the answer any more
    if (event.request.signal.aborted) throw error
    const stored = await answerFromStore(kept, event.clientId)
    if (!stored) throw error
    return stored
  }
}

/** Undefined for requests that are none of the store's. */
export function answerRead(event: FetchEvent, url: URL): Promise<Response> | undefined {
  const { request, clientId } = event
  const token = tokenOf(request)
  if (token !== undefined) {
    // also offline, when no answer comes
    if (request.method === 'POST' && url.pathname === '/api/auth/logout') {
      event.waitUntil(Promise.all([storeOf(token).forget(), forgetShared(), forgetPushed()]))
      return undefined
    }
    const store = storeOf(token)
    storeOfClient.set(clientId, store)
    if (request.method === 'POST' && url.pathname === links) return ask(event, store, keptLinks(store, request.clone()))
    return request.method === 'GET' && isKept(url) ? ask(event, store, keptWhole(store, request.url)) : undefined
  }
  const [address] = (request.destination === 'image' && picture.exec(url.pathname)) || []
  return address === undefined ? undefined : answerPicture(event, address)
}

/** After a sleep the page's session has to be asked for. */
async function answerPicture(event: FetchEvent, address: string) {
  const { clientId } = event
  const page = !storeOfClient.has(clientId) && (await self.clients.get(clientId))
  if (page && !asked.has(clientId)) asked.set(clientId, askPage(page, { type: messages.asked }))
  await asked.get(clientId)
  const store = storeOfClient.get(clientId)
  return store ? ask(event, store, keptWhole(store, address)) : fetch(event.request)
}

/** Repeats to a page what it may have missed while it was loading. */
export function repeatState(client: Client) {
  const at = storedAt.get(client.id)
  if (at !== undefined) client.postMessage({ type: messages.stored, at } satisfies FromWorker)
}

/** The page asks the network again: what comes from the store from now on is said again. */
export const clearState = (client: Client) => void storedAt.delete(client.id)
