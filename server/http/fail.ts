// Refusals: how they are thrown, and the answers that they and all other errors become.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, errors } from '../../contract/errors.ts'
import type { Problem } from '../../contract/index.ts'
import { isDamaged, isDiskFailure, isStorageFull, isTooSlow, isUnreachable } from '../db/errors.ts'
import { StorageUnavailable } from '../storage/storage.ts'

/** `detail` replaces the code's default text. */
interface Details extends Partial<Omit<Problem, 'code'>> {
  retryAfterSeconds?: number
  cause?: unknown
}

/** Error with a code of `contract/errors.ts`; the only kind that is answered unchanged. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: Details

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.detail ?? errors[code][1], { cause: details.cause })
    this.code = code
    this.details = details
  }

  get status() {
    return errors[this.code][0]
  }

  body() {
    const { errors, path, factors } = this.details
    return { detail: this.message, code: this.code, errors, path, factors }
  }
}

export function fail(code: ErrorCode, details?: Details): never {
  throw new Refusal(code, details)
}

/** Refuses one field of the input (422). */
export const failField = (field: string, message: string): never =>
  fail('not_valid', { detail: message, errors: [{ field, message }] })

const codeOfStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_media_type',
}

/** Converts an error to a refusal without its details; refusals stay unchanged. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  // the request's own errors first: a client that disconnects during it causes an ECONNRESET too
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status >= 400 && status < 500) return new Refusal(codeOfStatus[status] ?? 'unreadable', { cause: error })
  if (isStorageFull(error)) return new Refusal('storage_full', { cause: error })
  if (isTooSlow(error)) return new Refusal('too_slow', { retryAfterSeconds: 5, cause: error })
  if (isUnreachable(error) || isDiskFailure(error) || error instanceof StorageUnavailable)
    return new Refusal('unavailable', { retryAfterSeconds: 5, cause: error })
  return new Refusal('internal', { cause: error })
}

const drainMs = 5000

/**
 * Keeps reading for a while after the response to an unfinished request, as closing at once, which Fastify wants after
 * 413, would reset the connection, and the client would lose the response.
 */
function drainRequest({ raw }: FastifyRequest, reply: FastifyReply) {
  reply.removeHeader('connection')
  reply.raw.once('finish', () => {
    if (raw.complete) return
    raw.unpipe()
    raw.removeAllListeners('data').resume()
    const timer = setTimeout(() => raw.socket.destroy(), drainMs)
    raw.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
  })
}

/** Answers errors with `{ detail, code, errors? }`; logs server errors in full. */
export function answerProblems(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (isDamaged(error)) request.log.fatal({ err: error }, 'the database is damaged')
    // answered on purpose
    else if (refusal === error && refusal.status >= 500) request.log.warn({ err: error }, 'request refused')
    else if (refusal.status >= 500) request.log.error({ err: error, kind: refusal.code }, 'request failed')
    if (refusal.details.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.details.retryAfterSeconds)
    if (request.routeOptions.config.isUpload || refusal.status === 413) drainRequest(request, reply)
    return reply.code(refusal.status).send(refusal.body())
  })
}

const statusOfParserError: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers requests that Node's parser refuses (invalid HTTP, too long a head, too slow), and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket) {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOfParserError[error.code ?? ''] ?? 400
  const body = JSON.stringify(new Refusal('unreadable').body())
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const allMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Answers 405 with Allow for other methods of the API's addresses. Call it after all rows are bound. */
export function refuseOtherMethods(app: FastifyInstance, rows: { method: string; path: string; hasEffect?: true }[]) {
  for (const path of new Set(rows.map((row) => row.path))) {
    const rowsOfPath = rows.filter((row) => row.path === path)
    const allowed = rowsOfPath.map((row) => row.method)
    if (rowsOfPath.some(({ method, hasEffect }) => method === 'GET' && !hasEffect)) allowed.push('HEAD')
    app.route({
      method: allMethods.filter((method) => !allowed.includes(method)),
      url: `/api${path}`,
      exposeHeadRoute: false,
      // before any body is read
      onRequest: async (_request, reply) => {
        reply.header('allow', allowed.join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: () => {},
    })
  }
}
