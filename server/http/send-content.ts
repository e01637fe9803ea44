import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { create as disposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Range } from '../storage/storage.ts'
import { fail } from './fail.ts'
import { namesTag } from './reply.ts'

/** Stored bytes, as they are sent. */
export interface Content {
  key: string
  size: number
  type: string
  isInline: boolean
  name: string
  /** Strong, quoted. */
  etag: string
  /** Milliseconds since 1970. */
  modified: number
  /** Sent instead, as a whole and made of each piece of the bytes, unless it is a download. */
  shown?: { type: string; etag: string; decode: (bytes: Uint8Array) => string }
}

const namesStrongTag = (header: string, etag: string) =>
  header.split(',').some((tag) => ['*', etag].includes(tag.trim()))
const toSeconds = (at: number) => Math.floor(at / 1000) * 1000

/** 412 if the client expects another version, 304 if it has the current one (RFC 9110, §13), otherwise undefined. */
function evaluatePreconditions(headers: IncomingHttpHeaders, { etag, modified }: Content): 304 | 412 | undefined {
  const since = (name: 'if-modified-since' | 'if-unmodified-since') => Date.parse(headers[name] ?? '')
  const match = headers['if-match']
  const noneMatch = headers['if-none-match']
  if (match !== undefined ? !namesStrongTag(match, etag) : toSeconds(modified) > since('if-unmodified-since'))
    return 412
  if (noneMatch !== undefined ? namesTag(noneMatch, etag) : toSeconds(modified) <= since('if-modified-since'))
    return 304
  return undefined
}

/** False if the client has parts of another version (If-Range). */
function isRangeValid(headers: IncomingHttpHeaders, { etag, modified }: Content) {
  const condition = headers['if-range'] as string | undefined
  if (condition === undefined) return true
  return /^(W\/)?"/.test(condition) ? condition === etag : Date.parse(condition) === toSeconds(modified)
}

/**
 * Range of a Range header (RFC 9110, §14) for `size` bytes. Undefined without a valid header, or with several ranges,
 * which may be answered with the whole. Null if the range begins after the end (416).
 */
function readRange(header: string | undefined, size: number): Range | null | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? null : { start, end }
}

/** No scripts, requests or frames, even if a browser treats a file as a page. */
const inertPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

async function* decoded(bytes: Readable, decode: (bytes: Uint8Array) => string) {
  for await (const piece of bytes) yield decode(piece)
}

/** Undefined for the whole content. */
function rangeOf(request: FastifyRequest, reply: FastifyReply, content: Content): Range | undefined {
  if (request.method !== 'GET' || !isRangeValid(request.headers, content)) return undefined
  const range = readRange(request.headers.range, content.size)
  if (range !== null) return range
  reply.header('content-range', `bytes */${content.size}`)
  return fail('range_not_satisfiable')
}

/** Answers conditional and range requests, with headers that forbid active content. */
export async function sendContent(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Content,
  isDownload: boolean,
) {
  const shown = isDownload ? undefined : stored.shown
  const content = { ...stored, ...shown }
  // Chromium's own page around a recording requests the bytes again, with the origin of that page
  const sandbox = /^(audio|video)\//.test(content.type) ? 'sandbox allow-same-origin' : 'sandbox'
  reply.header('content-security-policy', `${sandbox}; ${inertPolicy}`)
  const version = { etag: content.etag, 'cache-control': 'private, no-cache' }
  const precondition = evaluatePreconditions(request.headers, content)
  if (precondition === 412) fail('stale')
  if (precondition === 304) return reply.code(304).headers(version).send()
  const range = shown ? undefined : rangeOf(request, reply, content)
  const headers = {
    ...version,
    'accept-ranges': shown ? 'none' : 'bytes',
    'content-type': content.type,
    'content-disposition': disposition(content.name, {
      type: content.isInline && !isDownload ? 'inline' : 'attachment',
    }),
    ...(!shown && { 'content-length': range ? range.end - range.start + 1 : content.size }),
    'last-modified': new Date(content.modified).toUTCString(),
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${content.size}`)
  if (request.method === 'HEAD') return reply.headers(headers).send(null)
  const bytes = await services.storage.read(content.key, range)
  if (!bytes) {
    request.log.error({ key: content.key }, 'the bytes of a file are missing')
    return fail('not_found')
  }
  return reply.headers(headers).send(shown ? Readable.from(decoded(bytes, shown.decode)) : bytes)
}
