import { existsSync } from 'node:fs'
import { join } from 'node:path'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { api } from '../contract/index.ts'
import { socketPath } from '../contract/realtime.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { chatSockets } from './chat/sockets.ts'
import { commentRoutes } from './comments/routes.ts'
import { commentSockets } from './comments/sockets.ts'
import { ping } from './db/ping.ts'
import { resumableRows } from './files/resumable.ts'
import { fileRoutes } from './files/routes.ts'
import { readJsonBodies } from './http/body.ts'
import { docsPage } from './http/docs-page.ts'
import { fail, Refusal } from './http/fail.ts'
import { allowPage, secureHeaders } from './http/headers.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { allRows, describeApi } from './http/openapi.ts'
import { answerProblems, refuseMalformed } from './http/problems.ts'
import { makeGuard, makeServe } from './http/serve.ts'
import { limitBodies } from './http/slow-bodies.ts'
import { isPageAddress, serveWeb } from './http/web.ts'
import { writeLimit } from './http/write-limit.ts'
import { newId } from './ids.ts'
import { linkRoutes } from './links/routes.ts'
import { unsubscribeRoutes } from './mail/unsubscribe.ts'
import { newsRoutes } from './news/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { postRoutes } from './posts/routes.ts'
import { presenceSockets } from './presence/sockets.ts'
import { openSockets } from './realtime/sockets.ts'
import { sectionRoutes } from './sections/routes.ts'
import { sectionSockets } from './sections/sockets.ts'
import type { Services } from './services.ts'
import { userRoutes } from './users/routes.ts'

interface Options {
  version: string
  /** Proxies whose X-Forwarded-For is believed; none by default. */
  trustedProxies?: string[]
  /** Whether people reach the server over https. */
  https?: boolean
  /** The address that people open. */
  publicUrl?: string | undefined
  /** The built web; without it only the API is served. */
  webRoot?: string
  /** Milliseconds in which a body has to be there, but for uploads; 30 s by default. */
  bodyWithin?: number
  /** A pino level; 'silent' for none. */
  logLevel?: string
  /** Where log lines go instead of standard output. */
  logTo?: { write(line: string): void }
}

const megabyte = 2 ** 20
/** Milliseconds in which a body has to be there, but for uploads. */
const bodyWithin = 30_000
/** A post of 100,000 characters fits, each escaped as two \uXXXX. */
const bodyLimit = 2 * megabyte

function makeFastify({ trustedProxies = [], logLevel = 'info', logTo, https = false }: Options) {
  const setHeaders = secureHeaders({ https })
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit,
    // bodies have a limit of their own, below
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // the host is asked for below: Node's own refusal has no body
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
      // elsewhere the wish for another protocol is passed over, and the request answered
      shouldUpgradeCallback: ({ url }) => url?.startsWith(`${socketPath}/`) ?? false,
    },
    forceCloseConnections: 'idle',
    logger: { level: logLevel, ...(logTo ? { stream: logTo } : {}) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    clientErrorHandler: refuseMalformed,
    // an address that can't be read, or an id that is endless, names nothing; no hook runs for these
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      setHeaders(request, reply)
      reply.code(404).send(new Refusal('not_found').body())
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    setHeaders(request, reply)
    const { httpVersion, headers } = request.raw
    if (httpVersion !== '1.1' || headers.host !== undefined) return
    reply.header('connection', 'close')
    fail('unreadable')
  })
  return app
}

/** The whole server, not yet listening. */
export async function buildApp(given: Omit<Services, 'log'>, options: Options): Promise<FastifyInstance> {
  const app = makeFastify(options)
  const services: Services = { ...given, log: app.log }
  const { db } = services

  // One line a request: which row, not which address, so that nothing in a query or a header is written down.
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.user?.id,
        address: request.ip,
      },
      'request',
    )
  })
  limitBodies(app, options.bodyWithin ?? bodyWithin)
  answerProblems(app)
  readJsonBodies(app)
  await app.register(compress, { threshold: 2048, encodings: ['gzip'] })

  const takeWrite = writeLimit(services.now)
  const guard = makeGuard(services, takeWrite)
  const serve = makeServe(app, guard)
  serve(api.health.read, async () => {
    await ping(db)
    return { status: 'ok' as const, version: options.version }
  })
  authRoutes(serve, services)
  userRoutes(serve, services)
  categoryRoutes(serve, services)
  postRoutes(serve, services)
  commentRoutes(serve, services)
  chatRoutes(serve, services)
  fileRoutes(app, serve, guard, services)
  linkRoutes(serve, services)
  newsRoutes(serve, services)
  notificationRoutes(serve, services)
  unsubscribeRoutes(app, services)
  sectionRoutes(serve, services)
  auditRoutes(serve, services)

  const { publicUrl, https = false, trustedProxies = [] } = options
  const io = openSockets(app, services, { publicUrl, https, trustedProxies })
  presenceSockets(app, io, services)
  commentSockets(app, io, services)
  sectionSockets(app, io, services)
  await chatSockets(app, io, services, takeWrite)

  const description = describeApi(options.version)
  app.get('/api/openapi.json', () => description)
  app.get('/api/docs', (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(description, allowPage(reply))),
  )
  refuseOtherMethods(app, [
    ...allRows.map(({ row }) => row),
    ...resumableRows,
    { method: 'GET', path: '/openapi.json' },
    { method: 'GET', path: '/docs' },
  ])
  const web = options.webRoot !== undefined && existsSync(join(options.webRoot, 'index.html'))
  const showPage = web ? serveWeb(app, options.webRoot as string, services.settings.docsViewer?.url) : undefined
  app.setNotFoundHandler((request, reply) =>
    showPage && isPageAddress(request) ? showPage(reply, 404) : reply.code(404).send(new Refusal('not_found').body()),
  )
  return app
}
