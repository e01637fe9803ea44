import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { cached } from '../db/cached.ts'
import { mapPage } from '../db/page.ts'
import type { Db } from '../db/schema.ts'
import { readCursor } from '../http/paging.ts'
import { createPageWriter } from '../http/reply.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listCategories } from './queries.ts'
import {
  createCategory,
  deleteCategory,
  initializeCategories,
  readCategory,
  serializeCategory,
  updateCategory,
} from './rules.ts'

const NameKey = z.tuple([z.string()])

const writePage = createPageWriter(api.categories.list)
const readPage = cached(async (db: Db, options: Parameters<typeof listCategories>[1]) =>
  writePage(mapPage(await listCategories(db, options), serializeCategory)),
)

export function categoryRoutes(serve: Serve, services: Services) {
  const list = (query: { limit: number; cursor?: string | undefined }, withInactive: boolean) => {
    const [after] = readCursor(NameKey, query.cursor) ?? []
    return readPage(services.db, { withInactive, limit: query.limit, after })
  }
  serve(api.categories.list, ({ query }) => list(query, false))
  serve(api.categories.listAll, ({ query }) => list(query, true))
  serve(api.categories.read, ({ user, params }) => readCategory(services, user, params.id))
  serve(api.categories.create, ({ user, body }) => createCategory(services, user, body))
  serve(api.categories.update, ({ user, params, body }) => updateCategory(services, user, params.id, body))
  serve(api.categories.remove, ({ user, params }) => deleteCategory(services, user, params.id))
  serve(api.categories.initialize, ({ user }) => initializeCategories(services, user))
}
