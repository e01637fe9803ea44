// Headers of every answer (ASVS 3.4, 14.3; DECISIONS §4 for the sources that a page may load).
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { pages } from '../../../contract/pages.ts'
import { buildApp } from '../../../server/app.ts'
import { communityOfThisFile } from '../../support/server/community.ts'

const community = await communityOfThisFile()
const secure = await communityOfThisFile({ publicUrl: 'https://alejandria.example' })
const { hipatia, visitor } = community

type Directives = Record<string, string[]>
const directives = (headers: Headers): Directives =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources]
    }),
  )

const calls: [string, () => Promise<{ headers: Headers; status: number }>][] = [
  ['a list', () => hipatia.get('/posts')],
  ['an account', () => hipatia.get('/auth/me')],
  ['a creation', () => hipatia.post('/posts', { title: 'Uno', content: 'Dos' })],
  ['a deletion', async () => hipatia.delete(`/posts/${(await hipatia.writes()).id}`)],
  ['a refusal for want of a token', () => visitor.get('/posts')],
  ['a refusal of what was sent', () => hipatia.post('/posts', {})],
  ['an unreadable body', () => hipatia.ask('POST', '/posts', { raw: '{' })],
  ['a wrong method', () => hipatia.delete('/posts')],
  ['an unknown address', () => visitor.get('/nothing')],
  ['an address that can’t be read', () => visitor.get('/posts/%zz')],
  ['an endless id', () => hipatia.get(`/posts/${'x'.repeat(3000)}`)],
  ['health', () => visitor.get('/health')],
  ['the API’s description', () => visitor.get('/openapi.json')],
]

test.each(calls)('%s is not cached, sniffed, framed or executed', async (_what, call) => {
  const { status, headers } = await call()
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
  })
  if (status !== 204) expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  for (const name of ['x-powered-by', 'server', 'set-cookie', 'strict-transport-security'])
    expect(headers.get(name)).toBeNull()
  expect(directives(headers)).toEqual({
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  })
})

test('over https every answer has Strict-Transport-Security', async () => {
  for (const answer of [await secure.visitor.get('/health'), await secure.visitor.get('/posts/%zz')])
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=31536000; includeSubDomains$/)
})

test('no two answers have the same request id', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, async () => (await visitor.get('/health')).headers.get('x-request-id')),
  )
  expect(new Set(ids).size).toBe(20)
  const chosen = await visitor.get('/health', { headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
  expect(chosen.headers.get('x-request-id')).not.toBe('mine')
})

