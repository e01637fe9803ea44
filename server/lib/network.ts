import { isIPv4, isIPv6 } from 'node:net'

/** Eight groups of an IPv6 address. URL reads every notation and writes the canonical one. */
function groupsOf(address: string) {
  const written = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1) ?? '::'
  const [before = [], after = []] = written.split('::').map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}

const firstGroups = (address: string, count: number) =>
  groupsOf(address)
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')

/** Without the zone of an IPv6 address; an IPv4 address mapped to IPv6 as that IPv4 address. */
function plainAddress(address: string) {
  if (!address.includes(':')) return address
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return withoutZone
  const groups = groupsOf(withoutZone)
  const [high = 0, low = 0] = groups.slice(6)
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return withoutZone
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** Network of an address, for counting: an IPv6 /64, the size of a home, counts as one address. */
export function networkOf(address: string) {
  const plain = plainAddress(address)
  return isIPv6(plain) ? `${firstGroups(plain, 4)}::/64` : plain
}

/** Larger network of an address, in which nobody is recognized; null for another text. */
export function widerNetworkOf(address: string) {
  const plain = plainAddress(address)
  if (isIPv6(plain)) return `${firstGroups(plain, 3)}::/48`
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : null
}

/** True for a host of this machine: nobody else can read what is sent there. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Host of an address, an IPv6 one without its brackets. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')
