import { Resolver } from 'node:dns/promises'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { hostOf } from '../lib/network.ts'

export interface NetworkGuard {
  lookup: Lookup
  isPublic(address: string): boolean
  ports: readonly number[]
  /** Only these hosts are asked, or with `*.` before a name those below it too; undefined for all. */
  hosts: readonly string[] | undefined
}

/** A refusal of the guard. Caught in this folder: users never see the reason. */
export class RequestRefused extends Error {}

const commonHeaders = {
  'user-agent': 'Alejandria',
  'accept-language': 'es',
  'accept-encoding': 'identity',
}

const isAmong = (hosts: readonly string[], host: string) =>
  hosts.some((name) => host === name.replace(/^\*\./, '') || (name.startsWith('*.') && host.endsWith(name.slice(1))))

/** Refuses what can be refused without asking for the addresses of the host. */
export function checkUrl(url: URL, { ports, hosts, isPublic }: Pick<NetworkGuard, 'ports' | 'hosts' | 'isPublic'>) {
  const { protocol, username, password, port } = url
  if (protocol !== 'http:' && protocol !== 'https:') throw new RequestRefused('scheme')
  if (username !== '' || password !== '') throw new RequestRefused('credentials')
  if (!ports.includes(Number(port || (protocol === 'http:' ? 80 : 443)))) throw new RequestRefused('port')
  const host = hostOf(url)
  if (hosts && !isAmong(hosts, host.replace(/\.$/, ''))) throw new RequestRefused('host')
  if (isIP(host) !== 0 && !isPublic(host)) throw new RequestRefused('address')
}

/** All addresses of a host; refuses it if one of them isn't public. */
async function resolveAllowed(host: string, { lookup, isPublic }: NetworkGuard) {
  const addresses = isIP(host) === 0 ? await lookup(host) : [host]
  if (addresses.length === 0) throw new Error(`no address of ${host}`)
  if (!addresses.every(isPublic)) throw new RequestRefused('address')
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/** Lookup for sockets that returns the checked addresses: a second DNS query could return others. */
const lookupOf =
  (addresses: { address: string; family: number }[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

interface Sent {
  headers: Record<string, string>
  /** Makes it a POST. */
  body?: Buffer
}

/** Requests one URL, without following redirects. */
export async function connect(
  url: URL,
  { headers, body }: Sent,
  guard: NetworkGuard,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  checkUrl(url, guard)
  const hostname = hostOf(url)
  const addresses = await resolveAllowed(hostname, guard)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request({
      hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      ...(body ? { method: 'POST' } : {}),
      headers: { ...commonHeaders, ...headers, ...(body ? { 'content-length': body.length } : {}) },
      agent: false,
      lookup: lookupOf(addresses),
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
}

type Lookup = (host: string) => Promise<string[]>

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
