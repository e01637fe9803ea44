import type { FastifyInstance } from 'fastify'
import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { readHealthRow } from './queries.ts'
import { watchWrites } from './write-watch.ts'

/** Healthy: the database answers, is not damaged, and took a write within the last minute. */
export function healthRoutes(app: FastifyInstance, serve: Serve, services: Services, version: string) {
  const { db, integrity } = services
  const watch = watchWrites(services)
  app.addHook('preClose', async () => {
    await watch.stop()
  })
  serve(api.health.read, async () => {
    await readHealthRow(db)
    if (integrity.damage() !== undefined || !watch.isWritable()) fail('unavailable', { retryAfterSeconds: 5 })
    return { status: 'ok' as const, version }
  })
}
