import { create as disposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isShownInline } from '../../contract/file-kinds.ts'
import { files, type Rendition } from '../../contract/files.ts'
import { isLivingSession } from '../auth/queries.ts'
import { judgeConditions, mayResume } from '../http/conditions.ts'
import { fail } from '../http/fail.ts'
import { readRange } from '../http/range.ts'
import type { Services } from '../services.ts'
import type { Range } from '../storage/storage.ts'
import { readTicket } from './addresses.ts'
import { awaitPreviews, keyOf } from './previews.ts'
import { type FileRow, findFileRow } from './queries.ts'

/** Nothing in it runs, loads or frames anything, whatever a browser takes it for. */
const inert =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A version of a file's bytes, as it goes out. */
interface Content {
  key: string
  size: number
  type: string
  isInline: boolean
  name: string
  etag: string
  modified: number
}

function original(file: FileRow & { bytes_key: string }): Content {
  const isInline = isShownInline(file.file_type)
  const type = file.file_type === 'text/plain' ? 'text/plain; charset=utf-8' : file.file_type
  return {
    key: file.bytes_key,
    size: Number(file.file_size),
    type: isInline ? type : 'application/octet-stream',
    isInline,
    name: file.original_name,
    etag: `"${file.sha256}"`,
    modified: Number(file.uploaded_at),
  }
}

/** A smaller version of a picture; made now when it isn't there yet. */
async function smaller(services: Services, file: FileRow & { bytes_key: string }, rendition: Rendition) {
  const key = keyOf(file.bytes_key, rendition)
  if (!file.has_preview) return fail('not_found')
  let size = await services.storage.sizeOf(key)
  if (size === undefined) {
    await awaitPreviews(services, file)
    size = await services.storage.sizeOf(key)
  }
  return {
    key,
    size: size ?? fail('not_found'),
    type: 'image/webp',
    isInline: true,
    name: `${file.original_name.replace(/\.\w+$/, '')}.webp`,
    etag: `"${key}-${size}"`,
    modified: Number(file.uploaded_at),
  }
}

/** What an address leads to: 403 when it was not made here or its person is signed out, 404 when the file is gone. */
async function findContent(services: Services, { id, ticket }: { id: string; ticket: string }): Promise<Content> {
  const { rendition, session_id } = readTicket(services, id, ticket)
  if (!(await isLivingSession(services.db, session_id, services.now()))) fail('address_expired')
  const file = await findFileRow(services.db, id)
  if (!file || file.bytes_key === null) return fail('not_found')
  const stored = { ...file, bytes_key: file.bytes_key }
  return rendition === 'original' ? original(stored) : smaller(services, stored, rendition)
}

/** The part that is asked for, of this version; the whole when there is none. */
function partOf(request: FastifyRequest, reply: FastifyReply, content: Content): Range | undefined {
  if (request.method !== 'GET' || !mayResume(request.headers, content)) return undefined
  const part = readRange(request.headers.range, content.size)
  if (part !== null) return part
  reply.header('content-range', `bytes */${content.size}`)
  return fail('range_not_satisfiable')
}

async function sendContent(services: Services, request: FastifyRequest, reply: FastifyReply, isDownload: boolean) {
  const content = await findContent(services, request.params as { id: string; ticket: string })
  // Chromium's own page around a recording asks for its bytes once more, as the origin that the page has
  const sandbox = /^(audio|video)\//.test(content.type) ? 'sandbox allow-same-origin' : 'sandbox'
  reply.header('content-security-policy', `${sandbox}; ${inert}`)
  const version = { etag: content.etag, 'cache-control': 'private, no-cache' }
  const judged = judgeConditions(request.headers, content)
  if (judged === 412) fail('stale')
  if (judged === 304) return reply.code(304).headers(version).send()
  const part = partOf(request, reply, content)
  const headers = {
    ...version,
    'accept-ranges': 'bytes',
    'content-type': content.type,
    'content-disposition': disposition(content.name, {
      type: content.isInline && !isDownload ? 'inline' : 'attachment',
    }),
    'content-length': part ? part.end - part.start + 1 : content.size,
    'last-modified': new Date(content.modified).toUTCString(),
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${content.size}`)
  if (request.method === 'HEAD') return reply.headers(headers).send(null)
  const bytes = await services.storage.read(content.key, part)
  if (!bytes) {
    request.log.error({ key: content.key }, 'the bytes of a file are missing')
    return fail('not_found')
  }
  return reply.headers(headers).send(bytes)
}

/** Binds the addresses of bytes: no bearer header, the address itself is the permission. */
export function contentRoute(app: FastifyInstance, services: Services) {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/api${files.content.path}`,
    compress: false,
    handler: (request, reply) =>
      sendContent(services, request, reply, (request.query as { download?: string }).download === '1'),
  })
}
