import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'

/** Shorter answers aren't worth it. */
const minLength = 2048
/** Longer ones are compressed in a thread of libuv's; for the others the way there costs more than the work. */
const maxLengthAtOnce = 32 * 1024
/** The fastest: a higher level takes up to twice the time and saves some percent. */
const options = { level: 1 }
const gzip = promisify(zlib.gzip)

const maxKept = 50
const kept = new Map<string, Buffer>()

/** What many get alike is compressed once. */
function gzipOnce(text: string) {
  const known = kept.get(text)
  const bytes = known ?? zlib.gzipSync(text, options)
  kept.delete(text)
  kept.set(text, bytes)
  const [oldest] = kept.keys()
  if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
  return bytes
}

const takesGzip = (request: FastifyRequest) =>
  request.headers['accept-encoding'] !== undefined && new Negotiator(request).encodings(['gzip']).includes('gzip')

/** Compresses texts that a handler sends (JSON, pages) for clients that ask for it. */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minLength || reply.hasHeader('content-encoding')) return payload
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return payload.length > maxLengthAtOnce ? gzip(payload, options) : gzipOnce(payload)
  })
}
