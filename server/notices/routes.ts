import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import { IdCursor, readCursor } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findBroadcast } from './queries.ts'
import { markNoticesRead, readNotices } from './rules.ts'
import { followPost, readFollowing, readSettings, updateSettings } from './settings/rules.ts'

export function noticeRoutes(serve: Serve, services: Services) {
  const { db } = services
  serve(api.notices.list, ({ user, query: { limit, cursor } }) => {
    const [after] = readCursor(IdCursor, cursor) ?? []
    return readNotices(db, user, { limit, after })
  })
  serve(api.notices.read, ({ user, body }) => markNoticesRead(services, user, body))
  serve(
    api.notices.broadcast,
    async ({ user, params }) => (await findBroadcast(db, user.id, params.id)) ?? fail('not_found'),
  )
  serve(api.notices.readSettings, ({ user }) => readSettings(db, user.id))
  serve(api.notices.updateSettings, ({ user, body }) => updateSettings(services, user, body))
  serve(api.notices.readFollowing, ({ user, params }) => readFollowing(db, user, params.id))
  serve(api.notices.follow, ({ user, params, body }) => followPost(services, user, params.id, body))
}
