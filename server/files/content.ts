import { buffer } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { isShownInline } from '../../contract/content/file-kinds.ts'
import { files, type Rendition, renditions } from '../../contract/files.ts'
import { decodeIbm850, encodingOf } from '../../contract/text/encoding.ts'
import { verifySignature } from '../auth/session-tokens.ts'
import { fail } from '../http/fail.ts'
import { type Content, sendContent } from '../http/send-content.ts'
import type { Services } from '../services.ts'
import { awaitPreviews, keyOf, startPreviews } from './previews.ts'
import { type FileRow, findFileRow } from './queries.ts'
import type { CutWithSession } from './running-downloads.ts'

/** Bytes in which a text shows its encoding. */
const headBytes = 64 * 1024

/** With the encoding, as browsers would take a text of Windows for UTF-8. That of DOS they don't know. */
async function plainTextOf({ storage }: Services, file: FileRow & { bytes_key: string }) {
  const bytes = await storage.read(file.bytes_key, { start: 0, end: Math.min(file.file_size, headBytes) - 1 })
  const encoding = bytes ? encodingOf(await buffer(bytes)) : 'utf-8'
  if (encoding !== 'ibm850') return { type: `text/plain; charset=${encoding}` }
  const shown = { type: 'text/plain; charset=utf-8', etag: `"${file.sha256}-utf-8"`, decode: decodeIbm850 }
  return { type: 'text/plain', shown }
}

async function originalOf(services: Services, file: FileRow & { bytes_key: string }): Promise<Content> {
  const isInline = isShownInline(file.file_type)
  return {
    key: file.bytes_key,
    size: file.file_size,
    type: isInline ? file.file_type : 'application/octet-stream',
    isInline,
    name: file.original_name,
    etag: `"${file.sha256}"`,
    modified: file.uploaded_at,
    ...(file.file_type === 'text/plain' && (await plainTextOf(services, file))),
  }
}

async function renditionOf({ storage }: Services, file: FileRow & { bytes_key: string }, rendition: Rendition) {
  const key = keyOf(file.bytes_key, rendition)
  const size = await storage.sizeOf(key)
  if (size === undefined) return undefined
  return {
    key,
    size,
    type: 'image/webp',
    isInline: true,
    name: `${file.original_name.replace(/\.\w+$/, '')}.webp`,
    etag: `"${key}-${size}"`,
    modified: file.uploaded_at,
  }
}

/** A smaller version of an image that doesn't exist is made now. */
async function findContent(services: Services, id: string, rendition: Rendition, isMade = false): Promise<Content> {
  const file = await findFileRow(services.db, id)
  if (!file || file.bytes_key === null) return fail('not_found')
  const stored = { ...file, bytes_key: file.bytes_key }
  const isOriginal = rendition === 'original' || (rendition === 'screen' && file.screen_is_original === 1)
  if (isOriginal) return originalOf(services, stored)
  if (!file.has_preview) return fail('not_found')
  const found = await renditionOf(services, stored, rendition)
  // made by a version that stored no sizes
  if (found && file.width === null) startPreviews(services, stored)
  if (found) return found
  if (isMade) return fail('not_found')
  await awaitPreviews(services, stored)
  return findContent(services, id, rendition, true)
}

/** Routes of signed URLs: the URL is the permission, without a bearer header. */
export function contentRoute(app: FastifyInstance, services: Services, cutWithSession: CutWithSession) {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/api${files.content.path}`,
    handler: async (request, reply) => {
      const params = request.params as { id: string; signature: string }
      const { rendition, user } = await verifySignature(services, params, renditions)
      const content = await findContent(services, params.id, rendition)
      cutWithSession(reply, user.session_id)
      return sendContent(services, request, reply, content, (request.query as { download?: string }).download === '1')
    },
  })
}
