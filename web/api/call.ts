import {
  type AnswerOf,
  activityHeader,
  type BodyOf,
  type Endpoint,
  newTokenHeader,
  type ParamsOf,
  type QueryOf,
} from '../../contract/endpoint.ts'
import type { Problem } from '../../contract/index.ts'
import { askForConfirmation } from './confirmation.ts'
import {
  currentPerson,
  currentToken,
  renewingToken,
  sessionEnded,
  sessionLimited,
  signedInAgain,
  takeActivity,
  wasRenewed,
} from './session.ts'
import { texts } from './texts.ts'

type RequiredPart<Name extends string, T> = [T] extends [undefined] ? unknown : { [K in Name]: T }
type OptionalPart<Name extends string, T> = T extends undefined ? unknown : { [K in Name]?: T }

/** Arguments of a call: params and body are required, the query is optional. */
export type Call<E extends Endpoint> = RequiredPart<'params', ParamsOf<E>> &
  RequiredPart<'body', BodyOf<E>> &
  OptionalPart<'query', QueryOf<E>> & {
    ifMatch?: string | undefined
    signal?: AbortSignal | undefined
    keepalive?: boolean
  }

type Items<T> = T extends readonly (infer Item)[] ? Item : never

export interface Page<T> {
  items: T[]
  total: number
  next: string | null
  /** Numbers of hits by kind, and a nearby word, for the search. */
  counts?: Record<string, number>
  suggestion?: string
  /** The last change that the items show for sure. */
  changes?: number
  /** Answered by the service worker from the device, without a network. */
  isStored?: boolean
  /** Items that weren't read; 100 means 100 or more. */
  unread?: number
  /** The server is still preparing the search: there may be more. */
  isIncomplete?: boolean
  /** Nothing has all words of the search: the items have some of them. */
  isPartial?: boolean
}

export type Answer<E extends Endpoint> = E extends { paged: true } ? Page<Items<AnswerOf<E>>> : AnswerOf<E>

/** Error of a refused or failed call; `status` is 0 when there was no response. */
export class CallError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  /** Delay until a retry that the server asked for. */
  readonly retryAfterMs: number | undefined

  constructor(status: number, problem?: Problem, retryAfterMs?: number) {
    super(problem?.detail ?? `status ${status}`)
    this.status = status
    this.problem = problem
    this.retryAfterMs = retryAfterMs
  }
}

/** Text of an error for the user: the server's, otherwise the default (SPEC §8). */
export const messageOf = (error: unknown, otherwise: string) =>
  (error instanceof CallError && error.problem?.detail) || otherwise

/** A fixed alert text, followed by the server's reason if there is one. */
export function alertOf(error: unknown, alert: string) {
  const reason = messageOf(error, '')
  return reason ? `${alert.replace(/\.?$/, '.')} ${reason}` : alert
}

/** Code of a refusal, undefined for other failures. */
export const codeOf = (error: unknown) => (error instanceof CallError ? error.problem?.code : undefined)

export const isStatus = (error: unknown, status: number) => error instanceof CallError && error.status === status

/** For `ifMatch`, of things whose version is the moment of their last change. */
export const versionOf = (moment: string) => `"${Date.parse(moment)}"`

interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  ifMatch?: string
  signal?: AbortSignal
  /** The request continues after the page is closed. */
  keepalive?: boolean
}

