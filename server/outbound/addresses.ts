import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Lookup = (host: string) => Promise<string[]>

/** Queries DNS servers directly: `dns.lookup` would block the threads that hash passwords and read files. */
export function openLookup(): Lookup {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  return async (host) => {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  }
}

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
