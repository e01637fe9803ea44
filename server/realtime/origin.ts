import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a handshake comes from our own pages, or from a program, which names no origin. Compared letter for letter:
 * what has to be read first can be read in more than one way.
 */
export function isOwnOrigin({ origin, host, 'sec-fetch-site': site }: IncomingHttpHeaders, publicUrl?: string) {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  if (origin === undefined) return true
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl ? [new URL(publicUrl).origin] : [])]
  return own.includes(origin)
}
