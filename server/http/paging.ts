import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { Id, isStorable } from '../../contract/fields.ts'
import type { Cursor, Page } from '../db/page.ts'
import { failField } from './fail.ts'

/** Cursor of lists that are sorted by id. */
export const IdCursor = z.tuple([Id])

const encodeCursor = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** Decodes the cursor of a query; undefined for the first page, 422 for a cursor of another list. */
export function readCursor<S extends z.ZodMiniType<Cursor>>(
  shape: S,
  cursor: string | undefined,
): z.output<S> | undefined {
  if (cursor === undefined) return undefined
  try {
    const keys = z.parse(shape, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (keys.every((key) => typeof key === 'number' || isStorable(key))) return keys
  } catch {
    // a made-up cursor may be anything
  }
  return failField('cursor', 'No es la continuación de esta lista')
}

/** Sets the headers for the total count and the next page (DECISIONS §2, "Lists"). */
export function sendPaging(request: FastifyRequest, reply: FastifyReply, page: Page<unknown>) {
  reply.header('x-total-count', page.total)
  if (page.counts) reply.header('x-counts', [...page.counts].map(([name, count]) => `${name}=${count}`).join(', '))
  if (page.suggestion !== undefined) reply.header('x-suggestion', encodeURIComponent(page.suggestion))
  if (page.changes !== undefined) reply.header('x-changes', page.changes)
  if (page.unread !== undefined) reply.header('x-unread', page.unread)
  if (page.isIncomplete) reply.header('x-incomplete', '1')
  if (page.isPartial) reply.header('x-partial', '1')
  if (page.next === null) return
  const { url } = request
  const end = url.includes('?') ? url.indexOf('?') : url.length
  // a request may name the whole address
  const path = url.startsWith('/') ? url.slice(0, end) : new URL(url).pathname
  const fields = new URLSearchParams(url.slice(end))
  const next = Array.isArray(page.next) ? { cursor: encodeCursor(page.next) } : page.next
  for (const [name, value] of Object.entries(next)) {
    if (value === null) fields.delete(name)
    else fields.set(name, value)
  }
  reply.header('link', `<${path}?${fields}>; rel="next"`)
}
