import type { IncomingHttpHeaders } from 'node:http'
import type { Range } from '../storage/storage.ts'

/** Current state of a resource, for the validators of a request (RFC 9110, §13). */
interface Validators {
  /** Strong, quoted. */
  etag: string
  /** Milliseconds since 1970. */
  modified: number
}

const tags = (header: string) => header.split(',').map((tag) => tag.trim())
const matchesWeakly = (header: string, etag: string) =>
  tags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
const matchesStrongly = (header: string, etag: string) => tags(header).some((tag) => tag === '*' || tag === etag)
const toSeconds = (at: number) => Math.floor(at / 1000) * 1000

/** 412 if the client expects another version, 304 if it has the current one, otherwise undefined. */
export function evaluatePreconditions(
  headers: IncomingHttpHeaders,
  { etag, modified }: Validators,
): 304 | 412 | undefined {
  const since = (name: 'if-modified-since' | 'if-unmodified-since') => Date.parse(headers[name] ?? '')
  const match = headers['if-match']
  const noneMatch = headers['if-none-match']
  if (match !== undefined ? !matchesStrongly(match, etag) : toSeconds(modified) > since('if-unmodified-since'))
    return 412
  if (noneMatch !== undefined ? matchesWeakly(noneMatch, etag) : toSeconds(modified) <= since('if-modified-since'))
    return 304
  return undefined
}

/** False if the client has parts of another version (If-Range). */
export function isRangeValid(headers: IncomingHttpHeaders, { etag, modified }: Validators) {
  const condition = headers['if-range'] as string | undefined
  if (condition === undefined) return true
  return /^(W\/)?"/.test(condition) ? condition === etag : Date.parse(condition) === toSeconds(modified)
}

/**
 * Range of a Range header (RFC 9110, §14) for `size` bytes. Undefined without a valid header, or with several ranges,
 * which may be answered with the whole. Null if the range begins after the end (416).
 */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? null : { start, end }
}
