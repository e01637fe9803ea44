import { Readable } from 'node:stream'
import { create as disposition } from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '../services.ts'
import type { Range } from '../storage/storage.ts'
import { fail } from './fail.ts'
import { evaluatePreconditions, isRangeValid, readRange } from './preconditions.ts'

/** No scripts, requests or frames, even if a browser treats a file as a page. */
const inertPolicy =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Stored bytes, as they are sent. */
export interface Content {
  key: string
  size: number
  type: string
  isInline: boolean
  name: string
  etag: string
  modified: number
  /** Sent instead, as a whole and made of each piece of the bytes, unless it is a download. */
  shown?: { type: string; etag: string; decode: (bytes: Uint8Array) => string }
}

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
