import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Missing in ipaddr.js: RFC 9637, and the rest of IANA's range for protocols. */
const reserved = ['3fff::/20', '2001::/23'].map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * IPv6 addresses that contain one of IPv4 (mapped, compatible, 6to4, Teredo, NAT64) are not public: their target depends
 * on the network.
 */
export function isPublicAddress(text: string) {
  // ipaddr.js would also parse '1.2.3'
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  return !text.includes('%') && address.match(globalUnicast) && !reserved.some((range) => address.match(range))
}
