/** Everything that goes wrong in a browser while a test looks elsewhere. Whatever a test doesn't expect fails it. */
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

/** What the frame of every page may just be asking or saying by itself when a session ends. */
export const asOfAFrame = [
  /^401 GET \/api\/(sections|chat\/reading|auth\/(online-users|me))$/,
  /^400 (GET|POST) \/socket\.io\/$/,
  /^console (error|warning): WebSocket (connection|is already in CLOSING)/,
]

const isLocal = (url: string) => /^(data|blob|about):/.test(url)

export class Trouble {
  readonly #origin: string
  readonly #lines: string[] = []
  readonly #expected: { pattern: Pattern; isNeeded: boolean }[] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  /**
   * Says what is going to happen, as often as it does, and has to happen:
   * `'500 GET /api/posts'` an answer that is a refusal, `'failed GET /api/posts'` a request without an answer,
   * `/^foreign GET https:\/\/…/` a request to somebody else, `/^console warning: heartbeat/` a line in the console,
   * `/^page error: …/` an error that nobody caught.
   */
  expect(...patterns: Pattern[]) {
    for (const pattern of patterns) this.#expected.push({ pattern, isNeeded: true })
  }

  /** The same for what may happen or not, where that depends on what is being looked at. Say why beside it. */
  tolerate(...patterns: Pattern[]) {
    for (const pattern of patterns) this.#expected.push({ pattern, isNeeded: false })
  }

  async watch(context: BrowserContext) {
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
        console.error(`CSP: ${effectiveDirective} ${blockedURI} ${sample}`),
      )
    })
    context.on('console', (message) => {
      const type = message.type()
      if (type !== 'error' && type !== 'warning' && type !== 'assert') return
      // the browser's own line about a refusal or a failure, which is noted below
      if (message.text().startsWith('Failed to load resource')) return
      this.#note(`console ${type}: ${message.text()}`)
    })
    context.on('weberror', (error) => this.#note(`page error: ${error.error().message}`))
    context.on('request', (request) => {
      const url = request.url()
      if (!isLocal(url) && new URL(url).origin !== this.#origin) this.#note(`foreign ${nameOf(request, this.#origin)}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) this.#note(`${response.status()} ${nameOf(response.request(), this.#origin)}`)
    })
    context.on('requestfailed', (request) => {
      const url = request.url()
      if (isLocal(url) || new URL(url).origin !== this.#origin) return
      // given up by the page itself, when it goes on to something else
      if (request.failure()?.errorText === 'net::ERR_ABORTED') return
      this.#note(`failed ${nameOf(request, this.#origin)}`)
    })
  }

  /** What nobody expected, and what was expected and didn't come. */
  complaints() {
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
