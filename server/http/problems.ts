import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '../../contract/errors.ts'
import { isOutOfReach, isStorageFull } from '../db/faults.ts'
import { StorageUnavailable } from '../storage/storage.ts'
import { Refusal } from './fail.ts'

const ofStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
}

/** What an error is to the person: a refusal as it is, everything else without its details. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // first what came of the request: a caller who leaves in the middle of it is an ECONNRESET too
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status >= 400 && status < 500) return new Refusal(ofStatus[status] ?? 'unreadable', { cause: error })
  if (isStorageFull(error)) return new Refusal('storage_full', { cause: error })
  if (isOutOfReach(error) || error instanceof StorageUnavailable)
    return new Refusal('unavailable', { retryAfter: 5, cause: error })
  return new Refusal('internal', { cause: error })
}

/** Milliseconds for which somebody who is still sending is heard out. */
const hearFor = 5000

/**
 * Whoever is refused in the middle of sending bytes gets the answer at once, and is heard out for a while: closing the
 * line right away would take the answer along.
 */
function hearOut({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.raw.once('finish', () => {
    if (raw.complete) return
    raw.unpipe()
    raw.removeAllListeners('data').resume()
    const timer = setTimeout(() => raw.socket.destroy(), hearFor)
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  })
}

/** Every error becomes `{ detail, code, errors? }`; what is not the caller's fault is logged whole. */
export function answerProblems(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    if (refusal.particulars.retryAfter !== undefined) reply.header('retry-after', refusal.particulars.retryAfter)
    if (request.routeOptions.config.mayTakeLong) hearOut(request, reply)
    else if (refusal.status === 413) reply.header('connection', 'close')
    return reply.code(refusal.status).send(refusal.body())
  })
}

const ofParser: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** What isn't HTTP, is too long in its head or too slow gets its answer from the parser, and the line is closed. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = ofParser[error.code ?? ''] ?? 400
  const body = JSON.stringify(new Refusal('unreadable').body())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
