import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import type { Problem } from '../../contract/index.ts'
import { currentPerson, currentToken, sessionEnded, signedInAgain } from './session.ts'

type Needed<Name extends string, T> = T extends undefined ? unknown : { [K in Name]: T }
type Given<Name extends string, T> = T extends undefined ? unknown : { [K in Name]?: T }

/** What a row needs to be called: its params and body are required, its query is not. */
export type Call<E extends Endpoint> = Needed<'params', ParamsOf<E>> &
  Needed<'body', BodyOf<E>> &
  Given<'query', QueryOf<E>> & { ifMatch?: string | undefined; signal?: AbortSignal | undefined; keepalive?: boolean }

type Items<T> = T extends readonly (infer Item)[] ? Item : never

/** A page of a list, and the address of the one after it. */
export interface Page<T> {
  items: T[]
  total: number
  next: string | null
}

export type Answer<E extends Endpoint> = E extends { paged: true } ? Page<Items<AnswerOf<E>>> : AnswerOf<E>

/** A call that was refused or didn't arrive; `status` 0 when there was no answer at all. */
export class CallError extends Error {
  readonly status: number
  readonly problem: Problem | undefined

  constructor(status: number, problem?: Problem) {
    super(problem?.detail ?? `status ${status}`)
    this.status = status
    this.problem = problem
  }
}

/** The text for the person: the server's where there is one, otherwise the given default (SPEC §8). */
export const messageOf = (error: unknown, otherwise: string) =>
  (error instanceof CallError && error.problem?.detail) || otherwise

/** What a fixed alert says, followed by the server's reason where there is one. */
export function alertOf(error: unknown, alert: string) {
  const reason = messageOf(error, '')
  return reason ? `${alert.replace(/\.?$/, '.')} ${reason}` : alert
}

export const isStatus = (error: unknown, status: number) => error instanceof CallError && error.status === status

interface Sent {
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: unknown
  ifMatch?: string
  signal?: AbortSignal
  /** Goes on when its page is closed. */
  keepalive?: boolean
}

function addressOf(row: Endpoint, { params = {}, query = {} }: Sent) {
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `/api${path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}

/** What a refusal says in its body, if it says anything. */
export function problemIn(body: string): Problem | undefined {
  try {
    const problem = JSON.parse(body) as Problem
    return typeof problem.detail === 'string' ? problem : undefined
  } catch {
    return undefined
  }
}

async function send(
  row: Endpoint,
  address: string,
  { body, ifMatch, signal, keepalive = false }: Sent,
): Promise<Response> {
  const token = currentToken()
  const person = currentPerson()
  const headers = new Headers()
  if (token && row.access !== 'public') headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (ifMatch !== undefined) headers.set('if-match', ifMatch)
  let response: Response
  try {
    response = await fetch(address, {
      method: row.method,
      headers,
      credentials: 'omit',
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      keepalive,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new CallError(0)
  }
  if (response.ok) return response
  if (response.status === 401 && row.access !== 'public') {
    if (token) sessionEnded(token)
    // what is being saved goes on when the person has signed in again, also when the session had ended before
    const isSaving = row.method !== 'GET' && !row.path.startsWith('/auth/')
    if (isSaving && person && (await signedInAgain(person)) && currentToken())
      return send(row, address, { body, ifMatch, signal, keepalive } as Sent)
  }
  throw new CallError(response.status, problemIn(await response.text().catch(() => '')))
}

async function readAnswer(row: Endpoint, response: Response) {
  if (!row.response) return undefined
  const body = await response.json()
  if (!row.paged) return body
  const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null
  return { items: body, total: Number(response.headers.get('x-total-count')), next }
}

/** Calls a row of the contract: the only way from the web to our server. */
export async function call<E extends Endpoint>(row: E, sent: Call<E>): Promise<Answer<E>> {
  const response = await send(row, addressOf(row, sent as Sent), sent as Sent)
  return (await readAnswer(row, response)) as Answer<E>
}

/** The same, with the ETag of what came back, for a later `ifMatch`. */
export async function callVersioned<E extends Endpoint>(row: E, sent: Call<E>) {
  const response = await send(row, addressOf(row, sent as Sent), sent as Sent)
  return { body: (await readAnswer(row, response)) as Answer<E>, etag: response.headers.get('etag') ?? undefined }
}

/** The next page of a list, by the address that the page before gave. */
export async function callNext<E extends Endpoint & { paged: true }>(row: E, next: string, signal?: AbortSignal) {
  return (await readAnswer(row, await send(row, next, signal ? { signal } : {}))) as Answer<E>
}
