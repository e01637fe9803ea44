import type { FastifyInstance } from 'fastify'
import { parse } from 'secure-json-parse'
import { fail, Refusal } from './fail.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Bodies are JSON, and nothing else is accepted; nor is a Content-Encoding, which could hide a body's size. */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  parseAsJson(app, 'application/json')
  app.addHook('preParsing', ({ headers }, _reply, payload, done) => {
    const { 'content-encoding': encoding = 'identity' } = headers
    if (encoding.trim().toLowerCase() !== 'identity') fail('unsupported_media_type')
    done(null, payload)
  })
}

/** Parses bodies of this type as JSON in UTF-8; refuses `__proto__` and similar keys. An empty body counts as absent. */
export const parseAsJson = (app: FastifyInstance, mediaType: string) =>
  app.addContentTypeParser<Buffer>(mediaType, { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    try {
      done(null, parse(utf8.decode(bytes), { protoAction: 'error', constructorAction: 'error' }))
    } catch (cause) {
      done(new Refusal('unreadable', { cause }))
    }
  })
