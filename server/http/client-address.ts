import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyaddr from '@fastify/proxy-addr'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the peer, or the one that a trusted proxy gives. */
    clientAddress: string
  }
}

/** Some proxies (IIS, Azure's) write the port too: `203.0.113.7:51234`, `[2001:db8::1]:443`. */
const portPattern = /^(?:\[(?<ipv6>[^\]]+)\]|(?<ipv4>[\d.]+))(?::\d+)?$/

function withoutPort(entry: string) {
  const { ipv6, ipv4 } = portPattern.exec(entry)?.groups ?? {}
  const address = ipv6 ?? ipv4 ?? entry
  return isIP(address) ? address : undefined
}

/**
 * Gives each request the address of its person: the last one in X-Forwarded-For that no trusted proxy has. What isn't an
 * address counts as the proxy that wrote it. Returns the reader, for the requests of sockets. Logs once what is wrong with
 * the settings or a proxy.
 */
export function readClientAddresses(app: FastifyInstance, trustedProxies: string[]) {
  const isTrusted = proxyaddr.compile(trustedProxies)
  let isLogged = false
  function warnOnce(about: object, message: string) {
    if (!isLogged) app.log.warn(about, message)
    isLogged = true
  }

  /** Empty for a connection that was closed before anybody asked. */
  function clientAddressOf({ socket, headers }: IncomingMessage): string {
    let address = socket.remoteAddress ?? ''
    if (trustedProxies.length === 0 && headers['x-forwarded-for'] !== undefined)
      warnOnce({}, 'a request came through a proxy, and TRUST_PROXY is off: all people share the limits of one address')
    const forwarded = `${headers['x-forwarded-for'] ?? ''}`.split(',').map((entry) => entry.trim())
    for (const entry of forwarded.filter(Boolean).toReversed()) {
      if (!isTrusted(address, 0)) break
      const next = withoutPort(entry)
      if (next === undefined) {
        warnOnce({ entry, proxy: address }, 'a proxy wrote an X-Forwarded-For that is no address')
        break
      }
      address = next
    }
    return address
  }
  app.decorateRequest('clientAddress', {
    getter() {
      return clientAddressOf(this.raw)
    },
  })
  return clientAddressOf
}
