import * as z from 'zod/mini'
import { Id } from '../../contract/fields.ts'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findNames } from './names.ts'
import { listEvents } from './queries.ts'

const ById = z.tuple([Id])

export function auditRoutes(serve: Serve, { db }: Services) {
  serve(api.audit.list, async ({ query: { kind, q, limit, cursor } }) => {
    const [before] = readCursor(ById, cursor) ?? []
    const page = await listEvents(db, { kind, names: await findNames(db, q), limit, before })
    return mapPage(page, (event) => ({ ...event, at: new Date(event.at).toISOString() }))
  })
}
