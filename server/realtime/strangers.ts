import type { IncomingMessage } from 'node:http'
import proxyaddr from '@fastify/proxy-addr'
import { networkOf } from '../http/network.ts'
import type { Io, Line } from './sockets.ts'

/** Lines on which nobody has said yet who they are: from one address, and in all. */
const atMost = { fromOne: 100, inAll: 500 }

/** Keeps those who only open lines from holding up everybody else. `trusted`: proxies that say who comes. */
export function strangersAtTheDoor(trusted: string[]) {
  const isTrusted = proxyaddr.compile(trusted)
  const whence = (request: IncomingMessage) => proxyaddr(request, isTrusted)
  const networkFrom = (request: IncomingMessage) => networkOf(whence(request))
  const strangers = new Map<Line, string>()
  const counts = new Map<string, number>()

  function come(line: Line) {
    const from = networkFrom(line.request)
    strangers.set(line, from)
    counts.set(from, (counts.get(from) ?? 0) + 1)
    const [oldest] = strangers.keys()
    if (strangers.size > atMost.inAll) oldest?.close(true)
  }

  /** They said who they are, or left. */
  function go(line: Line) {
    const from = strangers.get(line)
    if (from === undefined) return
    strangers.delete(line)
    const left = (counts.get(from) ?? 1) - 1
    if (left > 0) counts.set(from, left)
    else counts.delete(from)
  }

  return {
    /** The peer's address, or what a trusted proxy says it is. */
    whence,
    mayCome: (request: IncomingMessage) => (counts.get(networkFrom(request)) ?? 0) < atMost.fromOne,
    watch(io: Io) {
      io.engine.on('connection', (line: Line) => {
        come(line)
        line.once('close', () => go(line))
      })
      io.on('connection', ({ conn }) => go(conn))
    },
  }
}
