import type { Range } from '../storage/storage.ts'

/**
 * The one part of `size` bytes that a Range header asks for (RFC 9110, §14). Undefined for what is no such header, or for
 * several parts: that may be answered with the whole. Null when the part lies beyond the end (416).
 */
export function readRange(header: string | undefined, size: number): Range | null | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > end ? null : { start, end }
}
