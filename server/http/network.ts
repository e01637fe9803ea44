import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address. URL knows every way to write one, and writes it in one way. */
function groupsOf(address: string) {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::'
  const [before = [], after = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}

/**
 * Where an address belongs: one home has a whole IPv6 /64, whose addresses count as one. An IPv4 address in IPv6 clothing
 * is that IPv4 address.
 */
export function networkOf(address: string) {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const network = groups.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
