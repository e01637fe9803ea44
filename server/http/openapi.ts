import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import { type Endpoint, newTokenHeader, type Schema } from '../../contract/endpoint.ts'
import { api, Problem } from '../../contract/index.ts'

type Json = Record<string, unknown>

export const allRows = Object.entries(api).flatMap(([area, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).map(([name, row]) => ({ area, name, row })),
)

const componentsPath = '#/components/schemas/'

type Convert = ReturnType<typeof createConverter>

/** Converts schemas to JSON Schema, each of them once; schemas with an id go to `components` and become references. */
function createConverter(components: Json) {
  const done = { input: new Map<Schema, Json>(), output: new Map<Schema, Json>() }

  function convert(schema: Schema, io: 'input' | 'output') {
    const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
    // zod's references point into its own document, which is split here
    const { $schema, $defs, ...json } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${componentsPath}`))
    for (const [name, { id, ...definition }] of Object.entries(($defs ?? {}) as Record<string, Json>))
      components[name] = definition
    done[io].set(schema, json)
    return json as Json
  }

  return (schema: Schema, io: 'input' | 'output') => done[io].get(schema) ?? convert(schema, io)
}

const jsonContent = (schema: Json, mediaType = 'application/json') => ({ [mediaType]: { schema } })
const bytes = { type: 'string', format: 'binary' }

function requestBody(row: Endpoint, convert: Convert) {
  if (row.body)
    return { requestBody: { required: true, content: jsonContent(convert(row.body, 'input'), row.mediaType) } }
  if (!row.form) return {}
  const form = convert(row.form, 'input')
  const schema = { ...form, properties: { file: bytes, ...(form.properties as Json) }, required: ['file'] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function answerContent(row: Endpoint, convert: Convert) {
  if (row.bytes) return { content: { '*/*': { schema: bytes } } }
  if (row.html) return { content: { 'text/html': { schema: { type: 'string' } } } }
  return row.response ? { content: jsonContent(convert(row.response, 'output')) } : {}
}

const parameters = (location: 'path' | 'query', schema: Schema | undefined, convert: Convert) => {
  const json = schema ? convert(schema, 'input') : {}
  const required = new Set((json.required as string[] | undefined) ?? [])
  return Object.entries((json.properties as Record<string, Json> | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    schema: property,
  }))
}

const newTokenParameter = {
  name: newTokenHeader,
  in: 'header',
  required: false,
  description: 'With 1, the session gets a new token; without it the token of the request goes on',
  schema: { type: 'string', enum: ['1'] },
}

const header = (description: string, type: 'integer' | 'string') => ({ description, schema: { type } })
const pageHeaders = {
  'X-Total-Count': header('Count of the whole list', 'integer'),
  Link: header('The next page, rel="next"', 'string'),
}
const tokenHeaders = {
  'X-Access-Token': header('The new token of this session, if it has one; the one before has ended', 'string'),
}

export function describeOperation(area: string, name: string, row: Endpoint, convert: Convert) {
  const problem = { description: 'Refused', content: jsonContent(convert(Problem, 'output')) }
  const answer = answerContent(row, convert)
  const hasBody = row.response || row.bytes || row.html
  return {
    operationId: `${area}.${name}`,
    tags: [row.path.split('/')[1] ?? ''],
    summary: row.summary,
    'x-access': row.access,
    ...(row.confirms && { 'x-confirms': true }),
    security: row.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [
      ...parameters('path', row.params, convert),
      ...parameters('query', row.query, convert),
      ...(row.renewsToken ? [newTokenParameter] : []),
    ],
    ...requestBody(row, convert),
    responses: {
      [hasBody ? (row.status ?? 200) : 204]: {
        description: hasBody ? 'Done' : 'Done, without a body',
        ...answer,
        ...(row.paged && { headers: pageHeaders }),
        ...(row.renewsToken && { headers: tokenHeaders }),
      },
      default: problem,
    },
  }
}

/** Describes all rows; other requests are answered between the areas. */
export async function describeApi(version: string) {
  const components: Json = {}
  const convert = createConverter(components)
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  let described = ''
  for (const { area, name, row } of allRows) {
    if (area !== described) await setImmediate()
    described = area
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeOperation(area, name, row, convert) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Alejandría', version },
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: components,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  }
}
