import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { isStorable } from '../../contract/fields.ts'
import type { Cursor, Page } from '../db/page.ts'
import { failField } from './fail.ts'

const write = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** The cursor of a query, or undefined for the first page; 422 when it is none that this list gave out. */
export function readCursor<S extends z.ZodMiniType<Cursor>>(
  shape: S,
  cursor: string | undefined,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined
  try {
    const place = z.parse(shape, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (place.every((key) => typeof key === 'number' || isStorable(key))) return place
  } catch {
    // what a caller made up may be anything
  }
  return failField('cursor', 'No es la continuación de esta lista')
}

/** Says with headers how long the whole list is and where it goes on (DECISIONS §2, "Lists"). */
export function sendPaging(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>) {
  reply.header('x-total-count', page.total)
  if (page.next === null) return
  const url = new URL(request.url, 'http://localhost')
  const fields = Array.isArray(page.next) ? { cursor: write(page.next) } : page.next
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
