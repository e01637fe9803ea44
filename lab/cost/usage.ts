import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Usage {
  /** Processor time of the whole process. */
  ms: number
  residentMb: number
}

/** In a measured process: tells the parent the port, and its use at each message. */
export function answerUsage(server: Server) {
  process.on('message', (message) => {
    if (message !== 'usage') return
    const { user, system } = process.cpuUsage()
    const usage: Usage = { ms: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 2 ** 20 }
    process.send?.(usage)
  })
  process.once('disconnect', () => process.exit(0))
  process.send?.((server.address() as AddressInfo).port)
}
