/** The errors of all pages of a test. An error that the test doesn't expect fails it. */
import type { BrowserContext, Request } from '@playwright/test'

/** `'401 POST /api/auth/login'` exactly, or a pattern. */
type Pattern = string | RegExp

const matches = (pattern: Pattern, line: string) =>
  typeof pattern === 'string' ? pattern === line : pattern.test(line)

/** `GET /api/posts/{id}`, `GET /luz.png (image)`: ids and queries are left out. */
function nameOf(request: Request, origin: string) {
  const url = new URL(request.url())
  const where = url.origin === origin ? url.pathname.replace(/[0-9a-f]{32}/g, '{id}') : request.url()
  return `${request.method()} ${where}${request.resourceType() === 'image' ? ' (image)' : ''}`
}

/** Refused requests and warnings that any page can cause when a session ends. */
export const requestsOfEveryPage = [
  /^401 GET \/api\/(sections(\/visit)?|notices|chat\/reading|auth\/(online-users|me))$/,
  /^400 (GET|POST) \/socket\.io\/$/,
  /^console (error|warning): WebSocket (connection|is already in CLOSING)/,
]

/** Failed requests and warnings of a page whose server is away for a while: any page asks by itself at times. */
export const serverIsAway = [
  /^failed /,
  /^console (error|warning): WebSocket connection /,
  /^console warning: (heartbeat|online users|chat reading) /,
]

/** Firefox rejects the requests in progress when a page is left: some of them are logged, and a WebSocket has failed. */
export const requestsLeftInFirefox = [
  /^console warning: (heartbeat|online users|chat reading) Error$/,
  /^failed GET \/socket\.io\/$/,
  /^page error: (Firefox can’t establish a connection to the server at|The connection to) ws:/,
]

/** Smaller versions of images are made after an upload; until then the page shows a drawing, and asks again. */
const imageInTheMaking = /^503 GET \/api\/files\/\{id\}\/content\/thumb\./

/** The page has closed its connection itself: at signing out, or under a fake clock, which ends the time to connect early. */
const closedWhileConnecting =
  /^console warning: WebSocket connection .* is closed before the connection is established\.$/

/** The server cut the connection, as it does when a session gets a new token, while a request of it was on its way. */
const requestOfCutConnection = /^400 (GET|POST) \/socket\.io\/$/

/** Knows the requests that weren't answered when their browser signed out: the session may have ended before. */
function followSignOuts(context: BrowserContext) {
  const open = new Set<Request>()
  const overtaken = new WeakSet<Request>()
  const isSignOut = (request: Request) => new URL(request.url()).pathname === '/api/auth/logout'
  context.on('request', (request) => {
    open.add(request)
    if ([...open].some(isSignOut)) for (const other of open) if (!isSignOut(other)) overtaken.add(other)
  })
  const close = (request: Request) => open.delete(request)
  context.on('requestfinished', close)
  context.on('requestfailed', close)
  return { isOvertaken: (request: Request) => overtaken.has(request) }
}

const isLocal = (url: string) => /^(data|blob|about):/.test(url)

export class PageErrors {
  readonly #origin: string
  readonly #lines: string[] = []
  readonly #expected: { pattern: Pattern; isNeeded: boolean }[] = []

  constructor(origin: string) {
    this.#origin = origin
    this.tolerate(imageInTheMaking, closedWhileConnecting, requestOfCutConnection)
  }

  /**
   * Expects errors, each at least once:
   * `'500 GET /api/posts'` a refused request, `'failed GET /api/posts'` a request without a response,
   * `/^foreign GET https:\/\/…/` a request to another host, `/^console warning: heartbeat/` a line in the console,
   * `/^page error: …/` an uncaught error.
   */
  expect(...patterns: Pattern[]) {
    for (const pattern of patterns) this.#expected.push({ pattern, isNeeded: true })
  }

  /** Allows errors that depend on timing, without requiring them. Give the reason in a comment. */
  tolerate(...patterns: Pattern[]) {
    for (const pattern of patterns) this.#expected.push({ pattern, isNeeded: false })
  }

  async watch(context: BrowserContext) {
    const signOuts = followSignOuts(context)
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        console.error(`CSP: ${effectiveDirective} ${blockedURI} ${sample}`),
      )
    })
    context.on('console', (message) => {
      const type = message.type()
      if (type !== 'error' && type !== 'warning' && type !== 'assert') return
      // The response or failure itself is noted below.
      if (message.text().startsWith('Failed to load resource')) return
      // tests that are not about the service worker have none
      if (message.text() === 'Service Worker registration blocked by Playwright') return
      this.#note(`console ${type}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#note(`page error: ${error.error().message}`))
    context.on('request', (request) => {
      const url = request.url()
      if (!isLocal(url) && new URL(url).origin !== this.#origin) this.#note(`foreign ${nameOf(request, this.#origin)}`)
    })
    context.on('response', (response) => {
      const request = response.request()
      if (response.status() === 401 && signOuts.isOvertaken(request)) return
      if (response.status() >= 400) this.#note(`${response.status()} ${nameOf(request, this.#origin)}`)
    })
    context.on('requestfailed', (request) => {
      const url = request.url()
      if (isLocal(url) || new URL(url).origin !== this.#origin) return
      // Aborted by the page itself, for example by a navigation.
      if (/^(net::ERR_ABORTED|NS_BINDING_ABORTED)$/.test(request.failure()?.errorText ?? '')) return
      // a page that isn't shown can't report; what it would report is noted anyway
      if (new URL(url).pathname === '/api/policy-reports') return
      this.#note(`failed ${nameOf(request, this.#origin)}`)
    })
  }

  /** Unexpected errors, and expected errors that did not occur. */
  problems() {
    const unexpected = this.#lines.filter((line) => !this.#expected.some(({ pattern }) => matches(pattern, line)))
    const missing = this.#expected
      .filter(({ pattern, isNeeded }) => isNeeded && !this.#lines.some((line) => matches(pattern, line)))
      .map(({ pattern }) => `expected, and did not happen: ${pattern}`)
    return [...new Set(unexpected), ...missing]
  }

  #note(line: string) {
    this.#lines.push(line)
  }
}