/** Path and query of a call. */
export function addressOf<E extends Endpoint>(row: E, request: Omit<Call<E>, 'signal'>) {
  const { params = {}, query = {} } = request as CallOptions
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const present = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/api${path}${present.length > 0 ? `?${new URLSearchParams(present)}` : ''}`
}

/** SPEC §7: in a whole body, a field without a value is absent. In a body of changes null clears a field instead. */
export const withoutNulls = <Body extends object>(body: Body) =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) as Body

export function problemIn(body: string): Problem | undefined {
  try {
    const problem = JSON.parse(body) as Problem
    return typeof problem.detail === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}

const retryAfterMsOf = (response: Response) => {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

/** A read that came too fast is repeated when the server asks for it, unless that is longer than people wait. */
const maxReadRetries = 3
const maxReadDelayMs = 10_000

async function send(row: Endpoint, address: string, options: CallOptions): Promise<Response> {
  for (let retries = 0; ; retries++)
    try {
      return await sendOnce(row, address, options)
    } catch (error) {
      const delayMs = row.method === 'GET' && isStatus(error, 429) ? (error as CallError).retryAfterMs : undefined
      if (delayMs === undefined || delayMs > maxReadDelayMs || retries === maxReadRetries) throw error
      await wait(delayMs, options.signal)
    }
}

/** Resolves early, too, when the call is aborted. */
const wait = (delayMs: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    function end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, delayMs)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })

async function sendOnce(row: Endpoint, address: string, options: CallOptions): Promise<Response> {
  const { body, ifMatch, signal, keepalive = false } = options
  const again = () => send(row, address, options)
  const token = currentToken()
  const person = currentPerson()
  const headers = new Headers()
  if (token && row.access !== 'public') headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  if (token && takeActivity()) headers.set(activityHeader, '1')
  if (row.renewsToken) headers.set(newTokenHeader, '1')
  let response: Response
  try {
    const request = () =>
      fetch(address, {
        method: row.method,
        headers,
        // cookies only say that a device is known; a browser obeys Clear-Site-Data only where there could be some
        credentials: row.clearsCache || row.opensSession ? 'same-origin' : 'omit',
        body: body === undefined ? null : JSON.stringify(body),
        signal: signal ?? null,
        keepalive,
      })
    response = await (row.renewsToken && token ? renewingToken(token, request) : request())
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0)
  }
  if (response.ok) return response
  if (response.status === 401 && row.access !== 'public') {
    if (token && (await wasRenewed(token, person))) return again()
    if (token) sessionEnded(token)
    // saving continues after the person has signed in again, also when the session had already ended
    const isSaving = row.method !== 'GET' && !row.path.startsWith('/auth/')
    if (isSaving && person && (await signedInAgain(person)) && currentToken()) return again()
  }
  const problem = problemIn(await response.text().catch(() => ''))
  if (problem?.code === 'not_confirmed') {
    if ((await askForConfirmation()) && currentPerson() === person) return again()
    throw new CallError(response.status, { ...problem, detail: texts.notConfirmed })
  }
  if (problem?.code === 'second_factor_demanded' && token) sessionLimited(token)
  throw new CallError(response.status, problem, retryAfterMsOf(response))
}

async function readAnswer(row: Endpoint, response: Response) {
  if (!row.response) return undefined
  const body = await response.json()
  if (!row.paged) return body
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  const { headers } = response
  const counts = headers.get('x-counts')
  const suggestion = headers.get('x-suggestion')
  return {
    items: body,
    total: Number(headers.get('x-total-count')),
    next,
    ...(counts && { counts: readCounts(counts) }),
    ...(suggestion && { suggestion: decodeURIComponent(suggestion) }),
    ...(headers.has('x-changes') && { changes: Number(headers.get('x-changes')) }),
    ...(headers.has('x-stored') && { isStored: true }),
    ...(headers.has('x-unread') && { unread: Number(headers.get('x-unread')) }),
    ...(headers.has('x-incomplete') && { isIncomplete: true }),
    ...(headers.has('x-partial') && { isPartial: true }),
  }
}

/** 'post=12, news=3' */
const readCounts = (header: string) =>
  Object.fromEntries(
    header
      .split(', ')
      .map((part) => part.split('='))
      .map(([name, count]) => [name, Number(count)]),
  )

/** Calls a row of the contract: the only way from the web to our server. */
export async function call<E extends Endpoint>(row: E, options: Call<E>): Promise<Answer<E>> {
  const response = await send(row, addressOf(row, options), options as CallOptions)
  return (await readAnswer(row, response)) as Answer<E>
}

/** Like `call`, with the ETag of the response for a later `ifMatch`. */
export async function callVersioned<E extends Endpoint>(row: E, options: Call<E>) {
  const response = await send(row, addressOf(row, options), options as CallOptions)
  return { body: (await readAnswer(row, response)) as Answer<E>, etag: response.headers.get('etag') ?? undefined }
}

/** Fetches the next page by the address in the previous page. */
export async function callNext<E extends Endpoint & { paged: true }>(row: E, next: string, signal?: AbortSignal) {
  return (await readAnswer(row, await send(row, next, signal ? { signal } : {}))) as Answer<E>
}
