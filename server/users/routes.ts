import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { api } from '../../contract/index.ts'
import { isInvited } from '../accounts/account-state.ts'
import { findUserRow } from '../accounts/queries.ts'
import { serializeUser, serializeUsers } from '../accounts/serialize.ts'
import { type Cursor, mapPage } from '../db/page.ts'
import { fail } from '../http/fail.ts'
import { readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { listInvited } from '../one-time-links/queries.ts'
import { searchWords } from '../search/words.ts'
import type { Services } from '../services.ts'
import { avatarRoute } from './avatars.ts'
import { invite, inviteList, renewInvitation, serializeInvitation, withdrawInvitation } from './invitations.ts'
import { listActiveNames, listIdsWithWords, listUsers } from './queries.ts'
import { changeOwnAvatar, createUser, deleteUser, readContents, toggleUserStatus, updateUser } from './rules.ts'

/** Cursors by sort order: sort key and name key of the last account. */
const text = z.tuple([z.string(), z.string()])
const cursors = {
  name: text,
  email: text,
  role: text,
  status: z.tuple([z.union([z.literal(0), z.literal(1)]), z.string()]),
  created: z.tuple([z.int(), z.string()]),
}
const NameCursor = z.tuple([z.string()])

export function userRoutes(app: FastifyInstance, serve: Serve, services: Services) {
  const { db } = services
  serve(api.users.list, async ({ user, query: { q, cursor, ...filter } }) => {
    const after = readCursor<z.ZodMiniType<Cursor>>(cursors[filter.sort], cursor)
    const words = searchWords(q).map(({ word }) => word)
    const ids = words.length === 0 ? undefined : await listIdsWithWords(db, words)
    const page = await listUsers(db, { ...filter, ids, after })
    return { ...page, items: await serializeUsers(services, db, user, page.items) }
  })
  serve(api.users.names, () => listActiveNames(db))
  serve(api.users.read, async ({ user, params }) => {
    const row = (await findUserRow(db, params.id)) ?? fail('not_found')
    const can_be_mentioned = row.deactivated_at === null && !isInvited(row)
    return { ...(await serializeUser(services, db, user, row)), can_be_mentioned }
  })
  serve(api.users.create, ({ user, body }) => createUser(services, user, body))
  serve(api.users.update, ({ user, params, body }) => updateUser(services, user, params.id, body))
  serve(api.users.remove, ({ user, params }) => deleteUser(services, user, params.id))
  serve(api.users.contents, ({ user, params }) => readContents(services, user, params.id))
  serve(api.users.changeOwnAvatar, ({ user, body }) => changeOwnAvatar(services, user, body.avatar))
  avatarRoute(app, services)
  serve(api.users.toggleStatus, ({ user, params }) => toggleUserStatus(services, user, params.id))

  serve(api.invitations.list, async ({ query: { limit, cursor } }) => {
    const [after] = readCursor(NameCursor, cursor) ?? []
    return mapPage(await listInvited(db, limit, after, services.now()), (row) => serializeInvitation(services, row))
  })
  serve(api.invitations.create, ({ user, body }) => invite(services, user, body))
  serve(api.invitations.createList, ({ user, body }) => inviteList(services, user, body))
  serve(api.invitations.renew, ({ user, params }) => renewInvitation(services, user, params.id))
  serve(api.invitations.withdraw, ({ user, params }) => withdrawInvitation(services, user, params.id))
}
