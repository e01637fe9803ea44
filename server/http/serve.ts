import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { parse as parseJson } from 'secure-json-parse'
import * as z from 'zod/mini'
import type { Access, AnswerOf, Endpoint, FormOf, ParsedOf, Schema } from '../../contract/endpoint.ts'
import type { Role } from '../../contract/users.ts'
import type { Page } from '../db/page.ts'
import { createSerialQueueByKey } from '../lib/queue.ts'
import { readCost } from './budgets.ts'
import { fail, Refusal } from './fail.ts'
import { sendPaging } from './paging.ts'
import { Answer, createSerializer, type PageOf, type Serializer, WrittenPage } from './reply.ts'

/** Person behind a request, as in the database at that moment. */
export interface SignedIn {
  id: string
  name: string
  role: Role
  session_id: string
  /** The client's address; null for the operator at the machine itself. */
  address: string | null
  /** Last time that the person gave their password or a passkey in this session; absent outside of requests. */
  confirmed_at?: number | null
  /** The session can do nothing but add a demanded second factor. */
  must_add_factor?: boolean
  /** The client takes a new token after a change of password or factor, or a confirmation. */
  takes_new_token?: boolean
}

export interface ClientInfo {
  agent: string | null
  /** Address of the peer, or the one given by a trusted proxy. */
  address: string
  /** False if the session that is opened ends with the browser. */
  keeps: boolean
  /** Header of the request. */
  cookies: string | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SignedIn | undefined
  }
}

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
const parseAsJson = (app: FastifyInstance, mediaType: string) =>
  app.addContentTypeParser<Buffer>(mediaType, { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    try {
      done(null, parseJson(utf8.decode(bytes), { protoAction: 'error', constructorAction: 'error' }))
    } catch (cause) {
      done(new Refusal('unreadable', { cause }))
    }
  })

/** Parses input by the schema; 422 with a message for each wrong field. */
export function parse<S extends Schema>(schema: S, value: unknown): z.output<S> {
  const result = z.safeParse(schema, value, { error: () => 'No tiene la forma que se espera' })
  if (result.success) return result.data
  const errors = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  return fail('not_valid', { detail: errors[0]?.message ?? '', errors })
}

interface Form<E extends Endpoint> {
  request: FastifyRequest
  /** Fields validated by the row's schema; 422 if invalid. */
  readFields(fields: Record<string, unknown>): FormOf<E>
}

type Context<E extends Endpoint> = ParsedOf<E> & {
  form: E extends { form: Schema } ? Form<E> : undefined
  user: E['access'] extends 'public' ? undefined : E extends { isForMonitors: true } ? SignedIn | undefined : SignedIn
  client: ClientInfo
  /** Host that the browser asked, or the one given by a trusted proxy. */
  host: string
  ifMatch: string | undefined
}

type Result<E extends Endpoint> = E extends { paged: true }
  ? PageOf<E> | WrittenPage<PageOf<E>>
  : E extends { response: Schema }
    ? AnswerOf<E> | Answer<AnswerOf<E>>
    : unknown // without a body

type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Result<E>> | Result<E>
export type Serve = <E extends Endpoint>(row: E, handler: Handler<E>) => void

/** Headers that only rows with these marks may send. */
const declaredHeaders = [
  ['x-access-token', 'renewsToken'],
  ['set-cookie', 'opensSession'],
] as const

/** For the log: the client didn't wait for its turn. */
const clientClosedRequest = 499

// A parameter that isn't an id gets 404, like an unknown id.
const parseParams = (schema: Schema | undefined, value: unknown) => {
  const result = schema && z.safeParse(schema, value)
  return result && !result.success ? fail('not_found') : result?.data
}

function parseBody(schema: Schema | undefined, body: unknown) {
  if (schema && body === undefined) fail('unreadable')
  return schema && parse(schema, body)
}

/** Authenticates a request for this access level and sets `request.user`, except for a monitor; throws refusals. */
export type Guard = (
  access: Access,
  row?: Pick<Endpoint, 'isForMonitors' | 'confirms' | 'isOpenWithoutFactor'>,
) => (request: FastifyRequest) => Promise<void>

/**
 * Binds rows of the contract to handlers: the guard before the body is read, then validation, then the handler. Only
 * the fields of the row's `response` are sent.
 */
export function createServe(app: FastifyInstance, guard: Guard): Serve {
  app.decorateRequest('user', undefined)
  const enqueueFor = createSerialQueueByKey()

  /**
   * Costly requests of one person are answered one after the other, so that they don't take everybody's place; by method, as
   * a save that waits for the database doesn't hold up what they read.
   */
  function enqueueCostly(request: FastifyRequest, reply: FastifyReply, answer: () => Promise<FastifyReply>) {
    if (!request.user || readCost(request) <= 1) return answer()
    return enqueueFor(`${request.method} ${request.user.id}`, async () =>
      request.raw.socket.destroyed ? reply.code(clientClosedRequest).send() : answer(),
    )
  }

  async function send(
    row: Endpoint,
    serialize: Serializer | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    result: unknown,
  ) {
    const body = result instanceof Answer ? result.body : result
    if (result instanceof Answer) {
      for (const [header, mark] of declaredHeaders)
        if (header in result.headers && !row[mark])
          throw new Error(`${row.path} sends the header ${header}, and its row doesn't say so`)
      reply.headers(result.headers)
    }
    if (row.clearsCache) reply.header('clear-site-data', '"cache"')
    if (!serialize) return reply.code(204).send()
    reply.code(row.status ?? 200).type('application/json; charset=utf-8')
    if (body instanceof WrittenPage) {
      sendPaging(request, reply, body.page)
      return reply.send(body.bytesFor(request, reply))
    }
    if (row.paged) sendPaging(request, reply, body as Page<unknown>)
    return reply.send(serialize(row.paged ? (body as Page<unknown>).items : body))
  }

  /** Only routes with a form, or a media type of their own, accept it; for others it is unsupported. */
  function route(row: Endpoint, options: RouteOptions) {
    if (!row.mediaType && !row.form) return void app.route(options)
    app.register((scope, _options, done) => {
      if (row.mediaType) parseAsJson(scope, row.mediaType)
      if (row.form) scope.register(multipart, { throwFileSizeLimit: false })
      scope.after(() => void scope.route(options))
      done()
    })
  }

  return (row, handler) => {
    const serialize = row.response && createSerializer(row.response)
    route(row, {
      method: row.method,
      url: `/api${row.path}`,
      exposeHeadRoute: row.method === 'GET' && !row.hasEffect,
      ...(row.maxBytes === undefined ? {} : { bodyLimit: row.maxBytes }),
      config: { isUpload: row.form !== undefined, cost: row.cost },
      onRequest: guard(row.access, row),
      handler: async (request, reply) => {
        const params = parseParams(row.params, request.params)
        const query = row.query && parse(row.query, request.query)
        const body = parseBody(row.body, request.body)
        const client: ClientInfo = {
          agent: request.headers['user-agent'] ?? null,
          address: request.clientAddress,
          keeps: (body as { keep?: boolean } | undefined)?.keep !== false,
          cookies: request.headers.cookie,
        }
        const context = {
          params,
          query,
          body,
          form: row.form && {
            request,
            readFields: (fields: Record<string, unknown>) => parse(row.form as Schema, fields),
          },
          user: request.user,
          client,
          host: request.host,
          ifMatch: request.headers['if-match'],
        }
        return enqueueCostly(request, reply, async () => {
          const result = await handler(context as unknown as Parameters<typeof handler>[0])
          return send(row, serialize, request, reply, result)
        })
      },
    })
  }
}
