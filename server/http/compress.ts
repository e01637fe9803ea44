import zlib from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Shorter answers aren't worth it. */
const minLength = 2048
/** Longer ones are compressed in a thread of libuv's; for the others the way there costs more than the work. */
const maxLengthAtOnce = 32 * 1024
/** The fastest: a higher level takes up to twice the time and saves some percent. */
const options = { level: 1 }

const takesGzip = (request: FastifyRequest) =>
  request.headers['accept-encoding'] !== undefined && new Negotiator(request).encodings(['gzip']).includes('gzip')

const zip = (payload: string | Buffer) => zlib.gzipSync(payload, options)

/** JSON that is sent many times, and compressed once. */
export class SharedJson {
  readonly bytes: Buffer
  #zipped: Buffer | undefined

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }

  /** Bytes for a client, with their headers; long ones are left to `compressAnswers`. */
  bytesFor(request: FastifyRequest, reply: FastifyReply): Buffer {
    const { length } = this.bytes
    if (length < minLength || length > maxLengthAtOnce || !takesGzip(request)) return this.bytes
    reply.headers({ vary: 'accept-encoding', 'content-encoding': 'gzip' })
    this.#zipped ??= zip(this.bytes)
    return this.#zipped
  }
}

/** Compresses JSON and other texts that a handler sends, for clients that ask for it. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isJson = Buffer.isBuffer(payload) && `${reply.getHeader('content-type')}`.startsWith('application/json')
    if (!isJson && typeof payload !== 'string') return done(null, payload)
    if (payload.length < minLength || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request)) return done(null, payload)
    reply.header('content-encoding', 'gzip')
    if (payload.length > maxLengthAtOnce) return zlib.gzip(payload, options, done)
    done(null, zip(payload))
  })
}
