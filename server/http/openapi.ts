import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../contract/endpoint.ts'
import { api, Problem } from '../../contract/index.ts'

type Json = Record<string, unknown>

export const allRows = Object.entries(api).flatMap(([area, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).map(([name, row]) => ({ area, name, row })),
)

const componentsPath = '#/components/schemas/'

/** Converts a schema to JSON Schema; schemas with an id go to `components` and become references. */
const convert = (schema: Schema, io: 'input' | 'output', components: Json): Json => {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  // zod's references point into its own document, which is split here
  const { $schema, $defs, ...json } = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${componentsPath}`))
  for (const [name, { id, ...definition }] of Object.entries(($defs ?? {}) as Record<string, Json>))
    components[name] = definition
  return json
}

const jsonContent = (schema: Json) => ({ 'application/json': { schema } })
const bytes = { type: 'string', format: 'binary' }

function requestBody(row: Endpoint, components: Json) {
  if (row.body) return { requestBody: { required: true, content: jsonContent(convert(row.body, 'input', components)) } }
  if (!row.form) return {}
  const form = convert(row.form, 'input', components)
  const schema = { ...form, properties: { file: bytes, ...(form.properties as Json) }, required: ['file'] }
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
}

function answerContent(row: Endpoint, components: Json) {
  if (row.bytes) return { content: { '*/*': { schema: bytes } } }
  if (row.html) return { content: { 'text/html': { schema: { type: 'string' } } } }
  return row.response ? { content: jsonContent(convert(row.response, 'output', components)) } : {}
}

const parameters = (location: 'path' | 'query', schema: Schema | undefined, components: Json) => {
  const json = schema ? convert(schema, 'input', components) : {}
  const required = new Set((json.required as string[] | undefined) ?? [])
  return Object.entries((json.properties as Record<string, Json> | undefined) ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.has(name),
    schema: property,
  }))
}

/** Describes one row; its schemas with an id are added to `components`. */
export function describeOperation(area: string, name: string, row: Endpoint, components: Json) {
  const problem = { description: 'Refused', content: jsonContent(convert(Problem, 'output', components)) }
  const answer = answerContent(row, components)
  const hasBody = row.response || row.bytes || row.html
  const paging = row.paged
    ? {
        headers: {
          'X-Total-Count': { description: 'Count of the whole list', schema: { type: 'integer' } },
          Link: { description: 'The next page, rel="next"', schema: { type: 'string' } },
        },
      }
    : {}
  return {
    operationId: `${area}.${name}`,
    tags: [row.path.split('/')[1] ?? ''],
    summary: row.summary,
    'x-access': row.access,
    security: row.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parameters('path', row.params, components), ...parameters('query', row.query, components)],
    ...requestBody(row, components),
    responses: {
      [hasBody ? (row.status ?? 200) : 204]: {
        description: hasBody ? 'Done' : 'Done, without a body',
        ...answer,
        ...paging,
      },
      default: problem,
    },
  }
}

export function describeApi(version: string) {
  const components: Json = {}
  const paths: Record<string, Record<string, ReturnType<typeof describeOperation>>> = {}
  for (const { area, name, row } of allRows) {
    const path = row.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: describeOperation(area, name, row, components) }
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
