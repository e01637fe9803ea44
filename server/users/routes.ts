import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { foldName } from '../db/fold.ts'
import type { Cursor } from '../db/page.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { searchWords } from '../search/words.ts'
import type { Services } from '../services.ts'
import { createUser, deleteUser, toggleUserStatus, updateUser } from './accounts.ts'
import { listUsers } from './queries.ts'
import { toUsers } from './wire.ts'

/** Sort key and name key of an account, by what the list is sorted by. */
const text = z.tuple([z.string(), z.string()])
const places = {
  name: text,
  email: text,
  role: text,
  status: z.tuple([z.union([z.literal(0), z.literal(1)]), z.string()]),
  created: z.tuple([z.int(), z.string()]),
}

/** What is looked for in names as they are compared: see `foldName`. */
const wordsOf = (q: string | undefined) => searchWords(q && foldName(q).replaceAll('\u007f', ''))

export function userRoutes(serve: Serve, services: Services) {
  const { db } = services
  serve(api.auth.users, async ({ user, query: { q, cursor, ...filter } }) => {
    const after = readCursor<z.ZodMiniType<Cursor>>(places[filter.sort], cursor)
    const page = await listUsers(db, { ...filter, words: wordsOf(q), after })
    return { ...page, items: await toUsers(services, db, user, page.items) }
  })
  serve(api.auth.createUser, ({ user, body }) => createUser(services, user, body))
  serve(api.auth.updateUser, ({ user, params, body }) => updateUser(services, user, params.id, body))
  serve(api.auth.deleteUser, ({ user, params }) => deleteUser(services, user, params.id))
  serve(api.auth.toggleUserStatus, ({ user, params }) => toggleUserStatus(services, user, params.id))
}
