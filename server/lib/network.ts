import { isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Without a zone, whose name may be any; an IPv4 address mapped to IPv6 as that IPv4 address; another text as it is. */
function parse(address: string) {
  const plain = address.includes(':') ? address.replace(/%.*$/, '') : address
  // as URLs write it: ipaddr.js takes '::192.0.2.1' for a mapped address
  return isIPv6(plain) ? ipaddr.process(hostOf(`http://[${plain}]`)) : plain
}

const firstGroups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')

/** Network of an address, for counting: an IPv6 /64, the size of a home, counts as one address. */
export function networkOf(address: string) {
  const parsed = parse(address)
  return parsed instanceof ipaddr.IPv6 ? `${firstGroups(parsed, 4)}::/64` : String(parsed)
}

/** Larger network of an address, in which nobody is recognized; null for another text. */
export function widerNetworkOf(address: string) {
  const parsed = parse(address)
  if (parsed instanceof ipaddr.IPv6) return `${firstGroups(parsed, 3)}::/48`
  const plain = String(parsed)
  return isIPv4(plain) ? `${plain.split('.').slice(0, 3).join('.')}.0/24` : null
}

/** True for a host of this machine: nobody else can read what is sent there. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'))

/** Host of an address, an IPv6 one without its brackets. */
export const hostOf = (url: string | URL) => new URL(url).hostname.replace(/^\[|\]$/g, '')
