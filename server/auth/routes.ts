import { api } from '../../contract/index.ts'
import { findUserRow } from '../accounts/queries.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import type { Services } from '../services.ts'
import { serializeOwnUser } from './demand/must-add.ts'
import { readDemand, setDemand } from './demand/rules.ts'
import { disownSignIn } from './devices/alarm.ts'
import { addTotp, readFactors, removeTotp, renewCodes, takeFactors } from './factors/rules.ts'
import { beginSetup } from './factors/totp.ts'
import { readLink } from './links/rules.ts'
import { endAllMemberSessions, endMemberSession, readMemberSessions } from './member-sessions/rules.ts'
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
  serve(api.memberSessions.list, ({ user, params }) => readMemberSessions(services, user, params.id))
  serve(api.memberSessions.end, ({ user, params: { id, session_id } }) =>
    endMemberSession(services, user, id, session_id),
  )
  serve(api.memberSessions.endAll, async ({ user, params }) => ({
    ended: await endAllMemberSessions(services, user, params.id),
  }))
  serve(api.devices.readAlarm, async ({ body }) => {
    const { name, expires_at } = await readLink(services, services.db, 'alarm', body.token)
    return { name, expires_at: toIso(expires_at) }
  })
  serve(api.devices.disown, ({ body, address }) => disownSignIn(services, body, address))

  serve(api.factors.read, ({ user }) => readFactors(services, user))
  serve(api.factors.renewCodes, ({ user }) => renewCodes(services, user))
  serve(api.factors.beginTotp, ({ user }) => beginSetup(services, user))
  serve(api.factors.addTotp, ({ user, body }) => addTotp(services, user, body))
  serve(api.factors.removeTotp, ({ user }) => removeTotp(services, user))
  serve(api.factors.takeAway, ({ user, params }) => takeFactors(services, user, params.id))
  serve(api.factorDemand.read, () => readDemand(services.db))
  serve(api.factorDemand.set, ({ user, body }) => setDemand(services, user, body))
}
