// The log: a JSON line for each request, with the caller's request id, and without secrets or personal data.
import { expect, test } from 'vitest'
import { communityOfThisFile, communityOfThisTest, passwordOf } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { sendRaw } from '../../support/server/sockets/raw-http.ts'

const community = await communityOfThisFile()
const { hipatia, visitor } = community
const ana = await community.signIn('Ana')

const linesOf = (id: string | null) => community.log().filter(({ reqId }) => reqId === id)

test('the log line of a request, also of a refused one, has the id of the answer, the row, the status, the person and the address', async () => {
  const post = await ana.writes()
  const answer = await ana.get(`/posts/${post.id}?view=summary`)
  const id = answer.headers.get('x-request-id')
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  const numbers = { level: 30, status: 200, ms: expect.any(Number), time: expect.any(Number) }
  const request = { msg: 'request', method: 'GET', route: '/api/posts/:id', user: ana.id, address: '127.0.0.1' }
  expect(linesOf(id)).toEqual([expect.objectContaining({ ...numbers, ...request })])
  const calls = [
    [await visitor.get('/posts'), 401, '/api/posts'],
    [await ana.get('/auth/users'), 403, '/api/auth/users'],
    [await ana.post('/posts', {}), 422, '/api/posts'],
    [await ana.ask('POST', '/posts', { raw: '{' }), 400, '/api/posts'],
    [await visitor.get('/nothing'), 404, 'none'],
  ] as const
  for (const [answer, status, route] of calls) {
    expectRefusal(answer, status)
    expect(linesOf(answer.headers.get('x-request-id'))).toEqual([expect.objectContaining({ status, route, level: 30 })])
  }
})

test('a refused sign-in is logged with the address, and the account if it exists', async () => {
  const answer = await community.tryToSignIn('Ana', 'no es esta')
  const lines = linesOf(answer.headers.get('x-request-id'))
  expect(lines.map(({ status }) => status)).toContain(401)
  const noted = community.log().filter(({ msg }) => msg === 'sign-in refused')
  expect(noted).toEqual([expect.objectContaining({ address: '127.0.0.1', user: ana.id })])
})

test('a proxy that the server doesn’t know is logged once, and a known one isn’t', async () => {
  const known = await communityOfThisTest({ trustedProxies: ['127.0.0.1'] })
  const lines = ({ log }: typeof community) => log().filter(({ msg }) => `${msg}`.includes('TRUST_PROXY'))
  for (const { visitor } of [community, known])
    for (const address of ['198.18.0.1', '198.18.0.2'])
      await visitor.get('/health', { headers: { 'x-forwarded-for': address } })
  expect(lines(community)).toEqual([expect.objectContaining({ level: 40 })])
  expect(lines(known)).toEqual([])
})

test('every line of the log is JSON, with any names and input', async () => {
  const hostile = '{"level":50,"msg":"fake"}'
  await visitor.get(`/${encodeURIComponent(`\n${hostile}`)}`)
  await visitor.get('/health', { headers: { 'user-agent': hostile, referer: hostile, 'x-request-id': hostile } })
  await community.tryToSignIn(`Ana\n${hostile}`, `\n${hostile}`)
  await ana.writes({ title: hostile, content: `\n${hostile}\n\x1b[2J` })
  await sendRaw(community.port, `GET /\x1b[31m HTTP/1.1\r\n\r\n`)
  expect(() => community.log()).not.toThrow()
  expect(community.logText()).not.toContain('fake')
  expect(community.logText()).not.toContain('\x1b')
  for (const line of community.logText().trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
})

test('no token, password, e-mail, text or query of a busy day is logged', async () => {
  const secrets: string[] = [ana.token, hipatia.token, passwordOf('Ana'), passwordOf('Hipatia')]
  const bruno = await community.signIn('Bruno')
  secrets.push(bruno.token, passwordOf('Bruno'))
  const changed = { current_password: passwordOf('Bruno'), new_password: 'clave-nueva-de-bruno' }
  await bruno.post('/auth/change-password', changed)
  await hipatia.put(`/auth/users/${bruno.id}`, { password: 'clave-puesta-por-hipatia', phone: '600777888' })
  await bruno.post('/auth/change-password', { current_password: 'clave-equivocada', new_password: 'otra-clave-mas' })
  await community.tryToSignIn('Ana', 'clave-de-intento')
  await hipatia.post('/auth/users', { name: 'Doble', email: 'ana@alejandria.example', password: 'clave-de-doble' })
  await visitor.get('/auth/me?access_token=ficha-en-la-consulta&password=clave-en-la-consulta')
  await visitor.get('/auth/me', { headers: { authorization: 'Bearer ficha-inventada', cookie: 'sid=ficha-en-cookie' } })
  await visitor.ask('POST', '/auth/login', { raw: '{"name":"Ana","password":"clave-a-medias"' })
  await visitor.get('/nothing/ficha-en-el-camino')
  await ana.writes({ title: 'Título privado', content: 'Contenido privado' })
  await bruno.post('/auth/logout')
  const text = community.logText()
  expect(text).toContain('/api/auth/change-password')
  for (const secret of [
    ...secrets,
    ...['clave-nueva', 'clave-puesta', 'clave-equivocada', 'otra-clave', 'clave-de-intento', 'clave-de-doble'],
    ...['ficha-en-la-consulta', 'clave-en-la-consulta', 'ficha-inventada', 'ficha-en-cookie', 'clave-a-medias'],
    ...['ficha-en-el-camino', 'Título privado', 'Contenido privado', '600777888', '@alejandria.example', 'argon2'],
  ])
    expect(text).not.toContain(secret)
})

test('an internal error is logged with its stack and hidden from the caller', async () => {
  const { db } = community
  await db.schema.alterTable('categories').renameTo('moved_away').execute()
  const answer = await ana.get('/categories')
  await db.schema.alterTable('moved_away').renameTo('categories').execute()
  expectRefusal(answer, 500)
  expect(answer.text).not.toMatch(/categories|select|relation|no such table/)
  const lines = linesOf(answer.headers.get('x-request-id'))
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'request failed'],
    [30, 'request'],
  ])
  expect(JSON.stringify(lines[0]?.err)).toMatch(/categories/)
  expect((await ana.get('/categories')).status).toBe(200)
})
