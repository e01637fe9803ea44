import zlib from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Shorter answers aren't worth it. */
const minLength = 2048
/** Longer ones are compressed in a thread of libuv's; for the others the way there costs more than the work. */
const maxLengthAtOnce = 32 * 1024
/** The fastest: a higher level takes up to twice the time and saves some percent. */
const options = { level: 1 }

const compressed = new WeakMap<Buffer, Buffer>()

/** Compresses a buffer once, for as long as it is kept: see `oncePerFrozen`. */
function gzipOnce(bytes: Buffer) {
  const known = compressed.get(bytes) ?? zlib.gzipSync(bytes, options)
  compressed.set(bytes, known)
  return known
}

const takesGzip = (request: FastifyRequest) =>
  request.headers['accept-encoding'] !== undefined && new Negotiator(request).encodings(['gzip']).includes('gzip')

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
    done(null, typeof payload === 'string' ? zlib.gzipSync(payload, options) : gzipOnce(payload))
  })
}
