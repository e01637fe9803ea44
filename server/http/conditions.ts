import type { IncomingHttpHeaders } from 'node:http'

/** What somebody already has of an answer, against what there is (RFC 9110, §13). */
interface Version {
  /** A strong one, with its quotes. */
  etag: string
  /** Milliseconds since 1970. */
  modified: number
}

const tags = (header: string) => header.split(',').map((tag) => tag.trim())
const weakly = (header: string, etag: string) =>
  tags(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
const strongly = (header: string, etag: string) => tags(header).some((tag) => tag === '*' || tag === etag)
const toSeconds = (at: number) => Math.floor(at / 1000) * 1000

/** 412 when what was asked for is something else by now, 304 when the caller has it, otherwise undefined. */
export function judgeConditions(headers: IncomingHttpHeaders, { etag, modified }: Version): 304 | 412 | undefined {
  const since = (name: 'if-modified-since' | 'if-unmodified-since') => Date.parse(headers[name] ?? '')
  const match = headers['if-match']
  const noneMatch = headers['if-none-match']
  if (match !== undefined ? !strongly(match, etag) : toSeconds(modified) > since('if-unmodified-since')) return 412
  if (noneMatch !== undefined ? weakly(noneMatch, etag) : toSeconds(modified) <= since('if-modified-since')) return 304
  return undefined
}

/** Whether a part may be sent: what the caller has the rest of is still this version. */
export function mayResume(headers: IncomingHttpHeaders, { etag, modified }: Version) {
  const condition = headers['if-range'] as string | undefined
  if (condition === undefined) return true
  return /^(W\/)?"/.test(condition) ? condition === etag : Date.parse(condition) === toSeconds(modified)
}
