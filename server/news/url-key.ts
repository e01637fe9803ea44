import { createHash } from 'node:crypto'

/** What sites and newsletters add to an address to see who followed it. */
const tracking = new Set([
  ...['fbclid', 'gclid', 'dclid', 'gbraid', 'wbraid', 'msclkid', 'yclid', 'twclid', 'ttclid', 'li_fat_id', 'srsltid'],
  ...['igsh', 'igshid', 'mc_cid', 'mc_eid', 'mkt_tok', '_ga', '_gl', '_hsenc', '_hsmi', 'ref_src', 'vero_id'],
])
/** Where `si` says who shared it; elsewhere it may mean something. */
const sharers = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'open.spotify.com'])
/** PostgreSQL's indexes hold no more than some 2,700 bytes of a row. */
const longest = 500

/** An address without what makes no difference: two with one key are the same link. */
export function urlKey(address: string) {
  const url = new URL(address)
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '')
  const query = [...url.searchParams]
    .filter(
      ([name]) => !/^utm_/i.test(name) && !tracking.has(name.toLowerCase()) && !(name === 'si' && sharers.has(host)),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const path = url.pathname.replace(/\/+$/, '')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const key = `${host}${url.port && `:${url.port}`}${path}${search}`
  return key.length > longest ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key
}
