import type { IncomingMessage } from 'node:http'
import { limits } from '../../contract/limits.ts'
import { createCounts } from '../lib/counts.ts'
import { networkOf } from '../lib/network.ts'
import type { Connection, Io } from './types.ts'

const { max, maxPerNetwork } = limits.sockets.unauthenticated

/** Limits unauthenticated connections, so that they can't keep others out. */
export function limitUnauthenticated(clientAddressOf: (request: IncomingMessage) => string) {
  const networkFrom = (request: IncomingMessage) => networkOf(clientAddressOf(request))
  const connections = new Map<Connection, string>()
  const counts = createCounts()

  function add(connection: Connection) {
    const network = networkFrom(connection.request)
    connections.set(connection, network)
    counts.add(network)
    const [oldest] = connections.keys()
    if (connections.size > max) oldest?.close(true)
  }

  function remove(connection: Connection) {
    const network = connections.get(connection)
    if (network === undefined) return
    connections.delete(connection)
    counts.remove(network)
  }

  return {
    accepts(request: IncomingMessage) {
      const isClosed = request.socket.remoteAddress === undefined
      return !isClosed && counts.of(networkFrom(request)) < maxPerNetwork
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
