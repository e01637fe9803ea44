import { createHash } from 'node:crypto'

const trackingParameters = new Set([
  ...['fbclid', 'gclid', 'dclid', 'gbraid', 'wbraid', 'msclkid', 'yclid', 'twclid', 'ttclid', 'li_fat_id', 'srsltid'],
  ...['igsh', 'igshid', 'mc_cid', 'mc_eid', 'mkt_tok', '_ga', '_gl', '_hsenc', '_hsmi', 'ref_src', 'vero_id'],
])
/** Hosts where the parameter `si` names the person who shared the link; on others it may be part of the address. */
const sharingHosts = new Set(['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtu.be', 'open.spotify.com'])
/** PostgreSQL's indexes take no more than some 2,700 bytes of a row. */
const maxLength = 500

/** Equal for addresses of the same page. */
export function urlKey(address: string) {
  const url = new URL(address)
  const host = url.hostname.replace(/\.$/, '').replace(/^www\./, '')
  const query = [...url.searchParams]
    .filter(
      ([name]) =>
        !/^utm_/i.test(name) &&
        !trackingParameters.has(name.toLowerCase()) &&
        !(name === 'si' && sharingHosts.has(host)),
    )
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const path = url.pathname.replace(/\/+$/, '')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const key = `${host}${url.port && `:${url.port}`}${path}${search}`
  return key.length > maxLength ? `sha256:${createHash('sha256').update(key).digest('hex')}` : key
}
