// The API's description (DECISIONS §2): OpenAPI generated from the contract, and a self-contained page of it.
import { afterAll, describe, expect, test } from 'vitest'
import { expectDone, startCommunity } from '../../support/server/community.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { origin, visitor } = community

interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  maxLength?: number
  minLength?: number
  enum?: unknown[]
}
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { required: boolean; content: { 'application/json': { schema: Schema } } }
  responses: Record<
    string,
    { description: string; content?: { 'application/json': { schema: Schema } }; headers?: object }
  >
}
interface Description {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: object }
}
const description = expectDone(await visitor.get<Description>('/openapi.json'))
const operations = Object.entries(description.paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${path}`, path, operation })),
)
const named = new Map(operations.map(({ call, operation }) => [call, operation]))

/** The schema that a chain of references ends in. */
function resolve(schema: Schema | undefined): Schema {
  if (!schema?.$ref) return schema ?? {}
  return resolve(description.components.schemas[schema.$ref.replace('#/components/schemas/', '')])
}
const bodyOf = (call: string) => resolve(named.get(call)?.requestBody?.content['application/json'].schema)
const answerOf = (call: string, status: string) =>
  resolve(named.get(call)?.responses[status]?.content?.['application/json'].schema)

describe('the OpenAPI document', () => {
  test('is of OpenAPI 3.1 and this version, below /api', () => {
    expect(description).toMatchObject({
      ...{ openapi: '3.1.0', info: { title: 'Alejandría', version: '0.0.0-test' }, servers: [{ url: '/api' }] },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    })
  })

  // SPEC §7, and additions
  test('has every call of the spec, and the additions', () => {
    expect(operations.map(({ call }) => call).toSorted()).toEqual(
      [
        ...[
          'GET /health',
          'POST /auth/login',
          'POST /auth/logout',
          'GET /auth/me',
          'GET /auth/users',
          'POST /auth/users',
        ],
        ...['PUT /auth/users/{id}', 'DELETE /auth/users/{id}', 'POST /auth/users/{id}/toggle-status'],
        'POST /auth/confirm',
        ...['GET /auth/users/{id}/sessions', 'POST /auth/users/{id}/sessions/end-all'],
        'DELETE /auth/users/{id}/sessions/{session_id}',
        ...['POST /auth/change-password', 'POST /auth/heartbeat', 'GET /auth/online-users'],
        ...[
          'GET /categories',
          'GET /categories/all',
          'GET /categories/{id}',
          'POST /categories',
          'PUT /categories/{id}',
        ],
        ...['DELETE /categories/{id}', 'POST /categories/initialize'],
        ...['GET /posts', 'GET /posts/{id}', 'POST /posts', 'PUT /posts/{id}', 'DELETE /posts/{id}'],
        ...['GET /posts/drafts/my', 'GET /posts/all', 'PUT /posts/{id}/publish'],
        ...['GET /files', 'GET /files/{id}', 'POST /files/upload', 'POST /files/url', 'DELETE /files/{id}'],
        // additions: counts by place, and the bytes
        ...['GET /files/sections', 'GET /files/{id}/content/{signature}', 'GET /auth/avatars/{id}/{signature}'],
        ...['GET /comments/post/{id}', 'POST /comments/post/{id}', 'PUT /comments/{id}', 'DELETE /comments/{id}'],
        ...['GET /chat/messages', 'POST /chat/messages'],
        // additions: changes of messages, and the chat's reading position
        ...['PUT /chat/messages/{id}', 'DELETE /chat/messages/{id}', 'GET /chat/changes'],
        ...['GET /chat/reading', 'PUT /chat/reading'],
        // addition: who can be mentioned
        'GET /users/names',
        // additions: reactions
        ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /reactions/{kind}/{id}`),
        // additions: targets and sources of link tokens, and earlier versions of a post
        ...['GET /search', 'POST /links', 'GET /posts/{id}/linked-from', 'GET /files/{id}/used-in'],
        ...['GET', 'DELETE'].map((method) => `${method} /posts/{id}/versions/{version}`),
        'GET /posts/{id}/versions',
        ...[
          'GET /news',
          'GET /news/{id}',
          'POST /news',
          'PUT /news/{id}',
          'DELETE /news/{id}',
          'POST /news/initialize',
        ],
        ...['POST /notifications/admin/broadcast', 'GET /notifications/admin/recipients'],
        ...['GET /notifications/preferences', 'PUT /notifications/preferences', 'GET /notifications/test/new-post'],
        ...['GET /notifications/admin/users/preferences', 'PUT /notifications/admin/users/{id}/preferences'],
        'POST /notifications/admin/preferences/bulk-update',
        // additions: earlier shares of an address and its title; sessions; what's new; audit events; the state
        ...['GET /news/shared', 'POST /news/title'],
        ...['GET /auth/sessions', 'DELETE /auth/sessions/{id}', 'POST /auth/sessions/end-others'],
        ...['GET /sections', 'PUT /sections/{section}', 'GET /audit', 'GET /admin/state', 'POST /admin/state/snapshot'],
        // additions: notices, and what's new on one page
        ...['GET /notices', 'PUT /notices/read', 'GET /notices/broadcasts/{id}'],
        ...['GET /notices/settings', 'PUT /notices/settings'],
        ...['GET /posts/{id}/following', 'PUT /posts/{id}/following'],
        ...['GET /sections/visit', 'PUT /sections/visit', 'PUT /sections/conversations/{id}'],
        // additions: invitations, and links for a forgotten password
        ...['GET /auth/invitations', 'POST /auth/invitations', 'DELETE /auth/invitations/{id}'],
        'POST /auth/invitations/list',
        ...['POST /auth/invitations/{id}/renew', 'POST /auth/invitations/read', 'POST /auth/invitations/accept'],
        ...['POST /auth/password-links', 'POST /auth/password-links/for/{id}'],
        ...['POST /auth/password-links/read', 'POST /auth/password-links/accept'],
        // additions: the answer to a mail about a new device
        ...['POST /auth/disowned-sign-ins', 'POST /auth/disowned-sign-ins/read'],
        // additions: second factors
        ...['GET /auth/factors', 'POST /auth/factors/recovery-codes', 'POST /auth/factors/of/{id}/remove'],
        ...['POST /auth/totp/begin', 'POST /auth/totp', 'POST /auth/totp/remove'],
        ...['GET /auth/factor-demand', 'PUT /auth/factor-demand'],
        // additions: passkeys
        ...['GET /auth/passkeys', 'POST /auth/passkeys/begin', 'POST /auth/passkeys'],
        ...['PUT /auth/passkeys/{id}', 'DELETE /auth/passkeys/{id}'],
        ...['confirm', 'sign-in', 'invitation'].flatMap((what) => [
          `POST /auth/passkeys/${what}/begin`,
          `POST /auth/passkeys/${what}`,
        ]),
        'POST /auth/first-password',
        // additions: what a person has made, and a ZIP of it
        ...['GET /auth/users/{id}/contents', 'POST /account/export', 'GET /account/export/{id}/{signature}'],
        // additions: the state of the mail queue, and a retry
        ...['GET /notifications/admin/outbox', 'POST /notifications/admin/outbox/retry'],
        ...['GET /notifications/admin/mails', 'GET /notifications/admin/mails/{id}/deliveries'],
        'POST /notifications/admin/mails/{id}/retry',
        ...['GET /notifications/unsubscribe/{token}', 'POST /notifications/unsubscribe/{token}'],
        'POST /policy-reports',
        // additions: push messages
        ...['GET /push/key', 'GET /push/subscriptions', 'POST /push/subscriptions'],
        ...['PUT /push/subscriptions/{id}', 'DELETE /push/subscriptions/{id}', 'POST /push/subscriptions/{id}/test'],
      ].toSorted(),
    )
  })

  test.each(operations)('$call is described: parameters, security, answers', ({ path, operation }) => {
    expect(operation.summary).toMatch(/\S/)
    expect(operation.tags).toEqual([path.split('/')[1]])
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
    expect(parameters.map(({ name }) => name)).toEqual(inPath)
    for (const parameter of operation.parameters) {
      expect(['path', 'query']).toContain(parameter.in)
      const isNeeded =
        parameter.in === 'path' || ['/news/shared url', '/chat/changes after'].includes(`${path} ${parameter.name}`)
      expect(parameter.required).toBe(isNeeded)
      expect(Object.keys(parameter.schema).length).toBeGreaterThan(0)
    }
    const open = [
      '/health',
      '/auth/login',
      '/auth/invitations/read',
      '/auth/invitations/accept',
      '/auth/password-links',
      '/auth/password-links/read',
      '/auth/password-links/accept',
      '/auth/disowned-sign-ins',
      '/auth/disowned-sign-ins/read',
      ...['/auth/passkeys/sign-in/begin', '/auth/passkeys/sign-in'],
      ...['/auth/passkeys/invitation/begin', '/auth/passkeys/invitation'],
      '/files/{id}/content/{signature}',
      '/auth/avatars/{id}/{signature}',
      '/account/export/{id}/{signature}',
      '/notifications/unsubscribe/{token}',
      '/policy-reports',
    ]
    const isOpen = open.includes(path)
    expect(operation.security).toEqual(isOpen ? [] : [{ bearer: [] }])
    const [status = '', answer] = Object.entries(operation.responses)[0] ?? []
    expect(['200', '201', '204']).toContain(status)
    expect(answer?.description).toMatch(/\S/)
    expect(answer?.content === undefined).toBe(status === '204')
    const problem = resolve(operation.responses.default?.content?.['application/json'].schema)
    expect(Object.keys(problem.properties ?? {})).toEqual(['detail', 'code', 'errors', 'path', 'factors'])
  })

  test('describes forms with their file and fields, and bytes as binary', () => {
    const form = named.get('POST /files/upload')?.requestBody?.content as unknown as Record<string, { schema: Schema }>
    expect(Object.keys(form)).toEqual(['multipart/form-data'])
    expect(form['multipart/form-data']?.schema).toMatchObject({
      properties: { file: { type: 'string', format: 'binary' }, description: {}, category_id: {} },
      required: ['file'],
    })
    const content = named.get('GET /files/{id}/content/{signature}')?.responses['200']?.content
    expect(content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
  })

  test('has a unique id for every operation', () => {
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  })

  test('has no broken references', () => {
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) {
      const target = reference
        ?.slice(2)
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description)
      expect(reference?.startsWith('#/') && target !== undefined ? 'leads' : reference).toBe('leads')
    }
  })

  test('has no $defs and no ids of the library', () => {
    expect(JSON.stringify(description)).not.toMatch(/"\$defs"|"\$schema"|"\$id"|"~standard"/)
  })

  test('has the fields of the spec, with required ones and maximal lengths', () => {
    const login = bodyOf('POST /auth/login')
    expect(login.required?.toSorted()).toEqual(['name', 'password'])
    expect(Object.keys(answerOf('POST /auth/login', '200').properties ?? {})).toEqual(['access_token', 'user'])
    const user = bodyOf('POST /auth/users')
    expect(Object.keys(user.properties ?? {}).toSorted()).toEqual([
      'avatar',
      'client_id',
      'email',
      'must_choose_password',
      'name',
      'password',
      'phone',
      'role',
    ])
    expect(user.required?.toSorted()).toEqual(['email', 'name', 'password'])
    expect(user.properties?.name).toMatchObject({ type: 'string', maxLength: 60 })
    expect(user.properties?.password).toMatchObject({ type: 'string', minLength: 6, maxLength: 200 })
    expect(user.properties?.role?.enum).toEqual(['admin', 'normal'])
    expect(bodyOf('PUT /auth/users/{id}').required ?? []).toEqual([])
    const post = bodyOf('POST /posts')
    expect(post.required?.toSorted()).toEqual(['content', 'title'])
    expect(post.properties?.title).toMatchObject({ type: 'string', maxLength: 200 })
    expect(post.properties?.content).toMatchObject({ type: 'string', maxLength: 100_000 })
    const message = bodyOf('POST /chat/messages')
    expect(message.required).toEqual(['message'])
    expect(Object.keys(message.properties ?? {}).toSorted()).toEqual([
      ...['client_id', 'message', 'message_type', 'reply_to'],
    ])
    expect(message.properties?.message).toMatchObject({ type: 'string', maxLength: 4000 })
    const messages = named.get('GET /chat/messages')?.parameters.map(({ name }) => name)
    expect(messages?.toSorted()).toEqual(['after', 'around', 'before', 'limit'])
    expect(bodyOf('PUT /posts/{id}/publish')).toMatchObject({ required: ['is_published'] })
    const list = answerOf('GET /posts', '200')
    expect(list.type).toBe('array')
    expect(resolve(list.items).properties).toHaveProperty('excerpt')
    const query = named.get('GET /posts/all')?.parameters.map(({ name }) => name)
    expect(query?.toSorted()).toEqual(['category_id', 'cursor', 'include_unpublished', 'limit', 'q', 'view'])
    expect(Object.keys(named.get('GET /posts')?.responses['200']?.headers ?? {}).toSorted()).toEqual([
      'Link',
      'X-Total-Count',
    ])
  })
})

describe('the documentation page', async () => {
  const response = await fetch(`${origin}/api/docs`)
  const html = await response.text()

  test('has no scripts, handlers, frames or requests to other sites', () => {
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toMatch(/^<!doctype html>/)
    expect(html).not.toMatch(
      /<script|<iframe|<object|<embed|<link|<img|<base|<form|@import|url\(|\son\w+=|javascript:/i,
    )
    expect([...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
      '/api/openapi.json',
    ])
    expect(html.match(/https?:\/\//g) ?? []).toEqual([])
  })

  test('has only its own style, with a nonce', () => {
    const csp = response.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(csp)?.[1]
    expect(nonce).toMatch(/^[\w+/=]{20,}$/)
    expect(html).toContain(`<style nonce="${nonce}">`)
    expect(html.match(/<style/g)).toHaveLength(1)
    expect(html).not.toMatch(/\sstyle=/)
    expect(csp).toContain("default-src 'none'")
    expect(csp).not.toContain('unsafe')
  })

  test('names every call', () => {
    for (const { call } of operations) expect(html).toContain(call.replace(' ', ' /api'))
    for (const name of Object.keys(description.components.schemas)) expect(html).toContain(name)
  })
})
