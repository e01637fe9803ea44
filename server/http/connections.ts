import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { createCounts } from '../lib/counts.ts'
import { networkOf } from '../lib/network.ts'
import { refuseMalformed } from './fail.ts'

/** Share of the files that the process may open; the others are for the database and for bytes that are sent. */
const share = 0.75
const unknownLimit = 1024

let knownLimit: number | undefined

/** Files that this process may have open, connections included. The report takes tens of milliseconds beside threads. */
function openFilesLimit() {
  knownLimit ??= readOpenFilesLimit()
  return knownLimit
}

function readOpenFilesLimit() {
  // it would look up the names of all peers
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | 'unlimited' } } }
  const soft = userLimits?.open_files?.soft ?? unknownLimit
  return soft === 'unlimited' ? Number.POSITIVE_INFINITY : soft
}

/**
 * Refuses connections beyond a number, in all and from one client network, so that nobody takes the files that the
 * process may open. Behind a proxy all connections come from it, and it counts its clients.
 */
export function limitConnections(server: Server, { isBehindProxy }: { isBehindProxy: boolean }) {
  const total = Math.min(limits.connections.max, Math.floor(openFilesLimit() * share))
  server.maxConnections = total
  if (isBehindProxy) return
  const perNetwork = Math.min(limits.connections.maxPerNetwork, Math.floor(total / 2))
  const counts = createCounts()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (counts.of(network) >= perNetwork) return socket.destroy()
    counts.add(network)
    socket.once('close', () => counts.remove(network))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body of bytes, without a time limit while bytes arrive. */
    isUpload?: boolean
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/**
 * Closes connections whose body hasn't arrived in time. For uploads only silence counts (`connectionTimeout`). Node's
 * own limit is the same for all requests.
 */
export function limitBodyTime(app: FastifyInstance, timeoutMs: number) {
  const timers = new Set<NodeJS.Timeout>()
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, done) => {
    done()
    if (!hasBody(raw) || routeOptions.config.isUpload) return
    const timer = setTimeout(
      () => refuseMalformed(Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket),
      timeoutMs,
    )
    timers.add(timer)
    const clear = () => {
      clearTimeout(timer)
      timers.delete(timer)
    }
    raw.once('end', clear).once('close', clear)
  })
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
}
