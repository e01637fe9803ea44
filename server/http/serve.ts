import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, Endpoint, ParsedOf, Schema } from '../../contract/endpoint.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Page } from '../db/page.ts'
import type { Services } from '../services.ts'
import { type FieldError, fail } from './fail.ts'
import { sendPaging } from './paging.ts'
import { etagOf, Versioned } from './reply.ts'
import { requireAccess } from './session.ts'
import { writeLimit } from './write-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedIn | undefined
  }
}

type Context<E extends Endpoint> = ParsedOf<E> & {
  user: E['access'] extends 'public' ? undefined : SignedIn
  /** The peer's address, or what a trusted proxy says it is. */
  address: string
  ifMatch: string | undefined
}

type Items<T> = T extends readonly (infer Item)[] ? Item : never
type Result<E extends Endpoint> = E extends { paged: true }
  ? Page<Items<AnswerOf<E>>>
  : E extends { response: Schema }
    ? AnswerOf<E> | Versioned<AnswerOf<E>>
    : unknown // nothing is sent

type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Result<E>> | Result<E>
export type Serve = <E extends Endpoint>(row: E, handler: Handler<E>) => void

const fieldErrors = (error: z.core.$ZodError): FieldError[] =>
  error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message }))

function parse(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value, { error: () => 'No tiene la forma que se espera' })
  if (result.success) return result.data
  const errors = fieldErrors(result.error)
  return fail('not_valid', { detail: errors[0]?.message ?? '', errors })
}

// A parameter that isn't an id names nothing: 404, like an id that nobody has.
const parseParams = (schema: Schema | undefined, value: unknown) => {
  const result = schema && z.safeParse(schema, value)
  return result && !result.success ? fail('not_found') : result?.data
}

function parseBody(schema: Schema | undefined, body: unknown) {
  if (schema && body === undefined) fail('unreadable')
  return parse(schema, body)
}

const reads = new Set(['GET', 'HEAD'])

/**
 * Binds rows of the contract to what answers them: access first, before the body is read; then validation; then the
 * handler; and of its answer only what the row's response names goes out.
 */
export function makeServe(app: FastifyInstance, services: Services): Serve {
  const takeWrite = writeLimit(services.now)
  app.decorateRequest('user', undefined)

  async function send(row: Endpoint, request: FastifyRequest, reply: FastifyReply, result: unknown) {
    if (!row.response) return reply.code(204).send()
    let body = result
    if (row.paged) {
      sendPaging(request, reply, result as Page<unknown>)
      body = (result as Page<unknown>).items
    } else if (result instanceof Versioned) {
      reply.header('etag', etagOf(result.version))
      body = result.body
    }
    return reply.code(row.status ?? 200).send(z.parse(row.response, body))
  }

  return (row, handler) => {
    app.route({
      method: row.method,
      url: `/api${row.path}`,
      ...(row.maxBytes === undefined ? {} : { bodyLimit: row.maxBytes }),
      onRequest: async (request) => {
        request.user = await requireAccess(services, request, row.access)
        if (request.user && !reads.has(request.method)) takeWrite(request.user.id)
      },
      handler: async (request, reply) => {
        const context = {
          params: parseParams(row.params, request.params),
          query: parse(row.query, request.query),
          body: parseBody(row.body, request.body),
          user: request.user,
          address: request.ip,
          ifMatch: request.headers['if-match'],
        }
        const result = await handler(context as unknown as Parameters<typeof handler>[0])
        return send(row, request, reply, result)
      },
    })
  }
}
