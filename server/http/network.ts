import { isIPv6 } from 'node:net'

/** Eight groups of an IPv6 address. URL reads every notation and writes the canonical one. */
function groupsOf(address: string) {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::'
  const [before = [], after = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}

/**
 * Network of an address, for counting: an IPv6 /64, the size of a home, counts as one address, and an IPv4 address
 * mapped to IPv6 as that IPv4 address.
 */
export function networkOf(address: string) {
  if (!address.includes(':')) return address
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return withoutZone
  const groups = groupsOf(withoutZone)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
