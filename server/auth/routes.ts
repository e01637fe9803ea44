import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import { findOnlineUsers } from '../presence/sockets.ts'
import type { Services } from '../services.ts'
import { findUserRow } from '../users/queries.ts'
import { toUser } from '../users/wire.ts'
import { changePassword, logIn } from './login.ts'
import { recordHeartbeat } from './queries.ts'
import { endOtherSessions, endSession, logOut, readSessions } from './sessions.ts'

export function authRoutes(serve: Serve, services: Services) {
  const { db, now } = services
  serve(api.auth.login, ({ body, address, agent }) => logIn(services, body, { address, agent }))
  serve(api.auth.logout, ({ user }) => logOut(services, user))
  serve(api.auth.me, async ({ user }) =>
    toUser(services, db, user, (await findUserRow(db, user.id)) ?? fail('unauthenticated')),
  )
  serve(api.auth.changePassword, async ({ user, body }) => {
    await changePassword(services, user, body)
    return { message: 'Tu contraseña se ha cambiado.' }
  })
  serve(api.auth.heartbeat, async ({ user }) => {
    await recordHeartbeat(db, user.session_id, now())
    return { status: 'ok' as const }
  })
  serve(api.auth.onlineUsers, async () => ({ online_users: await findOnlineUsers(services) }))
  serve(api.auth.sessions, ({ user }) => readSessions(services, user))
  serve(api.auth.endSession, ({ user, params }) => endSession(services, user, params.id))
  serve(api.auth.endOtherSessions, async ({ user }) => ({ ended: await endOtherSessions(services, user) }))
}
