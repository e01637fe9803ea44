import type { FastifyInstance } from 'fastify'
import { refuseMalformed } from './problems.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether its body is bytes that may take as long as they keep coming. */
    mayTakeLong?: boolean
  }
}

/**
 * Bodies that aren't there `within` so many milliseconds are cut off; but for uploads, on which only silence ends the line (`connectionTimeout`). Node's
 * own limit is one for all.
 */
export function limitBodies(app: FastifyInstance, within: number) {
  app.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (raw.complete || routeOptions.config.mayTakeLong) return
    const timer = setTimeout(
      () => refuseMalformed(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket),
      within,
    )
    const clear = () => clearTimeout(timer)
    raw.once('end', clear).once('close', clear)
  })
}
