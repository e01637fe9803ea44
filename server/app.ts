import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Fastify, { type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { pino } from 'pino'
import { socketPath } from '../contract/realtime.ts'
import { auditRoutes } from './audit/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { createGuard } from './auth/session-tokens.ts'
import { createThrottle } from './auth/sign-in-limit.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import { categoryRoutes } from './categories/routes.ts'
import { chatRoutes } from './chat/routes.ts'
import { chatSockets, readingSockets } from './chat/sockets.ts'
import { commentRoutes } from './comments/routes.ts'
import { commentSockets } from './comments/sockets.ts'
import { countErrors, type Diagnostics } from './diagnostics/diagnostics.ts'
import { countSlowRequests } from './diagnostics/slow-requests.ts'
import { resumableRows } from './files/resumable-upload.ts'
import { fileRoutes } from './files/routes.ts'
import { cutDownloads } from './files/running-downloads.ts'
import { searchRoutes } from './find/routes.ts'
import { firstStepRoutes } from './first-steps/routes.ts'
import { healthRoutes } from './health/routes.ts'
import type { WriteWatchTimes } from './health/write-watch.ts'
import { type BudgetSizes, createBudgets } from './http/budgets.ts'
import { readClientAddresses } from './http/client-address.ts'
import { limitBodyTime, limitConnections } from './http/connections.ts'
import { docsPage } from './http/docs-page.ts'
import { answerProblems, fail, Refusal, refuseMalformed, refuseOtherMethods } from './http/fail.ts'
import { allowPage, secureHeaders } from './http/headers.ts'
import { allRows, describeApi } from './http/openapi.ts'
import { compressAnswers } from './http/reply.ts'
import { createServe, readJsonBodies } from './http/serve.ts'
import { looksLikePage, serveWeb } from './http/web.ts'
import { linkRoutes } from './links/routes.ts'
import { mailRoutes } from './mail/routes.ts'
import { unsubscribeRoutes } from './mail/unsubscribe/routes.ts'
import { newsRoutes } from './news/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { notifyOfAcceptance } from './notices/rules.ts'
import { noticeSockets } from './notices/sockets.ts'
import { postRoutes } from './posts/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { presenceRoutes } from './presence/routes.ts'
import { presenceSockets } from './presence/sockets.ts'
import { createPresenceTracker } from './presence/tracker.ts'
import { pushRoutes } from './push/routes.ts'
import { reactionRoutes } from './reactions/routes.ts'
import { reactionSockets } from './reactions/sockets.ts'
import { openSockets } from './realtime/sockets.ts'
import type { Services } from './services.ts'
import { accountExportRoutes } from './site/own/routes.ts'
import { stateRoutes } from './state/routes.ts'
import { userRoutes } from './users/routes.ts'
import { whatsNewRoutes } from './whats-new/routes.ts'
import { whatsNewSockets } from './whats-new/sockets.ts'

export interface Options {
  version: string
  /** Proxies whose X-Forwarded-For is trusted; none by default. */
  trustedProxies?: string[]
  /** Address that people open. */
  publicUrl?: string | undefined
  /** Folder of the built web; without it only the API is served. */
  webRoot?: string
  /** False takes back the service worker of every browser; true by default. */
  serviceWorker?: boolean
  /** Time for a body to arrive, uploads excepted; 30 s by default. */
  bodyTimeoutMs?: number
  /** Instead of those in contract/limits.ts. */
  budgets?: Partial<BudgetSizes>
  writeWatch?: WriteWatchTimes
  /** Time after which a request for a link to choose a password is answered. */
  linkAnswerMs?: number
  /** A pino level; 'silent' for none. */
  logLevel?: string
  logStream?: { write(line: string): void }
}

const megabyte = 2 ** 20
const defaultBodyTimeoutMs = 30_000
/** A post of 100,000 characters fits, each escaped as two \uXXXX. */
const bodyLimit = 2 * megabyte

/** Lines are written together: one write each would cost as much as a small answer. */
const bufferedLog = () => pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 100 })

