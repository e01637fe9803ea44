// HTTP besides the calls of the contract: other paths, methods, headers and bytes.
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { communityOfThisFile, communityOfThisTest, expectDone } from '../../support/server/community.ts'
import { expectNoFailures } from '../../support/server/nothing-changed.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { openTcp, readAnswer, sendRaw, sendTarget } from '../../support/server/sockets/raw-http.ts'

const community = await communityOfThisFile()
const { port, hipatia, visitor } = community
const ana = await community.signIn('Ana')
const as = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` })

const disguises = [
  ...['//api/auth/users', '/api//auth/users', '/api/auth//users', '/api/auth/users/', '/api/auth/users//'],
  ...['/API/auth/users', '/api/AUTH/USERS', '/Api/Auth/Users', '/api/auth%2fusers', '/api/auth%2Fusers'],
  ...['/api%2fauth/users', '/api/auth/users;x=1', '/api/auth;x=1/users', '/api/auth/users%00', '/api/auth/users%20'],
  ...['/api/auth/users.json', '/api/auth/users/x.css', '/api/./auth/users', '/api/x/../auth/users'],
  ...['/api/auth/users%2f..%2fme', '/./api/auth/users', '/api/auth/users%3f', '/api/auth/users#', '/auth/users'],
  ...['\\api\\auth\\users', '/api\\auth\\users', '/%61pi/auth/users', '/api/auth/%75sers', '/api/v1/auth/users'],
  ...['/api/posts/all/', '/api/posts/', '/api/auth/me/x.css'],
]
test.each(disguises)('%s is the plain call or 404', async (path) => {
  // other spellings of the same path have the same access check
  for (const [headers, allowed] of [
    [{}, [400, 401, 404, 405]],
    [as(ana), [400, 403, 404, 405]],
    [as(hipatia), [200, 400, 404, 405]],
  ] as const) {
    const answer = await sendTarget(port, 'GET', path, { ...headers })
    expect(allowed).toContain(answer.status)
    if (answer.status !== 200) expectRefusal(answer, answer.status)
  }
})

test('an absolute-form target has the same access check, answer and cache headers as its path', async () => {
  for (const origin of ['http://127.0.0.1', 'http://evil.example', 'https://evil.example:8443']) {
    const target = `${origin}/api/auth/users`
    expectRefusal(await sendTarget(port, 'GET', target), 401)
    expectRefusal(await sendTarget(port, 'GET', target, as(ana)), 403)
    const answer = await sendTarget(port, 'GET', `${target}?limit=1`, as(hipatia))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('link')).toMatch(/^<\/api\/auth\/users\?/)
  }
})

test.each([
  ...['/.env', '/.git/config', '/package.json', '/server/main.ts', '/data/alejandria.db', '/alejandria.db', '/api'],
  ...['/metrics', '/api/', '/api/nothing', '/admin.php', '/wp-login.php', '/../../../etc/passwd', '/server-status'],
  ...['/%2e%2e/%2e%2e/etc/passwd', '/api/health/x', '/debug', '/node_modules/fastify/package.json'],
])('%s is 404', async (path) => expectRefusal(await sendTarget(port, 'GET', path), 404))

const nobodys = `/posts/${'0'.repeat(32)}`
test.each([
  ...['PATCH /posts', 'DELETE /posts', 'OPTIONS /posts', 'PUT /auth/users'].map((call) => [call, 'GET, POST, HEAD']),
  [`PATCH ${nobodys}`, 'GET, PUT, DELETE, HEAD'],
  ...['POST /posts/all', 'PUT /posts/drafts/my'].map((call) => [call, 'GET, HEAD']),
  ...['POST /health', 'POST /openapi.json', 'DELETE /docs'].map((call) => [call, 'GET, HEAD']),
  ...['GET /auth/login', 'HEAD /auth/login', 'GET /auth/logout'].map((call) => [call, 'POST']),
  ['GET /categories/initialize', 'POST'],
])('%s is 405 with the allowed methods', async (call = '', allowed = '') => {
  const [method = '', path = ''] = call.split(' ')
  for (const person of [visitor, hipatia]) {
    const answer = await person.ask(method, path, method === 'POST' || method === 'PUT' ? { raw: '{' } : {})
    if (method === 'HEAD') expect(answer.status).toBe(405)
    else expectRefusal(answer, 405)
    const sorted = (list: string) => list.split(', ').toSorted()
    expect(sorted(answer.headers.get('allow') ?? '')).toEqual(sorted(allowed))
  }
})

test('headers can’t override the method', async () => {
  const post = await ana.writes()
  for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
    expect((await ana.get(`/posts/${post.id}?_method=DELETE`, { headers: { [name]: 'DELETE' } })).status).toBe(200)
  expect((await ana.get(`/posts/${post.id}`)).status).toBe(200)
})

test('HEAD is GET without the body, with the same access check', async () => {
  expect((await visitor.ask('HEAD', '/auth/users')).status).toBe(401)
  expect((await ana.ask('HEAD', '/auth/users')).status).toBe(403)
  const { status, text, headers } = await hipatia.ask('HEAD', '/auth/users')
  expect({ status, text }).toEqual({ status: 200, text: '' })
  expect(headers.get('x-total-count')).toBe('2')
})

test.each(['TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'PURGE', 'QUERY'])('%s has no effect', async (method) => {
  const answer = await sendTarget(port, method, '/api/auth/users', as(hipatia))
  expect([400, 404, 405]).toContain(answer.status)
  expectRefusal(answer, answer.status)
  expect(answer.text).not.toContain(hipatia.token)
})

test.each(['https://evil.example', 'null', 'http://127.0.0.1'])(
  '%s gets no CORS permission, for any call',
  async (origin) => {
    const asked = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' }
    for (const path of ['/posts', '/auth/login', '/health', '/openapi.json', '/nothing'])
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await ana.ask(method, path, { headers: { origin, ...asked } })
        expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      }
  },
)

const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
test.each([
  ['nonsense', 'hola\r\n\r\n'],
  ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['a version nobody has', 'GET /api/health HTTP/9.9\r\nhost: x\r\n\r\n'],
  ['a method nobody has', 'HOLA /api/health HTTP/1.1\r\nhost: x\r\n\r\n'],
  ['a length and chunks', `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `${head}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`],
  ['a length with a sign', `${head}content-length: +2\r\n\r\n{}`],
  ['a length that isn’t one', `${head}content-length: 2x\r\n\r\n{}`],
  ['an unknown transfer encoding', `${head}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a space before the colon', 'GET /api/health HTTP/1.1\r\nhost : x\r\n\r\n'],
  ['a folded header', 'GET /api/health HTTP/1.1\r\nhost: x\r\n y: z\r\nb ad: 1\r\n\r\n'],
  ['a NUL in a header', 'GET /api/health HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n'],
  ['a broken chunk', `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
])('%s is refused in the common shape, and the connection is closed', async (_what, bytes) => {
  expectRefusal(await sendRaw(port, Buffer.from(bytes, 'latin1')), 400)
})

