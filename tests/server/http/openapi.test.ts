// The API's description (DECISIONS §2): OpenAPI generated from the contract, and a self-contained page of it.
import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'
import { communityOfThisFile, expectDone } from '../../support/server/community.ts'

const community = await communityOfThisFile()
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
const rows = new Map(
  Object.values(api)
    .flatMap((area) => Object.values<Endpoint>(area))
    .map((row) => [`${row.method} ${row.path.replace(/:(\w+)/g, '{$1}')}`, row]),
)

/** The schema that a chain of references ends in. */
function resolve(schema: Schema | undefined): Schema {
  if (!schema?.$ref) return schema ?? {}
  return resolve(description.components.schemas[schema.$ref.replace('#/components/schemas/', '')])
}
const bodyOf = (call: string) => resolve(named.get(call)?.requestBody?.content['application/json'].schema)
const answerOf = (call: string) => resolve(named.get(call)?.responses['200']?.content?.['application/json'].schema)

test('the OpenAPI document is of OpenAPI 3.1 and this version, below /api, and has every call of the contract', () => {
  expect(description).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Alejandría', version: '0.0.0-test' },
    servers: [{ url: '/api' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  })
  expect([...named.keys()].toSorted()).toEqual([...rows.keys()].toSorted())
})

test.each(operations)('$call is described: parameters, security, answers', ({ call, path, operation }) => {
  expect(operation.summary).toMatch(/\S/)
  expect(operation.tags).toEqual([path.split('/')[1]])
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path')
  expect(parameters.map(({ name }) => name)).toEqual(inPath)
  const inHeader = operation.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  expect(inHeader).toEqual(rows.get(call)?.renewsToken ? ['x-renew-token'] : [])
  for (const parameter of operation.parameters) {
    expect(['path', 'query', 'header']).toContain(parameter.in)
    const isNeeded =
      parameter.in === 'path' || ['/news/shared url', '/chat/changes after'].includes(`${path} ${parameter.name}`)
    expect(parameter.required).toBe(isNeeded)
    expect(Object.keys(parameter.schema).length).toBeGreaterThan(0)
  }
  expect(operation.security).toEqual(rows.get(call)?.access === 'public' ? [] : [{ bearer: [] }])
  const [status = '', answer] = Object.entries(operation.responses)[0] ?? []
  expect(['200', '201', '204']).toContain(status)
  expect(answer?.description).toMatch(/\S/)
  expect(answer?.content === undefined).toBe(status === '204')
  const problem = resolve(operation.responses.default?.content?.['application/json'].schema)
  expect(Object.keys(problem.properties ?? {})).toEqual(['detail', 'code', 'errors', 'path', 'factors'])
})

test('the OpenAPI document describes forms with their file and fields, and bytes as binary', () => {
  const form = named.get('POST /files/upload')?.requestBody?.content as unknown as Record<string, { schema: Schema }>
  expect(Object.keys(form)).toEqual(['multipart/form-data'])
  expect(form['multipart/form-data']?.schema).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' }, description: {}, category_id: {} },
    required: ['file'],
  })
  const content = named.get('GET /files/{id}/content/{signature}')?.responses['200']?.content
  expect(content).toEqual({ '*/*': { schema: { type: 'string', format: 'binary' } } })
})

test('the OpenAPI document has a unique id for every operation, no broken references, no $defs and no ids of the library', () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference)
  expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(operations.length)
  expect(JSON.stringify(description)).not.toMatch(/"\$defs"|"\$schema"|"\$id"|"~standard"/)
  expect(references.length).toBeGreaterThan(10)
  for (const reference of references) {
    const target = reference
      ?.slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], description)
    expect(reference?.startsWith('#/') && target !== undefined ? 'leads' : reference).toBe('leads')
  }
})

test('the OpenAPI document has the fields, with required ones, maximal lengths and choices, and the headers of lists', () => {
  expect(bodyOf('POST /auth/login').required?.toSorted()).toEqual(['name', 'password'])
  expect(Object.keys(answerOf('POST /auth/login').properties ?? {})).toEqual(['access_token', 'user'])
  const user = bodyOf('POST /auth/users')
  expect(Object.keys(user.properties ?? {}).toSorted()).toEqual([
    ...['avatar', 'client_id', 'email', 'must_choose_password', 'name', 'password', 'phone', 'role'],
  ])
  expect(user.required?.toSorted()).toEqual(['email', 'name', 'password'])
  expect(user.properties).toMatchObject({
    name: { type: 'string', maxLength: 60 },
    password: { type: 'string', minLength: 6, maxLength: 200 },
    role: { enum: ['admin', 'normal'] },
  })
  expect(bodyOf('PUT /auth/users/{id}').required ?? []).toEqual([])
  const list = answerOf('GET /posts')
  expect(list.type).toBe('array')
  expect(resolve(list.items).properties).toHaveProperty('excerpt')
  const query = named.get('GET /posts/all')?.parameters.map(({ name }) => name)
  expect(query?.toSorted()).toEqual(['category_id', 'cursor', 'include_unpublished', 'limit', 'q', 'view'])
  const headers = named.get('GET /posts')?.responses['200']?.headers ?? {}
  expect(Object.keys(headers).toSorted()).toEqual(['Link', 'X-Total-Count'])
})

test('the documentation page names every call, has no scripts, handlers, frames or requests to other sites, and only its own style, with a nonce', async () => {
  const response = await fetch(`${origin}/api/docs`)
  const html = await response.text()

  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(html).toMatch(/^<!doctype html>/)
  expect(html).not.toMatch(/<script|<iframe|<object|<embed|<link|<img|<base|<form|@import|url\(|\son\w+=|javascript:/i)
  expect([...html.matchAll(/(?:href|src|action)="([^"]*)"/g)].map(([, address]) => address)).toEqual([
    '/api/openapi.json',
  ])
  expect(html.match(/https?:\/\//g) ?? []).toEqual([])

  const csp = response.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(csp)?.[1]
  expect(nonce).toMatch(/^[\w+/=]{20,}$/)
  expect(html).toContain(`<style nonce="${nonce}">`)
  expect(html.match(/<style/g)).toHaveLength(1)
  expect(html).not.toMatch(/\sstyle=/)
  expect(csp).toContain("default-src 'none'")
  expect(csp).not.toContain('unsafe')

  for (const { call } of operations) expect(html).toContain(call.replace(' ', ' /api'))
  for (const name of Object.keys(description.components.schemas)) expect(html).toContain(name)
})
