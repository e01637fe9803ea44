// @databases both
// Input at the limits: maximal lengths, unknown addresses, accents, unneeded bodies, SQL (DECISIONS §2).
import { expect, test } from 'vitest'
import { cpuMs } from '../../support/cpu-time.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { expectNoFailures, watchForChanges } from '../../support/server/nothing-changed.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const ana = await community.signIn('Ana')
const post = await ana.writes({ title: 'El de siempre', content: 'Lo de siempre.' })
const nothingChanged = watchForChanges(community)

const letters = ['x', 'ñ', '文', '🦉']
test('the longest titles and contents of posts, also escaped ones, and comments are accepted', async () => {
  const raw = `{"title":"Uno","content":"${'\\ud83e\\udd89'.repeat(100_000)}"}`
  expect((await ana.ask('POST', '/posts', { raw })).status).toBe(201)
  for (const letter of letters) {
    community.advanceClock(minutes(1)) // each has the whole write limit
    const longest = { title: letter.repeat(200), content: letter.repeat(100_000) }
    const { id } = expectDone(await ana.post<{ id: string }>('/posts', longest))
    expect(expectDone(await ana.get(`/posts/${id}`))).toMatchObject(longest)
    expect((await ana.comments({ id }, letter.repeat(10_000))).content).toBe(letter.repeat(10_000))
    const padded = { title: ` ${longest.title}\n `, content: longest.content }
    expect(expectDone(await ana.put(`/posts/${id}`, padded))).toMatchObject(longest)
  }
})

test('the longest names and descriptions of categories, and fields of an account are accepted', async () => {
  for (const letter of letters) {
    const longest = { name: letter.repeat(80), description: letter.repeat(500) }
    expect(expectDone(await hipatia.post('/categories', longest))).toMatchObject(longest)
  }
  const longest = {
    name: `${'ñ'.repeat(50)}${'🦉'.repeat(10)}`,
    email: `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(6)}`,
    phone: '6'.repeat(30),
    avatar: `https://example.org/${'a'.repeat(1980)}`,
  }
  expect(longest.email).toHaveLength(254)
  const made = await hipatia.post('/auth/users', { ...longest, password: '🦉'.repeat(200) })
  expect(expectDone(made)).toMatchObject(longest)
})

test('a text that exceeds the maximum only before its NFC normalization is accepted', async () => {
  const { title } = await ana.writes({ title: 'e\u0301'.repeat(200) })
  expect(title).toBe('é'.repeat(200))
  expectRefusal(await ana.post('/posts', { title: 'e\u0301'.repeat(201), content: 'x' }), 422, { field: 'title' })
})

const ids = [
  ...['0', '-1', '1e309', 'NaN', '1.5', '1 or 1=1', '9007199254740993'],
  ...['null', 'undefined', '__proto__', 'constructor'],
  ...['0'.repeat(32), '0'.repeat(31), '0'.repeat(33), 'g'.repeat(32), 'x'.repeat(99), 'x'.repeat(8000), '../posts'],
  ...['018f3c5e-7b1a-7cc0-8000-000000000000', '..', '%00', '\0', `${post.id}\0`, `${post.id} `, '🦉', "';--"],
  ...[post.id.toUpperCase(), `${post.id},${post.id}`, '{id}', ':id', '*', '[object Object]', '\ud83e'.toWellFormed()],
]
test.each([
  ...['GET /posts/:id', 'PUT /posts/:id', 'PUT /posts/:id/publish', 'DELETE /posts/:id'],
  ...['GET /categories/:id', 'PUT /categories/:id', 'DELETE /categories/:id'],
  ...['PUT /auth/users/:id', 'DELETE /auth/users/:id', 'POST /auth/users/:id/toggle-status'],
  ...['GET /news/:id', 'PUT /news/:id', 'DELETE /news/:id', 'PUT /comments/:id', 'DELETE /comments/:id'],
  ...['GET /comments/post/:id', 'POST /comments/post/:id'],
])('%s is 404', async (call) => {
  const [method = '', path = ''] = call.split(' ')
  const post = { title: 'Uno', content: 'Dos', is_published: true }
  const body = { ...post, url: 'https://faro.example/', name: 'Otro nombre', phone: '1' }
  for (const id of ids) {
    const at = path.replace(':id', encodeURIComponent(id))
    const answer = await hipatia.ask(method, at, method === 'PUT' || method === 'POST' ? { body } : {})
    // fetch resolves `..` before it sends the request, which then reaches the list
    if (encodeURIComponent(id) === '..') expect([404, 405, 200]).toContain(answer.status)
    else expectRefusal(answer, 404)
  }
  nothingChanged()
})

test('malformed percent-encoding is 400 or 404 with the headers of every answer', async () => {
  for (const path of ['/posts/%', '/posts/%zz', '/posts/%E0%A4%A', '/categories/%c3%28', '/%ff']) {
    const answer = await ana.get(path)
    expect([400, 404]).toContain(answer.status)
    expectRefusal(answer, answer.status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
  }
})

test('a megabyte of accents on a single letter is refused at once', async () => {
  const content = `e${'\u0301\u0323'.repeat(250_000)}`
  const begun = cpuMs()
  for (const body of [
    { title: 'x', content },
    { title: content, content: 'x' },
  ])
    expectRefusal(await ana.post('/posts', body), 422)
  expect(cpuMs() - begun).toBeLessThan(5000)
  nothingChanged()
  const marked = expectDone(
    await ana.post<{ content: string }>('/posts', { title: 'Ẽ́́', content: `q${'\u0323'.repeat(30)}` }),
  )
  expect(marked.content).toBe(`q${'\u0323'.repeat(30)}`)
})

test('calls without a body ignore a JSON body and refuse a malformed one', async () => {
  for (const [method, path] of [
    ['POST', '/auth/heartbeat'],
    ['POST', `/auth/users/${ana.id}/toggle-status`],
    ['POST', '/categories/initialize'],
  ] as const) {
    expectRefusal(await hipatia.ask(method, path, { raw: '{' }), 400)
    expectRefusal(await hipatia.ask(method, path, { raw: 'x', headers: { 'content-type': 'text/plain' } }), 415)
  }
  nothingChanged()
  expect((await hipatia.post('/auth/heartbeat', { id: 'x', user_id: ana.id })).status).toBe(200)
  expect((await hipatia.post('/auth/heartbeat', null)).status).toBe(200)
})

test('SQL and LIKE patterns are plain text', async () => {
  for (const text of [
    ...["'; drop table posts; --", '%', '_', '" or ""="', '\\', '$1', '?', ':a', '{{post:1}}', '$\u007bx}', '\x1a'],
  ]) {
    const { id } = await ana.writes({ title: `x${text}`.replace('\x1a', ''), content: `x${text}` })
    expect(expectDone(await ana.get(`/posts/${id}`))).toMatchObject({ content: `x${text}` })
  }
  const { id } = await hipatia.createsCategory('O\'Higgins % _ " \\')
  expect(expectDone(await hipatia.get(`/categories/${id}`))).toMatchObject({ name: 'O\'Higgins % _ " \\' })
  expectRefusal(await hipatia.post('/categories', { name: 'O\'HIGGINS % _ " \\' }), 409)
})

test('none of these requests caused an error in the server or deleted an account', async () => {
  expectNoFailures(community)
  expect((await ana.get('/auth/me')).status).toBe(200)
})