test('an endless head or address is 431, a body that is too large 413: before it arrives by its length, in chunks while it does', async () => {
  const long = 'x'.repeat(20_000)
  const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
  expectRefusal(await sendRaw(port, `GET /api/health HTTP/1.1\r\nhost: x\r\ncookie: ${long}\r\n\r\n`), 431)
  expectRefusal(await sendRaw(port, `GET /api/posts/${long} HTTP/1.1\r\nhost: x\r\n\r\n`), 431)
  for (const body of ['content-length: 999999999\r\n\r\n{', `transfer-encoding: chunked\r\n\r\n${chunk}${chunk}`])
    expectRefusal(await sendRaw(port, `${head}connection: close\r\n${body}`), 413)
})

test('after a body that is too large the rest is read, so that its sender gets the refusal', async () => {
  const connection = await openTcp(port)
  connection.socket.write(`${head}content-length: 600000\r\n\r\n`)
  await once(connection.socket, 'data')
  connection.socket.write('x'.repeat(600_000))
  connection.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const answers = await connection.end()
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('requests without a session are refused before their body is read', async () => {
  const unread =
    'POST /api/posts HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{'
  const connection = await openTcp(port)
  connection.socket.write(unread)
  await once(connection.socket, 'data')
  expectRefusal(readAnswer(connection.received()), 401)
  connection.socket.destroy()
})

test('headers and bodies with names of prototypes have no effect', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect((await sendTarget(port, 'GET', '/api/health', { [name]: 'x' })).status).toBe(200)
  const queries = ['__proto__=x', '__proto__[x]=y', 'constructor=x', 'a=%00', 'a=%ff', '&&&===', 'a'.repeat(5000)]
  for (const query of queries) expect((await sendTarget(port, 'GET', `/api/posts?${query}`, as(ana))).status).toBe(200)
})

test('pipelined requests are answered in order, each with its own access check', async () => {
  const connection = await openTcp(port)
  const request = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
  connection.socket.write(
    request('/api/auth/me', `authorization: Bearer ${ana.token}\r\n`) +
      request('/api/auth/me', 'connection: close\r\n'),
  )
  const answers = (await connection.end()).split(/(?=HTTP\/1\.1 )/).map(readAnswer)
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  expect(answers[0]?.body).toMatchObject({ name: 'Ana' })
})

test('an Upgrade header outside of /socket.io is ignored', async () => {
  const connection = await openTcp(port)
  connection.socket.write(
    `GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  await expect.poll(connection.received).toMatch(/^HTTP\/1\.1 200 /)
  connection.socket.destroy()
})

test('heads and idle connections have a timeout: a slow head is cut off with 408 while others are served', {
  timeout: 40_000,
}, async () => {
  const { headersTimeout, keepAliveTimeout, timeout } = community.app.server
  for (const limit of [headersTimeout, keepAliveTimeout, timeout]) {
    expect(limit).toBeGreaterThan(0)
    expect(limit).toBeLessThanOrEqual(75_000)
  }
  expect(headersTimeout).toBeLessThanOrEqual(10_000)

  const connection = await openTcp(port)
  connection.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n')
  const dribble = setInterval(() => connection.socket.write('x: y\r\n'), 500)
  const cutOff = connection.end()
  expect(expectDone(await visitor.get('/health'))).toEqual({ status: 'ok', version: '0.0.0-test' })
  const answer = readAnswer(await cutOff)
  clearInterval(dribble)
  expectRefusal(answer, 408)
})

test('a slow body is cut off with 408, a slow upload isn’t', async () => {
  const { port, signIn } = await communityOfThisTest({ bodyTimeoutMs: 2000 }) // also holds for the sign-ins
  const ana = await signIn('Ana')
  const begin = async (path: string, type: string, first: string) => {
    const connection = await openTcp(port)
    connection.socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ana.token}\r\nconnection: close\r\n` +
        `content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const send = (text: string) => connection.socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
    send(first)
    return { connection, send }
  }
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const upload = await begin('/files/upload', 'multipart/form-data; boundary=b', form)
  const post = await begin('/posts', 'application/json', '{"title":')
  expectRefusal(readAnswer(await post.connection.end()), 408)
  upload.send('más de lo que otros tienen\r\n--b--\r\n'.replace('á', 'a'))
  upload.connection.socket.write('0\r\n\r\n')
  expect(readAnswer(await upload.connection.end())).toMatchObject({ status: 201, body: { original_name: 'a.txt' } })
})

test('none of these requests caused an error in the server', () => expectNoFailures(community))
