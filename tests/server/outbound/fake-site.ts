// A site and its name server for tests of requests to other sites. Everything runs on loopback.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach } from 'vitest'
import { openOutbound } from '../../../server/outbound/fetch.ts'

export type Respond = (request: IncomingMessage, response: ServerResponse) => void
type OutboundOptions = Parameters<typeof openOutbound>[0]

const htmlType = 'text/html; charset=utf-8'

/** Responds with this body. */
export const send =
  (html: string | Buffer, type = htmlType, more = {}): Respond =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type, ...more }).end(html)

export const encoded = (encoding: string, html: string | Buffer) =>
  send(html, 'text/html', { 'content-encoding': encoding })

/** Responds with a page of this title. */
export const page = (title: string, type = htmlType) => send(`<!doctype html><title>${title}</title><p>Hola`, type)

const addresses: Record<string, string[]> = {
  'sitio.example': ['127.0.0.1'],
  'otro.example': ['127.0.0.1'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1', '::1'],
  'privado.example': ['10.0.0.7'],
  'mezclado.example': ['93.184.216.34', '169.254.169.254'],
  'seis.example': ['fd00:ec2::254'],
}

/** Starts the site for one test file. It records connections, requests and looked-up names. */
export async function startFakeSite() {
  const connections: string[] = []
  const requests: IncomingMessage[] = []
  const lookups: string[] = []
  const site = { respond: page('El faro') }
  const server = createServer((request, response) => {
    requests.push(request)
    site.respond(request, response)
  })
  server.on('connection', (socket) => connections.push(socket.remoteAddress ?? ''))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    connections.length = 0
    requests.length = 0
    lookups.length = 0
    site.respond = page('El faro')
  })
  const lookup = async (host: string) => {
    lookups.push(host)
    return addresses[host] ?? []
  }

  /** Outbound requests for which 127.0.0.1 counts as public. */
  const open = (options: OutboundOptions = {}) =>
    openOutbound({ lookup, isPublic: (address) => address === '127.0.0.1', ports: [port], ...options })
  /** Outbound requests with the real check of addresses. */
  const openStrict = () => openOutbound({ lookup, ports: [80, 443, port], timeoutMs: 2000 })

  const url = `http://sitio.example:${port}`
  /** The title of a page that the site answers, or answers with. */
  function titleOf(given: Respond | string | Buffer, options?: OutboundOptions) {
    site.respond = typeof given === 'function' ? given : send(given)
    return open(options).readTitle(`${url}/`)
  }
  return { site, server, port, url, connections, requests, lookups, lookup, open, openStrict, titleOf }
}
