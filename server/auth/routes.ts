import { api } from '../../contract/index.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { findUserRow } from '../users/queries.ts'
import { serializeOwnUser } from './demand/must-add.ts'
import { changePassword, endOtherSessions, endSession, logIn, logOut, readSessions, setFirstPassword } from './rules.ts'
import { withNewToken } from './session-tokens.ts'
import { confirmByPassword } from './step-up/rules.ts'
import type { Throttle } from './throttle.ts'

export function authRoutes(serve: Serve, services: Services, throttle: Throttle) {
  serve(api.auth.login, ({ body, client }) => logIn(services, throttle, body, client))
  serve(api.auth.logout, ({ user }) => logOut(services, user))
  serve(api.auth.me, async ({ user }) =>
    serializeOwnUser(services, services.db, user, (await findUserRow(services.db, user.id)) ?? fail('unauthenticated')),
  )
  serve(api.auth.changePassword, async ({ user, body }) =>
    withNewToken({ message: 'Tu contraseña se ha cambiado.' }, await changePassword(services, throttle, user, body)),
  )
  serve(api.auth.setFirstPassword, async ({ user, body }) =>
    withNewToken({ message: 'Tu cuenta tiene contraseña.' }, await setFirstPassword(services, user, body)),
  )
  serve(api.confirmation.confirm, ({ user, body }) => confirmByPassword(services, throttle, user, body))
  serve(api.auth.sessions, ({ user }) => readSessions(services, user, user))
  serve(api.auth.endSession, ({ user, params }) => endSession(services, user, params.id))
  serve(api.auth.endOtherSessions, async ({ user }) => ({ ended: await endOtherSessions(services, user) }))
}
