import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { Refusal } from './fail.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON in UTF-8; `__proto__` and the like in them are refused. An empty one is no body. */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    try {
      done(null, parse(utf8.decode(bytes), { protoAction: 'error', constructorAction: 'error' }))
    } catch (cause) {
      done(new Refusal('unreadable', { cause }))
    }
  })
}
