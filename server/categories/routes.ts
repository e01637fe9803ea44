import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { listCategories } from './queries.ts'
import { createCategory, deleteCategory, initializeCategories, readCategory, updateCategory } from './rules.ts'
import { serializeCategory } from './serialize.ts'

const NameKey = z.tuple([z.string()])

export function categoryRoutes(serve: Serve, services: Services) {
  const list = (withInactive: boolean) => async (query: { limit: number; cursor?: string | undefined }) => {
    const [after] = readCursor(NameKey, query.cursor) ?? []
    return mapPage(await listCategories(services.db, { withInactive, limit: query.limit, after }), serializeCategory)
  }
  const listActive = list(false)
  const listAll = list(true)
  serve(api.categories.list, ({ query }) => listActive(query))
  serve(api.categories.listAll, ({ query }) => listAll(query))
  serve(api.categories.read, ({ user, params }) => readCategory(services, user, params.id))
  serve(api.categories.create, ({ user, body }) => createCategory(services, user, body))
  serve(api.categories.update, ({ user, params, body }) => updateCategory(services, user, params.id, body))
  serve(api.categories.remove, ({ user, params }) => deleteCategory(services, user, params.id))
  serve(api.categories.initialize, ({ user }) => initializeCategories(services, user))
}
