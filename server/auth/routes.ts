import { api } from '../../contract/index.ts'
import { limits } from '../../contract/limits.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findUserRow } from '../users/queries.ts'
import { toUser } from '../users/wire.ts'
import { changePassword, logIn } from './login.ts'
import { deleteSession, listOnlineUsers, recordHeartbeat } from './queries.ts'

export function authRoutes(serve: Serve, services: Services) {
  const { db, now } = services
  serve(api.auth.login, ({ body, address }) => logIn(services, body, address))
  serve(api.auth.logout, async ({ user }) => {
    await deleteSession(db, user.session_id)
  })
  serve(api.auth.me, async ({ user }) => toUser((await findUserRow(db, user.id)) ?? fail('unauthenticated')))
  serve(api.auth.changePassword, async ({ user, body }) => {
    await changePassword(services, user, body)
    return { message: 'Tu contraseña se ha cambiado.' }
  })
  serve(api.auth.heartbeat, async ({ user }) => {
    await recordHeartbeat(db, user.session_id, now())
    return { status: 'ok' as const }
  })
  serve(api.auth.onlineUsers, async () => ({ online_users: await listOnlineUsers(db, now() - limits.onlineFor) }))
}
