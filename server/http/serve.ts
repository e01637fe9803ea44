import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { Access, AnswerOf, Endpoint, FormOf, ParsedOf, Schema } from '../../contract/endpoint.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { Page } from '../db/page.ts'
import type { Services } from '../services.ts'
import { fail } from './fail.ts'
import { sendPaging } from './paging.ts'
import { parse } from './parse.ts'
import { etagOf, Versioned } from './reply.ts'
import { requireAccess } from './session.ts'
import type { TakeWrite } from './write-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedIn | undefined
  }
}

/** A form with bytes in it, to be read as it comes. */
interface Form<E extends Endpoint> {
  request: FastifyRequest
  /** What the fields say, once all have come; 422 when they aren't valid. */
  readFields(fields: Record<string, unknown>): FormOf<E>
}

type Context<E extends Endpoint> = ParsedOf<E> & {
  form: E extends { form: Schema } ? Form<E> : undefined
  user: E['access'] extends 'public' ? undefined : SignedIn
  /** The peer's address, or what a trusted proxy says it is. */
  address: string
  /** What the browser says it is. */
  agent: string | null
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

// A parameter that isn't an id names nothing: 404, like an id that nobody has.
const parseParams = (schema: Schema | undefined, value: unknown) => {
  const result = schema && z.safeParse(schema, value)
  return result && !result.success ? fail('not_found') : result?.data
}

function parseBody(schema: Schema | undefined, body: unknown) {
  if (schema && body === undefined) fail('unreadable')
  return schema && parse(schema, body)
}

const reads = new Set(['GET', 'HEAD'])

/** What comes first of a request: who calls, whether they may, and not too often. */
export type Guard = (access: Access) => (request: FastifyRequest) => Promise<void>

export const makeGuard =
  (services: Services, takeWrite: TakeWrite): Guard =>
  (access) =>
  async (request) => {
    request.user = await requireAccess(services, request, access)
    if (request.user && !reads.has(request.method)) takeWrite(request.user.id)
  }

/**
 * Binds rows of the contract to what answers them: access first, before the body is read; then validation; then the
 * handler; and of its answer only what the row's response names goes out.
 */
export function makeServe(app: FastifyInstance, guard: Guard): Serve {
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

  /** Forms are read by their routes alone: everywhere else they are an unsupported type. */
  function route(row: Endpoint, options: RouteOptions) {
    if (!row.form) return void app.route(options)
    app.register((scope, _options, done) => {
      scope.register(multipart, { throwFileSizeLimit: false }).after(() => void scope.route(options))
      done()
    })
  }

  return (row, handler) => {
    route(row, {
      method: row.method,
      url: `/api${row.path}`,
      exposeHeadRoute: row.method === 'GET' && !row.hasEffect,
      ...(row.maxBytes === undefined ? {} : { bodyLimit: row.maxBytes }),
      config: { mayTakeLong: row.form !== undefined },
      onRequest: guard(row.access),
      handler: async (request, reply) => {
        const context = {
          params: parseParams(row.params, request.params),
          query: row.query && parse(row.query, request.query),
          body: parseBody(row.body, request.body),
          form: row.form && {
            request,
            readFields: (fields: Record<string, unknown>) => parse(row.form as Schema, fields),
          },
          user: request.user,
          address: request.ip,
          agent: request.headers['user-agent'] ?? null,
          ifMatch: request.headers['if-match'],
        }
        const result = await handler(context as unknown as Parameters<typeof handler>[0])
        return send(row, request, reply, result)
      },
    })
  }
}
