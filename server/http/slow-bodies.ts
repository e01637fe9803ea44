import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { refuseMalformed } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body of bytes, without a time limit while bytes arrive. */
    isUpload?: boolean
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Closes connections whose body hasn't arrived in time. For uploads only silence counts (`connectionTimeout`). Node's
 * own limit is the same for all requests.
 */
export function limitBodyTime(app: FastifyInstance, timeoutMs: number) {
  const timers = new Set<NodeJS.Timeout>()
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    done()
    if (!hasBody(raw) || routeOptions.config.isUpload) return
    const timer = setTimeout(
      () => refuseMalformed(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket),
      timeoutMs,
    )
    timers.add(timer)
    const clear = () => {
      clearTimeout(timer)
      timers.delete(timer)
    }
    raw.once('end', clear).once('close', clear)
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
}