test('a long list is compressed for clients that accept gzip', async () => {
  for (let turn = 0; turn < 5; turn++) await hipatia.writes({ content: 'Un texto largo. '.repeat(100) })
  const packed = await hipatia.get<unknown[]>('/posts', { headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.headers.get('vary')).toContain('accept-encoding')
  const plain = await hipatia.get<unknown[]>('/posts', { headers: { 'accept-encoding': 'identity' } })
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(plain.body).toEqual(packed.body)
})

describe('pages', async () => {
  const root = join(community.dataDir, 'web')
  const gzipped = gzipSync('console.log(1)')
  mkdirSync(join(root, 'assets'), { recursive: true })
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Alejandría</title>')
  for (const name of Object.keys(pages))
    writeFileSync(join(root, `${name}.html`), `<!doctype html><title>${name}</title>`)
  writeFileSync(join(root, 'home.html.br'), 'brotli')
  writeFileSync(join(root, 'assets', 'app-abc123.js'), 'console.log(1)')
  writeFileSync(join(root, 'assets', 'pdf.worker.min-abc123.mjs'), 'console.log(2)')
  writeFileSync(join(root, 'assets', 'app-abc123.js.br'), 'brotli')
  writeFileSync(join(root, 'assets', 'app-abc123.js.gz'), gzipped)
  writeFileSync(join(root, 'service-worker.js'), 'the worker')
  writeFileSync(join(root, 'service-worker-off.js'), 'takes the worker back')
  writeFileSync(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  const { settings, ...services } = community.services
  const docsViewer = 'https://visor.example/v?u={url}'
  const options = { version: '0', webRoot: root, logLevel: 'silent' } as const
  const app = await buildApp({ ...services, settings: { ...settings, docsViewer } }, options)
  afterAll(() => app.close())
  const open = async (url: string, headers = {}) => {
    const { statusCode, headers: answered, body } = await app.inject({ url, headers })
    return { status: statusCode, headers: new Headers(answered as Record<string, string>), body }
  }

  test.each([
    ...['/', '/home', '/register', '/blog', '/blog/create', '/blog/drafts', `/blog/${'0'.repeat(32)}`],
    ...['/chat', '/files', `/blog/${'0'.repeat(32)}/edit`, '/news', '/account', '/admin', '/admin/categories'],
    ...['/admin/notifications', '/admin/user-email-preferences', '/admin/state', '/profile/email-preferences'],
  ])('%s returns the page, with a policy that allows only our own files', async (path) => {
    const { status, headers, body } = await open(path)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual(['no-cache', 'nosniff'])
    const csp = directives(headers)
    expect(csp).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'frame-src': ['https://www.youtube-nocookie.com'],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['pdf-worker', 'service-worker'],
      'report-uri': ['/api/policy-reports'],
    })
    expect(JSON.stringify(csp)).not.toMatch(/unsafe|\*/)
    expect(body).toContain('<!doctype html>')
  })

  test('the service worker is asked for again each time, and may only fetch from this server; with SERVICE_WORKER=off its address has the worker that takes it back, whose file has no address', async () => {
    const { status, headers, body } = await open('/service-worker.js')
    expect({ status, body }).toEqual({ status: 200, body: 'the worker' })
    const sent = [headers.get('content-type'), headers.get('cache-control')]
    expect(sent).toEqual(['text/javascript; charset=utf-8', 'no-cache'])
    const csp = directives(headers)
    const allowed = { 'default-src': ["'none'"], 'connect-src': ["'self'"], 'img-src': ["'self'"] }
    expect(csp).toMatchObject(allowed)
    expect(csp).not.toHaveProperty('script-src')
    const off = await buildApp(community.services, { ...options, serviceWorker: false })
    const taken = await off.inject('/service-worker.js')
    expect(taken).toMatchObject({
      statusCode: 200,
      body: 'takes the worker back',
      headers: { 'cache-control': 'no-cache' },
    })
    await off.close()
    expect((await open('/service-worker-off.js')).status).toBe(404)
  })

  test('what another app shares leads home, unread, in a browser whose service worker is gone', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const shared = { method: 'POST', url: '/share', headers, payload: '--x--' } as const
    const { statusCode, headers: answered } = await app.inject(shared)
    expect({ statusCode, location: answered.location }).toEqual({ statusCode: 303, location: '/home' })
  })

  test('WebAssembly is allowed in the page that shows a PDF and in its worker; the configured viewer may be framed there', async () => {
    const page = directives((await open(`/files/${'0'.repeat(32)}/view`)).headers)
    expect(page['script-src']).toEqual(["'self'", "'wasm-unsafe-eval'"])
    expect(page['frame-src']).toEqual(['https://www.youtube-nocookie.com', 'https://visor.example'])
    expect(page['require-trusted-types-for']).toEqual(["'script'"])
    const worker = directives((await open('/assets/pdf.worker.min-abc123.mjs')).headers)
    expect(worker).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", "'wasm-unsafe-eval'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    })
    expect(directives((await open('/assets/app-abc123.js')).headers)['script-src']).toBeUndefined()
  })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['*', 'br'],
    ['br;q=0.5, gzip;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0, *', 'br'],
    ['br, gzip;q=0', 'br'],
    ['br;q=0', null],
    ['gzip;q=0, br;q=0', null],
    ['*;q=0', null],
    ['identity', null],
    ['brotli, x-gzip', null],
    ['', null],
  ])('a file is sent to a client with Accept-Encoding "%s" in the encoding %s', async (accepted, encoding) => {
    const { status, headers, body } = await open('/assets/app-abc123.js', { 'accept-encoding': accepted })
    expect([status, headers.get('content-encoding')]).toEqual([200, encoding])
    expect(body).toBe(encoding === null ? 'console.log(1)' : { br: 'brotli', gzip: gzipped.toString() }[encoding])
    expect(headers.get('vary')).toContain('accept-encoding')
  })

  test('every page has its own file, compressed for clients that accept it, and isn’t sent again unchanged; files with a hash in their name are cached for ever', async () => {
    expect((await open('/blog/create')).body).toContain('<title>newPost</title>')
    const packed = await open('/home', { 'accept-encoding': 'br' })
    expect([packed.headers.get('content-encoding'), packed.body]).toEqual(['br', 'brotli'])
    const icon = await open('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect(directives(icon.headers)['default-src']).toEqual(["'none'"])
    const page = await open('/home', { 'if-none-match': packed.headers.get('etag') })
    expect(directives(page.headers)['script-src']).toEqual(["'self'"])
    for (const again of [page, await open('/favicon.svg', { 'if-none-match': icon.headers.get('etag') })])
      expect(again).toMatchObject({ status: 304, body: '' })
    const hashed = await open('/assets/app-abc123.js')
    expect(hashed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('a page’s address with other capitals or a slash at its end leads to the page; an unknown address is 404 with a page, an unknown file or call is 404 without one', async () => {
    const id = 'A'.repeat(32)
    for (const [asked, page] of [
      ['/home/', '/home'],
      ['/Register', '/register'],
      ['/BLOG//?category=3&x=/', '/blog?category=3&x=/'],
      ['/blog/Create', '/blog/create'],
      [`/Blog/${id}/Edit/`, `/blog/${id}/edit`],
      [`/files/${id}/view/`, `/files/${id}/view`],
    ] as const) {
      const { status, headers } = await open(asked)
      expect([asked, status, headers.get('location')]).toEqual([asked, 308, page])
      expect((await open(page)).status).toBe(200)
    }
    const { status, body } = await open('/nowhere')
    expect({ status, body }).toEqual({ status: 404, body: expect.stringContaining('<title>Alejandría</title>') })
    for (const path of [
      ...['/home/x/', '/blog/create/x', '/profile/', '/assets/none.js', '/nothing.php', '/api/nothing', '/socket.io/x'],
      ...['/index.html', '/home.html'],
    ])
      expect((await open(path)).status).toBe(404)
    expect((await app.inject({ method: 'POST', url: '/nowhere' })).statusCode).toBe(404)
  })
})
