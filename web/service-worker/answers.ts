// Answers of the API and pictures that were read: from the network, and kept; without a network what was kept.

import { type FromWorker, messages } from './messages.ts'
import { forgetPushed } from './push.ts'
import { openReadStore, type ReadStore } from './read-store.ts'
import { forgetShared } from './shared.ts'

declare const self: ServiceWorkerGlobalScope

const id = '[0-9a-f]{32}'
/** What members read. Nothing of administrators, of settings or of the search. */
const read = new RegExp(
  `^/api/(auth/me|categories|news|posts|posts/${id}|comments/post/${id}|files|files/sections|files/${id}|chat/messages)$`,
)
const picture = new RegExp(`^/api/(files|users)/${id}/(content|avatar)/`)
/** The targets of the links in a text: a question with a body. */
const links = '/api/links'

/** Of the chat only the newest page is kept: an older window would be shown as the newest. */
const isKept = ({ pathname, searchParams }: URL) =>
  read.test(pathname) && !(pathname === '/api/chat/messages' && [...searchParams.keys()].some((key) => key !== 'limit'))

/** Answers that say that the person may not see it, or not any more. */
const goneStatuses = [403, 404, 410]
/** A proxy whose server is away. */
const awayStatuses = [502, 504]

const stores = new Map<string, ReadStore>()
/** The session of each page: a picture is asked for without its token. */
const storeOfClient = new Map<string, ReadStore>()
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

async function answerFromStore(store: ReadStore, address: string, clientId: string) {
  const stored = await store.find(address)
  const at = stored?.headers.get('x-stored')
  if (!stored || !at) return undefined
  const before = storedAt.get(clientId)
  if (before === undefined || at < before) {
    storedAt.set(clientId, at)
    void tell(clientId, { type: messages.stored, at })
  }
  return stored
}

function keepOrRemove(store: ReadStore, address: string, response: Response) {
  if (response.status === 401) return store.forget()
  if (goneStatuses.includes(response.status)) return store.remove(address)
  return response.status === 200 ? store.keep(address, response.clone(), Date.now()) : undefined
}

async function ask(event: FetchEvent, store: ReadStore, address: string) {
  try {
    const response = await fetch(event.request)
    if (awayStatuses.includes(response.status))
      return (await answerFromStore(store, address, event.clientId)) ?? response
    event.waitUntil(Promise.resolve(keepOrRemove(store, address, response)))
    return response
  } catch (error) {
    // the page doesn't want the answer any more
    if (event.request.signal.aborted) throw error
    const stored = await answerFromStore(store, address, event.clientId)
    if (!stored) throw error
    return stored
  }
}

async function askWithBody(event: FetchEvent, store: ReadStore) {
  const { url } = event.request
  return ask(event, store, `${url} ${await event.request.clone().text()}`)
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
    if (request.method === 'POST' && url.pathname === links) return askWithBody(event, store)
    return request.method === 'GET' && isKept(url) ? ask(event, store, request.url) : undefined
  }
  const store = storeOfClient.get(clientId)
  const isPicture = request.destination === 'image' && picture.test(url.pathname)
  return store && isPicture ? ask(event, store, request.url) : undefined
}

/** Repeats to a page what it may have missed while it was loading. */
export function repeatState(client: Client) {
  const at = storedAt.get(client.id)
  if (at !== undefined) client.postMessage({ type: messages.stored, at } satisfies FromWorker)
}

/** The page asks the network again: what comes from the store from now on is said again. */
export const clearState = (client: Client) => void storedAt.delete(client.id)
