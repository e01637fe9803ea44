import type * as z from 'zod/mini'
import { ById } from './fields.ts'

export type Access = 'public' | 'member' | 'admin'

/** Sent with requests that follow real activity; only these extend the session. */
export const activityHeader = 'x-activity'

/** With the value 1: the client takes a new token of its session from the header `X-Access-Token`, and forgets the old one. */
export const newTokenHeader = 'x-renew-token'

export type Schema = z.ZodMiniType

/** Row of the API, read by the server, the web client, the API description and the permission test. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with parameters as `:id`. */
  path: `/${string}`
  access: Access
  /** Beside administrators, a monitor with the token of STATE_TOKEN may call it. */
  isForMonitors?: true
  summary: string
  /** `ById` for a path with `:id` unless it has another one. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** Fields besides `file` of a multipart/form-data body, instead of JSON. */
  form?: Schema
  /** Media type of the body beside JSON's own; its content is JSON all the same. */
  mediaType?: 'application/csp-report'
  /** The response is the bytes of a file; there is no `response`. */
  bytes?: true
  /** A GET with an effect (SPEC §7 has one): HEAD is refused. */
  hasEffect?: true
  /** The response is an HTML page; there is no `response`. */
  html?: true
  /** The browser forgets the answers that it keeps of this site. */
  clearsCache?: true
  /** The person has to be confirmed in the last minutes (`limits.sessions.confirmedForMs`): 403 `not_confirmed`. */
  confirms?: true
  /** Open to somebody who has yet to add a demanded second factor; all other rows answer 403 `second_factor_demanded`. */
  isOpenWithoutFactor?: true
  /** A client that asks for it (`newTokenHeader`) may get a new token, in the header `X-Access-Token`; the old one ends at once. */
  renewsToken?: true
  /**
   * Signs somebody in: the browser sends and gets the cookie by which a known device is recognized. The body may say in
   * `keep` that the session ends with the browser.
   */
  opensSession?: true
  /** Absent for 204, without a body. */
  response?: Schema
  /** 201 for creations; 200 otherwise. */
  status?: 201
  /** The response is a page of a list: an array, with the headers `Link` and `X-Total-Count`. */
  paged?: true
  /** Replaces the server's default; `maxShortBodyBytes` for public rows, and for those that renew the token. */
  maxBytes?: number
  /**
   * Tokens that a request takes from `limits.network`, and a reading one from `limits.reads`; perhaps by its query; 1 by
   * default. Of those that cost more, a person's are answered one after the other.
   */
  cost?: number | ((query: Record<string, unknown>) => number)
}

/** Limit for bodies of visitors and for those with a password, checked before anything is hashed. */
export const maxShortBodyBytes = 16 * 1024

type Details = Omit<Endpoint, 'method' | 'path' | 'access'>

type Row<Method, Path, Level, Rest> = { method: Method; path: Path; access: Level } & Rest &
  (Path extends `${string}/:id${string}`
    ? Rest extends { params: Schema }
      ? unknown
      : { params: typeof ById }
    : unknown)

/** A row with the types of its parts. */
export const endpoint = <
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Level extends Access,
  const Rest extends Details,
>(
  method: Method,
  path: Path,
  access: Level,
  details: Rest,
): Row<Method, Path, Level, Rest> =>
  ({
    method,
    path,
    access,
    ...(path.includes('/:id') && { params: ById }),
    ...((access === 'public' || details.renewsToken) && { maxBytes: maxShortBodyBytes }),
    ...details,
  }) as never

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

// as sent by a caller
export type ParamsOf<E extends Endpoint> = Input<E['params']>
export type QueryOf<E extends Endpoint> = Input<E['query']>
export type BodyOf<E extends Endpoint> = Input<E['body']>
export type ParsedOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}
export type FormOf<E extends Endpoint> = Output<E['form']>
export type AnswerOf<E extends Endpoint> = Output<E['response']>
