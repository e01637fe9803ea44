// Bodies of answers, and how they are written.
import type * as z from 'zod/mini'
import type { AnswerOf, Endpoint, Schema } from '../../contract/endpoint.ts'
import type { Page } from '../db/page.ts'
import { SharedJson } from './compress.ts'

const etagOf = (version: number) => `"${version}"`

/** Response body with headers of its own. */
export class Answer<T> {
  readonly body: T
  readonly headers: Record<string, string>

  constructor(body: T, headers: Record<string, string>) {
    this.body = body
    this.headers = headers
  }
}

/** With its version, the ETag. */
export class Versioned<T> extends Answer<T> {
  constructor(body: T, version: number) {
    super(body, { etag: etagOf(version) })
  }
}

/**
 * True if `If-Match` is absent, `*`, or names this version. Compressing proxies make the tag weak (`W/"3"`), which is
 * accepted too.
 */
export const matchesVersion = (ifMatch: string | undefined, version: number) =>
  ifMatch === undefined ||
  ifMatch.split(',').some((tag) => ['*', etagOf(version)].includes(tag.trim().replace(/^W\//, '')))

type Copy = (value: unknown) => unknown

/** Copies what the schema names; undefined for a value that goes out as it is. */
function copierOf(schema: z.core.$ZodType): Copy | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return undefined
    case 'optional':
    case 'nullable': {
      const copy = copierOf(def.innerType)
      return copy && ((value) => (value == null ? value : copy(value)))
    }
    case 'array': {
      const copy = copierOf(def.element)
      return copy && ((values) => (values as unknown[]).map(copy))
    }
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => ({ name, copy: copierOf(field) }))
      return (value) => {
        const from = value as Record<string, unknown>
        const to: Record<string, unknown> = {}
        for (const { name, copy } of fields) to[name] = copy ? copy(from[name]) : from[name]
        return to
      }
    }
    default:
      throw new Error(`an answer can't have the type ${def.type}`)
  }
}

export type Serializer = (value: unknown) => string

/**
 * Makes the function that writes a row's `response` as JSON: only what the schema names. It isn't validated, as the
 * compiler checks the type of what a handler returns.
 */
export function createSerializer(schema: Schema): Serializer {
  const copy = copierOf(schema)
  return (value) => JSON.stringify(copy ? copy(value) : value)
}

type PagedEndpoint = Endpoint & { paged: true; response: Schema }
/** Page that answers a row. */
export type PageOf<E extends Endpoint> = Page<AnswerOf<E> extends readonly (infer Item)[] ? Item : never>

/** A page whose items are JSON already: `cached`, it is written once for everybody who gets it. */
export class WrittenPage<P extends Page<unknown>> {
  /** Without items. */
  readonly page: P
  readonly json: SharedJson

  constructor(page: P, json: SharedJson) {
    this.page = page
    this.json = json
  }
}

/** Makes the function that writes pages of a row. */
export function createPageWriter<E extends PagedEndpoint>({ response }: E) {
  const serialize = createSerializer(response)
  return (page: PageOf<E>): WrittenPage<PageOf<E>> =>
    new WrittenPage({ ...page, items: [] }, new SharedJson(serialize(page.items)))
}
