import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { mapPage } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { createUser, deleteUser, toggleUserStatus, updateUser } from './accounts.ts'
import { listUsers } from './queries.ts'
import { toUser } from './wire.ts'

const NameKey = z.tuple([z.string()])

export function userRoutes(serve: Serve, services: Services) {
  serve(api.auth.users, async ({ query }) => {
    const [after] = readCursor(NameKey, query.cursor) ?? []
    return mapPage(await listUsers(services.db, query.limit, after), toUser)
  })
  serve(api.auth.createUser, ({ user, body }) => createUser(services, user, body))
  serve(api.auth.updateUser, ({ user, params, body }) => updateUser(services, user, params.id, body))
  serve(api.auth.deleteUser, ({ user, params }) => deleteUser(services, user, params.id))
  serve(api.auth.toggleUserStatus, ({ user, params }) => toggleUserStatus(services, user, params.id))
}
