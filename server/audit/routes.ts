import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { listEvents } from './queries.ts'
import { findNames } from './rules.ts'

export function auditRoutes(serve: Serve, { readDb }: Services) {
  serve(api.audit.list, async ({ query: { kind, q, limit, cursor } }) => {
    const [before] = readCursor(IdCursor, cursor) ?? []
    const page = await listEvents(readDb, { kind, names: await findNames(readDb, q), limit, before })
    return mapPage(page, ({ at, address, network, ...event }) => ({
      ...event,
      at: toIso(at),
      address: address ?? network,
    }))
  })
}
