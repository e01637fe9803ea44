// Bodies of answers, and how they are written.
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type * as z from 'zod/mini'
import type { AnswerOf, Endpoint, Schema } from '../../contract/endpoint.ts'
import type { Page } from '../db/page.ts'

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

/** True if a header is `*`, or names this tag. Compressing proxies make it weak (`W/"3"`), which is accepted too. */
export const namesTag = (header: string, etag: string) =>
  header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')))

/** True if `If-Match` is absent, `*`, or names this version. */
export const matchesVersion = (ifMatch: string | undefined, version: number) =>
  ifMatch === undefined || namesTag(ifMatch, etagOf(version))

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
export type PageOf<E extends Endpoint> = Page<AnswerOf<E> extends readonly (infer Item)[] ? Item : never>

/** Shorter answers aren't worth it. */
const minZippedLength = 2048
/** Longer ones are compressed in a thread of libuv's; for the others the way there costs more than the work. */
const maxLengthAtOnce = 32 * 1024
/** The fastest: a higher level takes up to twice the time and saves some percent. */
const zipOptions = { level: 1 }

const takesGzip = (request: FastifyRequest) =>
  request.headers['accept-encoding'] !== undefined && new Negotiator(request).encodings(['gzip']).includes('gzip')

const zip = (payload: string | Buffer) => zlib.gzipSync(payload, zipOptions)

/** A page whose items are JSON already: `cached`, it is written and compressed once for everybody who gets it. */
export class WrittenPage<P extends Page<unknown>> {
  /** Without items. */
  readonly page: P
  /** Public, as `cached` counts what it can read. */
  readonly bytes: Buffer
  #zipped: Buffer | undefined

  constructor(page: P, json: string) {
    this.page = page
    this.bytes = Buffer.from(json)
  }

  /** Bytes for a client, with their headers; long ones are left to `compressAnswers`. */
  bytesFor(request: FastifyRequest, reply: FastifyReply): Buffer {
    const { length } = this.bytes
    if (length < minZippedLength || length > maxLengthAtOnce || !takesGzip(request)) return this.bytes
    reply.headers({ vary: 'accept-encoding', 'content-encoding': 'gzip' })
    this.#zipped ??= zip(this.bytes)
    return this.#zipped
  }
}

/** Makes the function that writes pages of a row. */
export function createPageWriter<E extends PagedEndpoint>({ response }: E) {
  const serialize = createSerializer(response)
  return (page: PageOf<E>): WrittenPage<PageOf<E>> => new WrittenPage({ ...page, items: [] }, serialize(page.items))
}

/** Compresses JSON and other texts that a handler sends, for clients that ask for it. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = Buffer.isBuffer(payload) && `${reply.getHeader('content-type')}`.startsWith('application/json')
    if (!isJson && typeof payload !== 'string') return done(null, payload)
    if (payload.length < minZippedLength || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request)) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    if (payload.length > maxLengthAtOnce) return zlib.gzip(payload, zipOptions, done)
    done(null, zip(payload))
  })
}
