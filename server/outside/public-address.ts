import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Newer than what ipaddr.js knows: RFC 9637, and the rest of what IANA keeps for protocols. */
const kept = ['3fff::/20', '2001::/23'].map((range) => ipaddr.IPv6.parseCIDR(range))

/**
 * Whether an IP address is one of the public internet. IPv6 addresses that hold one of IPv4
 * (mapped, compatible, 6to4, Teredo, NAT64) are not: where they lead depends on the network.
 */
export function isPublicAddress(text: string) {
  // ipaddr.js takes '1.2.3' and the like for addresses as well
  if (isIP(text) === 0) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return true
  return !text.includes('%') && address.match(globalUnicast) && !kept.some((range) => address.match(range))
}
