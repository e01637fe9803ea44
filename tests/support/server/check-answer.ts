/**
 * Compares successful answers with the contract: the server sends a row's `response` without validating it, as the
 * compiler checks what a handler returns, and can't check what the database returned.
 */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'

interface Received {
  method: string
  url: string
  status: number
  type: string | null
  bytes: ArrayBuffer
}

const isParameter = (segment: string) => segment.startsWith(':')
const parameters = ({ path }: Endpoint) => path.split('/').filter(isParameter).length

/** Rows with parameters last: `/files/sections` isn't the address of a file. */
const rows = Object.values(api)
  .flatMap((area): Endpoint[] => Object.values(area))
  .toSorted((a, b) => parameters(a) - parameters(b))
  .map((row) => {
    const segments = row.path.split('/').map((segment) => (isParameter(segment) ? '[^/]+' : segment))
    return { row, path: new RegExp(`^/api${segments.join('/')}$`) }
  })

function describeDifference(schema: Schema, text: string) {
  const body: unknown = JSON.parse(text)
  const { data, error } = z.safeParse(schema, body)
  if (error) return error.issues.map((issue) => JSON.stringify(issue)).join('\n')
  if (!isDeepStrictEqual(data, body)) return 'fields that the contract lacks'
}

/** Names the row and what is wrong with the answer; undefined if nothing is, and for refusals and unknown addresses. */
export function checkAnswer({ method, url, status, type, bytes }: Received) {
  if (status < 200 || status > 299) return
  const { pathname } = new URL(url)
  const row = rows.find(({ row, path }) => row.method === method && path.test(pathname))?.row
  if (!row || row.bytes || row.html) return
  const text = new TextDecoder().decode(bytes)
  const expected = row.response ? (row.status ?? 200) : 204
  const problem =
    status !== expected
      ? `status ${status} instead of ${expected}`
      : row.response && !type?.startsWith('application/json')
        ? `is ${type}`
        : row.response && describeDifference(row.response, text)
  return problem && `${method} ${row.path}: ${problem}\n${text.slice(0, 500)}`
}
