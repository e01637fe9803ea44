import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Lookup } from './resolve.ts'

export interface Guard {
  lookup: Lookup
  /** Whether an IP address may be connected to. */
  isPublic(address: string): boolean
  ports: readonly number[]
}

/** Why nothing was read; for the catch alone, nobody is told. */
export class Unreadable extends Error {}

const headers = {
  'user-agent': 'Alejandria',
  accept: 'text/html',
  'accept-language': 'es',
  'accept-encoding': 'identity',
}

/** The port it goes to, if everything about the address itself is as it has to be. */
function refuseAddress({ protocol, username, password, port }: URL, ports: readonly number[]) {
  if (protocol !== 'http:' && protocol !== 'https:') throw new Unreadable('scheme')
  if (username !== '' || password !== '') throw new Unreadable('credentials')
  if (!ports.includes(Number(port || (protocol === 'http:' ? 80 : 443)))) throw new Unreadable('port')
}

/** Every address that a host has, resolved once and all of them allowed. */
async function checkedAddresses(host: string, { lookup, isPublic }: Guard) {
  const addresses = isIP(host) === 0 ? await lookup(host) : [host]
  if (addresses.length === 0 || !addresses.every(isPublic)) throw new Unreadable('address')
  return addresses.map((address) => ({ address, family: isIP(address) }))
}

/** Answers a socket that asks where to connect with what was checked, and never asks the name servers again. */
const answering =
  (addresses: { address: string; family: number }[]): LookupFunction =>
  (_host, { all }, callback) => {
    const [first] = addresses
    if (all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

/** Asks for one address, following nothing. */
export async function connect(url: URL, guard: Guard, signal: AbortSignal): Promise<IncomingMessage> {
  refuseAddress(url, guard.ports)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await checkedAddresses(hostname, guard)
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp
    request({
      hostname,
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers,
      agent: false,
      lookup: answering(addresses),
      signal,
    })
      .on('response', resolve)
      .on('error', reject)
      .end()
  })
}
