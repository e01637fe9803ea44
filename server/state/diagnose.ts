import type { FastifyInstance } from 'fastify'
import { type LoggerOptions, levels } from 'pino'
import { api } from '../../contract/index.ts'
import type { Diagnostics } from './diagnostics.ts'

/** Counts lines of level error and above, by their field `kind` or else by their text. */
export const countErrors = ({ errors }: Diagnostics): NonNullable<LoggerOptions['hooks']> => ({
  logMethod(args, method, level) {
    if (level >= (levels.values.error ?? 0)) {
      const [about, text] = args as unknown[]
      const { kind = text } = (about !== null && typeof about === 'object' ? about : { kind: about }) as {
        kind?: unknown
      }
      errors.add(String(kind))
    }
    method.apply(this, args)
  },
})

/** They wait for another site. */
const slowByOthers = new Set([`/api${api.news.title.path}`])

/** Times of requests that are answered with JSON. Uploads depend on the person's network. */
export function measureRequests(app: FastifyInstance, { requests }: Diagnostics) {
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const isJson = `${reply.getHeader('content-type')}`.startsWith('application/json')
    if (url !== undefined && isJson && reply.statusCode < 400 && !config.isUpload && !slowByOthers.has(url))
      requests.add(`${request.method} ${url}`, reply.elapsedTime)
    done()
  })
}
