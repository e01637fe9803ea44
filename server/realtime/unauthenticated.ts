import type { IncomingMessage } from 'node:http'
import { networkOf } from '../lib/network.ts'
import type { Connection, Io } from './types.ts'

const maxPerNetwork = 100
const maxTotal = 500

/** Limits unauthenticated connections, so that they can't keep others out. */
export function limitUnauthenticated(clientAddressOf: (request: IncomingMessage) => string) {
  const networkFrom = (request: IncomingMessage) => networkOf(clientAddressOf(request))
  const connections = new Map<Connection, string>()
  const counts = new Map<string, number>()

  function add(connection: Connection) {
    const network = networkFrom(connection.request)
    connections.set(connection, network)
    counts.set(network, (counts.get(network) ?? 0) + 1)
    const [oldest] = connections.keys()
    if (connections.size > maxTotal) oldest?.close(true)
  }

  function remove(connection: Connection) {
    const network = connections.get(connection)
    if (network === undefined) return
    connections.delete(connection)
    const left = (counts.get(network) ?? 1) - 1
    if (left > 0) counts.set(network, left)
    else counts.delete(network)
  }

  return {
    accepts(request: IncomingMessage) {
      const isClosed = request.socket.remoteAddress === undefined
      return !isClosed && (counts.get(networkFrom(request)) ?? 0) < maxPerNetwork
    },
    watch(io: Io) {
      io.engine.on('connection', (connection: Connection) => {
        add(connection)
        connection.once('close', () => remove(connection))
      })
      io.on('connection', ({ conn }) => remove(conn))
    },
  }
}