function makeFastify(
  { trustedProxies = [], logLevel = 'info', logStream: logTo, publicUrl }: Options,
  diagnostics: Diagnostics,
) {
  const setHeaders = secureHeaders(publicUrl)
  const app = Fastify({
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    bodyLimit,
    // bodies have a limit of their own: see limitBodyTime
    requestTimeout: 0,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    // the hook below requires the header Host: Node's own refusal has no body
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
      // on other paths the header Upgrade is ignored and the request answered
      shouldUpgradeCallback: ({ url }) => url?.startsWith(`${socketPath}/`) ?? false,
    },
    forceCloseConnections: 'idle',
    logger: { level: logLevel, stream: logTo ?? bufferedLog(), hooks: countErrors(diagnostics) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID().replaceAll('-', ''),
    clientErrorHandler: refuseMalformed,
    // malformed addresses and too long ids get 404; no hook runs for these
    frameworkErrors: (_error, request, reply: FastifyReply) => {
      setHeaders(request, reply)
      reply.code(404).send(new Refusal('not_found').body())
    },
  })
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply)
    const { httpVersion, headers } = request.raw
    if (httpVersion !== '1.1' || headers.host !== undefined) return done()
    reply.header('connection', 'close')
    fail('unreadable')
  })
  return app
}

/** The whole server, before it listens. */
export async function buildApp(given: Omit<Services, 'log'>, options: Options): Promise<FastifyInstance> {
  const app = makeFastify(options, given.diagnostics)
  countSlowRequests(app, given.diagnostics.slowRequests)
  const services: Services = { ...given, log: app.log }

  // One line per request, with the row in place of the address: queries and headers are never logged.
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.user?.id,
        address: request.clientAddress,
      },
      'request',
    )
    done()
  })
  const { trustedProxies = [], publicUrl } = options
  const clientAddressOf = readClientAddresses(app, trustedProxies)
  const budgets = createBudgets(services.now, options.budgets)
  budgets.limitNetworks(app)
  limitConnections(app.server, { isBehindProxy: trustedProxies.length > 0 })
  limitBodyTime(app, options.bodyTimeoutMs ?? defaultBodyTimeoutMs)
  answerProblems(app)
  readJsonBodies(app)
  compressAnswers(app)

  app.addHook('preClose', services.background.finish)
  const guard = createGuard(services, budgets)
  const serve = createServe(app, guard)
  healthRoutes(app, serve, services, options)
  const throttle = createThrottle(services, budgets)
  authRoutes(serve, services, {
    throttle,
    publicUrl,
    linkAnswerMs: options.linkAnswerMs,
    onAcceptance: notifyOfAcceptance,
  })
  userRoutes(app, serve, services)
  const presence = createPresenceTracker(services, options.version)
  // from now on others know of this process; on a full disk later
  await presence.write().catch((err) => app.log.warn({ err }, 'this process could not be announced'))
  presenceRoutes(serve, presence)
  categoryRoutes(serve, services)
  postRoutes(serve, services, budgets)
  commentRoutes(serve, services, budgets)
  chatRoutes(serve, services, budgets)
  const cutWithSession = cutDownloads(app, services)
  fileRoutes(app, serve, guard, services, cutWithSession)
  accountExportRoutes(app, serve, services, { throttle, cutWithSession })
  linkRoutes(serve, services)
  newsRoutes(serve, services, budgets)
  reactionRoutes(serve, services, budgets)
  preferenceRoutes(serve, services)
  broadcastRoutes(serve, services, budgets)
  mailRoutes(serve, services, budgets)
  unsubscribeRoutes(app, services, budgets)
  pushRoutes(serve, services, budgets)
  whatsNewRoutes(serve, services)
  noticeRoutes(serve, services)
  auditRoutes(serve, services)
  searchRoutes(serve, services)
  stateRoutes(serve, services)
  firstStepRoutes(serve, services)

  const io = openSockets(app, services, { publicUrl, clientAddressOf })
  presenceSockets(app, io, services, presence)
  commentSockets(app, io, services)
  reactionSockets(app, io, services)
  whatsNewSockets(app, io, services)
  readingSockets(app, io, services)
  noticeSockets(app, io, services)
  await chatSockets(app, io, services, budgets)

  let description: ReturnType<typeof describeApi> | undefined
  const describe = () => {
    description ??= describeApi(options.version)
    return description
  }
  app.get('/api/openapi.json', describe)
  app.get('/api/docs', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage(await describe(), allowPage(reply))),
  )
  refuseOtherMethods(app, [
    ...allRows.map(({ row }) => row),
    ...resumableRows,
    { method: 'GET', path: '/openapi.json' },
    { method: 'GET', path: '/docs' },
  ])
  const web = options.webRoot !== undefined && existsSync(join(options.webRoot, 'index.html'))
  const { webRoot = '', serviceWorker: hasServiceWorker = true } = options
  const { docsViewer } = services.settings
  const showPage = web ? serveWeb(app, webRoot, { docsViewer, hasServiceWorker }) : undefined
  app.setNotFoundHandler((request, reply) =>
    showPage && looksLikePage(request)
      ? showPage(request, reply)
      : reply.code(404).send(new Refusal('not_found').body()),
  )
  return app
}
