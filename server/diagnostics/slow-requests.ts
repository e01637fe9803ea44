import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/index.ts'

const dayMs = 24 * 3_600_000
const maxMs = 3000
/** Requests of a kind in a day. */
const minCount = 20

interface Counted {
  request: string
  day: number
  count: number
  slow: number
}

/** Kinds of request that keep people waiting: counted in memory by each process, today and yesterday (UTC). */
export function createSlowRequests(now: () => number) {
  const byDayAndKind = new Map<string, Counted>()
  const today = () => Math.floor(now() / dayMs)
  return {
    add(request: string, ms: number) {
      const day = today()
      const key = `${day} ${request}`
      const counted = byDayAndKind.get(key) ?? { request, day, count: 0, slow: 0 }
      counted.count++
      if (ms > maxMs) counted.slow++
      byDayAndKind.set(key, counted)
    },
    /** Kinds of which one in twenty took more than three seconds. */
    list() {
      for (const [key, { day }] of byDayAndKind) if (Math.abs(today() - day) > 1) byDayAndKind.delete(key)
      const slow = [...byDayAndKind.values()].filter(({ count, slow }) => count >= minCount && slow * 20 > count)
      return [...new Set(slow.map(({ request }) => request))]
    },
  }
}

export type SlowRequests = ReturnType<typeof createSlowRequests>

/** They wait for another site. */
const slowByOthers = new Set([`/api${api.news.title.path}`])

/** Counts requests that are answered with JSON. Uploads depend on the person's network. */
export function countSlowRequests(app: FastifyInstance, slowRequests: SlowRequests) {
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    const isJson = `${reply.getHeader('content-type')}`.startsWith('application/json')
    if (url !== undefined && isJson && reply.statusCode < 400 && !config.isUpload && !slowByOthers.has(url))
      slowRequests.add(`${request.method} ${url}`, reply.elapsedTime)
    done()
  })
}
