// What the server does with HTTP that isn't quite a call of the contract: other paths, methods, headers and bytes.
import { once } from 'node:events'
import { afterAll, describe, expect, test } from 'vitest'
import { done, foundCommunity } from './support/community.ts'
import { openSocket, readAnswer, sendRaw, sendTarget } from './support/raw-http.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { port, hipatia, visitor } = community
const ana = await community.signIn('Ana')
const as = (person: { token: string }) => ({ authorization: `Bearer ${person.token}` })

describe('paths', () => {
  const disguises = [
    ...['//api/auth/users', '/api//auth/users', '/api/auth//users', '/api/auth/users/', '/api/auth/users//'],
    ...[
      '/API/auth/users',
      '/api/AUTH/USERS',
      '/Api/Auth/Users',
      '/api/auth%2fusers',
      '/api/auth%2Fusers',
      '/api%2fauth/users',
    ],
    ...[
      '/api/auth/users;x=1',
      '/api/auth;x=1/users',
      '/api/auth/users%00',
      '/api/auth/users%20',
      '/api/auth/users.json',
    ],
    ...[
      '/api/auth/users/x.css',
      '/api/./auth/users',
      '/api/x/../auth/users',
      '/api/auth/users%2f..%2fme',
      '/./api/auth/users',
    ],
    ...['/api/auth/users%3f', '/api/auth/users#', '\\api\\auth\\users', '/api\\auth\\users', '/%61pi/auth/users'],
    ...[
      '/api/auth/%75sers',
      '/api/posts/all/',
      '/api/posts/',
      '/auth/users',
      '/api/v1/auth/users',
      '/api/auth/me/x.css',
    ],
  ]
  test.each(disguises)('%s is the plain call or nothing at all', async (path) => {
    // written otherwise but meaning the same, it has the same guard
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

  test('a target with a host in it is guarded, answered and not kept like the path alone', async () => {
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
    ...[
      '/.env',
      '/.git/config',
      '/package.json',
      '/server/main.ts',
      '/data/alejandria.db',
      '/alejandria.db',
      '/metrics',
    ],
    ...[
      '/api',
      '/api/',
      '/api/nothing',
      '/admin.php',
      '/wp-login.php',
      '/../../../etc/passwd',
      '/%2e%2e/%2e%2e/etc/passwd',
    ],
    ...['/api/health/x', '/api/posts/drafts', '/server-status', '/debug', '/node_modules/fastify/package.json'],
  ])('there is nothing at %s', async (path) => {
    const answer = await sendTarget(port, 'GET', path)
    expectRefusal(answer, path === '/api/posts/drafts' ? 401 : 404)
  })
})

describe('methods', () => {
  test.each([
    ['PATCH', '/posts', 'GET, POST, HEAD'],
    ['DELETE', '/posts', 'GET, POST, HEAD'],
    ['PATCH', `/posts/${'0'.repeat(32)}`, 'GET, PUT, DELETE, HEAD'],
    ['POST', '/posts/all', 'GET, HEAD'],
    ['PUT', '/posts/drafts/my', 'GET, HEAD'],
    ['GET', '/auth/login', 'POST'],
    ['HEAD', '/auth/login', 'POST'],
    ['GET', '/auth/logout', 'POST'],
    ['PUT', '/auth/users', 'GET, POST, HEAD'],
    ['GET', '/categories/initialize', 'POST'],
    ['POST', '/health', 'GET, HEAD'],
    ['OPTIONS', '/posts', 'GET, POST, HEAD'],
    ['POST', '/openapi.json', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ])('%s %s is 405 and says what is allowed', async (method, path, allowed) => {
    for (const person of [visitor, hipatia]) {
      const answer = await person.ask(method, path, method === 'POST' || method === 'PUT' ? { raw: '{' } : {})
      if (method === 'HEAD') expect(answer.status).toBe(405)
      else expectRefusal(answer, 405)
      const sorted = (list: string) => list.split(', ').toSorted()
      expect(sorted(answer.headers.get('allow') ?? '')).toEqual(sorted(allowed))
    }
  })

  test('a header doesn’t make another method of one', async () => {
    const post = await ana.writes()
    for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
      expect((await ana.get(`/posts/${post.id}?_method=DELETE`, { headers: { [name]: 'DELETE' } })).status).toBe(200)
    expect((await ana.get(`/posts/${post.id}`)).status).toBe(200)
  })

  test('HEAD is GET without the body, with the same guard', async () => {
    expect((await visitor.ask('HEAD', '/auth/users')).status).toBe(401)
    expect((await ana.ask('HEAD', '/auth/users')).status).toBe(403)
    const { status, text, headers } = await hipatia.ask('HEAD', '/auth/users')
    expect({ status, text }).toEqual({ status: 200, text: '' })
    expect(headers.get('x-total-count')).toBe('2')
  })

  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'LOCK', 'PURGE', 'QUERY'])('%s does nothing', async (method) => {
    const answer = await sendTarget(port, method, '/api/auth/users', as(hipatia))
    expect([400, 404, 405]).toContain(answer.status)
    expectRefusal(answer, answer.status)
    expect(answer.text).not.toContain(hipatia.token)
  })
})

describe('other sites', () => {
  test.each(['https://evil.example', 'null', 'http://127.0.0.1'])(
    '%s gets no leave to call, for no call',
    async (from) => {
      const headers = {
        ...{ origin: from, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
      }
      for (const path of ['/posts', '/auth/login', '/health', '/openapi.json', '/nothing'])
        for (const method of ['OPTIONS', 'GET', 'POST']) {
          const answer = await ana.ask(method, path, { headers })
          const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control'))
          expect(cors).toEqual([])
        }
    },
  )
})

describe('bytes that are hardly HTTP', () => {
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
  ])('%s: a refusal in the shape of all others, and the line is closed', async (_what, bytes) => {
    const answer = await sendRaw(port, Buffer.from(bytes, 'latin1'))
    expectRefusal(answer, 400)
  })

  test('a head that doesn’t end is 431, an address that doesn’t end too', async () => {
    expectRefusal(
      await sendRaw(port, `GET /api/health HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(20_000)}\r\n\r\n`),
      431,
    )
    expectRefusal(await sendRaw(port, `GET /api/posts/${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`), 431)
  })

  test('a body that says it is too long is refused before it comes', async () => {
    const answer = await sendRaw(port, `${head}content-length: 999999999\r\n\r\n{`)
    expectRefusal(answer, 413)
  })

  test('a body in pieces is counted as it comes', async () => {
    const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    expectRefusal(await sendRaw(port, `${head}transfer-encoding: chunked\r\n\r\n${piece}${piece}`), 413)
  })

  test('strangers are turned away before their body is read', async () => {
    const unread =
      'POST /api/posts HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{'
    const line = await openSocket(port)
    line.socket.write(unread)
    await once(line.socket, 'data')
    expectRefusal(readAnswer(line.sofar()), 401)
    line.socket.destroy()
  })

  test('headers and bodies with names of prototypes hurt nobody', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect((await sendTarget(port, 'GET', '/api/health', { [name]: 'x' })).status).toBe(200)
    for (const query of [
      '__proto__=x',
      '__proto__[x]=y',
      'constructor=x',
      'a=%00',
      'a=%ff',
      '&&&===',
      'a'.repeat(5000),
    ])
      expect((await sendTarget(port, 'GET', `/api/posts?${query}`, as(ana))).status).toBe(200)
  })

  test('two requests on one line are answered one after the other, each with its own guard', async () => {
    const line = await openSocket(port)
    const request = (path: string, headers: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`
    line.socket.write(
      request('/api/auth/me', `authorization: Bearer ${ana.token}\r\n`) +
        request('/api/auth/me', 'connection: close\r\n'),
    )
    const answers = (await line.end()).split(/(?=HTTP\/1\.1 )/).map(readAnswer)
    expect(answers.map(({ status }) => status)).toEqual([200, 401])
    expect(answers[0]?.body).toMatchObject({ name: 'Ana' })
  })
})

test('who wishes for a WebSocket where there is none is answered as anybody else', async () => {
  const line = await openSocket(port)
  line.socket.write(
    `GET /api/health HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==\r\n\r\n`,
  )
  await expect.poll(line.sofar).toMatch(/^HTTP\/1\.1 200 /)
  line.socket.destroy()
})

describe('patience', () => {
  test('heads and idle lines have their time, and no more', () => {
    const { headersTimeout, keepAliveTimeout, timeout } = community.app.server
    for (const limit of [headersTimeout, keepAliveTimeout, timeout]) {
      expect(limit).toBeGreaterThan(0)
      expect(limit).toBeLessThanOrEqual(75_000)
    }
    expect(headersTimeout).toBeLessThanOrEqual(10_000)
  })

  test('a head that dribbles in is cut off with 408, while others are served', { timeout: 40_000 }, async () => {
    const line = await openSocket(port)
    line.socket.write('GET /api/health HTTP/1.1\r\nhost: x\r\n')
    const dribble = setInterval(() => line.socket.write('x: y\r\n'), 500)
    const cutOff = line.end()
    expect(done(await visitor.get('/health'))).toMatchObject({ status: 'ok' })
    const answer = readAnswer(await cutOff)
    clearInterval(dribble)
    expectRefusal(answer, 408)
  })
})

test('a body that dribbles in is cut off with 408, but an upload may take as long as it keeps coming', async () => {
  const { port, signIn, close } = await foundCommunity({ bodyWithin: 300 })
  const ana = await signIn('Ana')
  const begin = async (path: string, type: string, first: string) => {
    const line = await openSocket(port)
    line.socket.write(
      `POST /api${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ana.token}\r\nconnection: close\r\n` +
        `content-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`,
    )
    const send = (text: string) => line.socket.write(`${text.length.toString(16)}\r\n${text}\r\n`)
    send(first)
    return { line, send }
  }
  const form = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
  const upload = await begin('/files/upload', 'multipart/form-data; boundary=b', form)
  const post = await begin('/posts', 'application/json', '{"title":')
  expectRefusal(readAnswer(await post.line.end()), 408)
  upload.send('más de lo que otros tienen\r\n--b--\r\n'.replace('á', 'a'))
  upload.line.socket.write('0\r\n\r\n')
  expect(readAnswer(await upload.line.end())).toMatchObject({ status: 201, body: { original_name: 'a.txt' } })
  await close()
})

test('after all of this nothing has failed inside', () => {
  expect(community.log().filter(({ level, status }) => Number(level) >= 50 || Number(status) >= 500)).toEqual([])
})
