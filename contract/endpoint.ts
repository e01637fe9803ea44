import type * as z from 'zod/mini'

/** Who may call: anybody, signed-in people, admins. */
export type Access = 'public' | 'member' | 'admin'

export type Schema = z.ZodMiniType

/** One row of the API. The server, the web client, the API description and the permission test all read it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below /api, with parameters as `:id`. */
  path: `/${string}`
  access: Access
  /** One line for the API description. */
  summary: string
  params?: Schema
  query?: Schema
  body?: Schema
  /** The fields beside `file` in a multipart/form-data body, instead of JSON. */
  form?: Schema
  /** The answer is the bytes of a file, of whatever type, and has no `response`. */
  bytes?: true
  /** A GET that changes something, as SPEC §7 has one: HEAD doesn't call it. */
  hasEffect?: true
  /** The answer is a page for people, and has no `response`. */
  html?: true
  /** Absent: the answer has no body (204). */
  response?: Schema
  /** A creation answers 201; anything else with a body 200. */
  status?: 201
  /** Whether the answer is a page of a list: an array with `Link` and `X-Total-Count`. */
  paged?: true
  /** The most bytes a body may have; the server has a default for all. */
  maxBytes?: number
}

export const endpoint = <const E extends Endpoint>(row: E): E => row

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** What a caller sends. */
export type ParamsOf<E extends Endpoint> = Input<E['params']>
export type QueryOf<E extends Endpoint> = Input<E['query']>
export type BodyOf<E extends Endpoint> = Input<E['body']>
/** What the server gets after validation. */
export type ParsedOf<E extends Endpoint> = {
  params: Output<E['params']>
  query: Output<E['query']>
  body: Output<E['body']>
}
/** What the fields of a form say. */
export type FormOf<E extends Endpoint> = Output<E['form']>
/** What comes back. */
export type AnswerOf<E extends Endpoint> = Output<E['response']>
