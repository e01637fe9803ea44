/**
 * What a page gets in place of a server: answers of rows of the contract, given by the test. A request without an answer
 * fails the test, and so does an answer that differs from its row.
 */
import { delay, type HttpHandler, HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'
import * as z from 'zod/mini'
import type { AnswerOf, Endpoint } from '../../../contract/endpoint.ts'
import { socketPath } from '../../../contract/realtime.ts'

export interface Received {
  params: Record<string, string>
  query: URLSearchParams
  headers: Headers
  /** Parsed JSON; undefined without a body. */
  body: unknown
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, DELETE: http.delete }
const addressOf = ({ path }: Endpoint) => `/api${path}`

/** Requests other than reads, since the test began. */
let sent: { request: string; body: unknown }[] = []
const problems: string[] = []
/** What is sent is known before it is answered. */
let allRead: Promise<unknown> = Promise.resolve()

async function receive(request: Request, params: object): Promise<Received> {
  const text = await request.clone().text()
  const isJson = request.headers.get('content-type')?.includes('json')
  return {
    params: params as Record<string, string>,
    query: new URL(request.url).searchParams,
    headers: request.headers,
    body: text && isJson ? JSON.parse(text) : undefined,
  }
}

/** Answers a row with a body, or with the one that a function makes of each request; a page of a list is whole by default. */
export function answer<E extends Endpoint>(
  row: E,
  body: AnswerOf<E> | ((request: Received) => AnswerOf<E> | Promise<AnswerOf<E>>),
  { headers }: { headers?: Record<string, string> } = {},
): HttpHandler {
  return methods[row.method](addressOf(row), async ({ request, params }) => {
    await allRead
    const answered: unknown =
      typeof body === 'function' ? await (body as (r: Received) => unknown)(await receive(request, params)) : body
    if (!row.response) return new HttpResponse(null, { status: 204 })
    const { error } = z.safeParse(row.response, answered)
    if (error)
      problems.push(`${row.method} ${row.path} is answered against the contract: ${JSON.stringify(error.issues)}`)
    return HttpResponse.json(answered as object, {
      status: row.status ?? 200,
      headers: { ...(row.paged && { 'x-total-count': `${(answered as unknown[]).length}` }), ...headers },
    })
  })
}

/** Answers a list in pages of this size, the next one under the `Link` of the one before. */
export const answerPages = (row: Endpoint & { paged: true }, items: object[] | (() => object[]), perPage: number) =>
  methods[row.method](addressOf(row), ({ request }) => {
    const { pathname, searchParams } = new URL(request.url)
    const from = Number(searchParams.get('from') ?? 0)
    const all = typeof items === 'function' ? items() : items
    const next = from + perPage < all.length && { link: `<${pathname}?from=${from + perPage}>; rel="next"` }
    return HttpResponse.json(all.slice(from, from + perPage), {
      headers: { 'x-total-count': `${all.length}`, ...next },
    })
  })

/** Refuses a row; without a detail the answer is empty, as of a proxy. `more` are further fields of the answer. */
export const refuse = (row: Endpoint, status: number, detail?: string, code = 'internal', more: object = {}) =>
  methods[row.method](addressOf(row), async () => {
    await allRead
    return detail === undefined
      ? new HttpResponse(null, { status })
      : HttpResponse.json({ detail, code, ...more }, { status })
  })

/** Details of a refusal, with what a page then says: a text of its own, or the server's. */
export const withAndWithoutReason = (own: string) =>
  [
    [undefined, own],
    ['Hoy no.', 'Hoy no.'],
  ] as const

/** The network is lost at a row. */
export const loseAnswer = (row: Endpoint) =>
  methods[row.method](addressOf(row), async () => {
    await allRead
    return HttpResponse.error()
  })

/** Holds back the answers of a row until `release` is called; then the next handler answers. */
export function holdBack(row: Endpoint) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { handler: methods[row.method](addressOf(row), () => promise), release: () => resolve() }
}

const withoutAnswer = http.all('/api/*', ({ request }) => {
  problems.push(`nothing answers ${request.method} ${new URL(request.url).pathname}`)
  return new HttpResponse(null, { status: 501 })
})

/** The live connection never opens. */
const noConnection = http.all(`${socketPath}/`, () => delay('infinite'))

/** Counts the pages of a file. What a closed one has asked for, or still asks for, is of no other page: it gets no answer. */
let opened = 0
const pageHeader = 'x-page'
const isOfClosedPage = ({ headers }: Request) => headers.get(pageHeader) !== `${opened}`
const closedPage = http.all('/api/*', ({ request }) => (isOfClosedPage(request) ? delay('infinite') : undefined))
const { fetch } = globalThis
globalThis.fetch = async (input, init) => {
  const own = opened
  const headers = new Headers(init?.headers)
  headers.set(pageHeader, `${own}`)
  const answered = await Promise.allSettled([fetch(input, { ...init, headers })])
  if (own !== opened) await new Promise(() => {})
  if (answered[0].status === 'rejected') throw answered[0].reason
  return answered[0].value
}

/** From now on no request of the open page is answered. */
export const pageClosed = () => void opened++

const worker = setupWorker()
let hasStarted = false

/** Answers with these, the first ones first, until the test ends. */
export async function startServer(handlers: HttpHandler[]) {
  worker.resetHandlers(closedPage, ...handlers, noConnection, withoutAnswer)
  if (hasStarted) return
  hasStarted = true
  worker.events.on('request:start', ({ request }) => {
    if (request.method === 'GET' || isOfClosedPage(request)) return
    const path = new URL(request.url).pathname.slice('/api'.length)
    const ofThisTest = sent
    const reading = Promise.all([receive(request, {}), allRead])
    allRead = reading.then(([{ body }]) => void ofThisTest.push({ request: `${request.method} ${path}`, body }))
  })
  await worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
}

/** Gives further answers, before those that were given earlier. */
export const nowAnswer = (...handlers: HttpHandler[]) => worker.use(...handlers)

/** The bodies that were sent to a row, in their order. */
export const sentTo = (row: Endpoint) =>
  sent
    .filter(({ request }) => new RegExp(`^${row.method} ${row.path.replace(/:\w+/g, '[^/]+')}$`).test(request))
    .map(({ body }) => body)

/** Requests without an answer, and answers against the contract, since the last call. */
export function takeProblems() {
  sent = []
  worker.resetHandlers()
  return problems.splice(0)
}
