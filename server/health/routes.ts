import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readHealthRow } from './queries.ts'
import { type WriteWatchTimes, watchWrites } from './write-watch.ts'

interface Options {
  version: string
  writeWatch?: WriteWatchTimes | undefined
}

/** Healthy: the database answers, is not damaged, and took a write within the last minute. */
export function healthRoutes(app: FastifyInstance, serve: Serve, services: Services, options: Options) {
  const { db, integrity } = services
  const watch = watchWrites(services, options.writeWatch)
  app.addHook('preClose', async () => {
    await watch.stop()
  })
  serve(api.health.read, async () => {
    await readHealthRow(db)
    if (integrity.damage() !== undefined || !watch.isWritable()) fail('unavailable', { retryAfterSeconds: 5 })
    return { status: 'ok' as const, version: options.version }
  })
}
