import { api } from '../../contract/index.ts'
import { findUserRow } from '../accounts/queries.ts'
import { fail } from '../http/fail.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { changePassword, setFirstPassword } from './chosen-password.ts'
import { readDemand, setDemand } from './demand.ts'
import { addTotp, readFactors, removeTotp, renewCodes, takeFactors } from './factors/rules.ts'
import { beginSetup } from './factors/second-step.ts'
import { acceptLink, createLinkFor, describeLink, disownSignIn, type OnAcceptance, requestLink } from './links/rules.ts'
import { partyOf } from './passkeys/challenges.ts'
import {
  acceptWithPasskey,
  addPasskey,
  beginAdding,
  beginInvitation,
  readPasskeys,
  removePasskey,
  renamePasskey,
} from './passkeys/rules.ts'
import { beginConfirming, beginSignIn, confirmByPasskey, signInWithPasskey } from './passkeys/sign-in.ts'
import { confirmByPassword, logIn, serializeOwnUser } from './rules.ts'
import { withNewToken } from './session-tokens.ts'
import {
  endMemberSession,
  endMemberSessions,
  endOtherSessions,
  endSession,
  logOut,
  readMemberSessions,
  readSessions,
} from './sessions.ts'
import type { Throttle } from './sign-in-limit.ts'

interface Options {
  throttle: Throttle
  publicUrl: string | undefined
  /** Milliseconds until a request for a link is answered. */
  linkAnswerMs: number | undefined
  /** Runs in the transaction in which somebody accepts the invitation. */
  onAcceptance: OnAcceptance
}

export function authRoutes(
  serve: Serve,
  services: Services,
  { throttle, publicUrl, linkAnswerMs = 400, onAcceptance }: Options,
) {
  const { db } = services
  const { auth, invitations, passwordLinks, memberSessions, devices, factors, factorDemand, passkeys } = api
  serve(auth.login, ({ body, client }) => logIn(services, throttle, body, client))
  serve(auth.logout, ({ user }) => logOut(services, user))
  serve(auth.me, async ({ user }) =>
    serializeOwnUser(services, db, user, (await findUserRow(db, user.id)) ?? fail('unauthenticated')),
  )
  serve(auth.changePassword, async ({ user, body }) =>
    withNewToken({ message: 'Tu contraseña se ha cambiado.' }, await changePassword(services, throttle, user, body)),
  )
  serve(auth.setFirstPassword, async ({ user, body }) =>
    withNewToken({ message: 'Tu cuenta tiene contraseña.' }, await setFirstPassword(services, user, body)),
  )
  serve(api.confirmation.confirm, ({ user, body }) => confirmByPassword(services, throttle, user, body))

  serve(auth.sessions, ({ user }) => readSessions(services, user, user))
  serve(auth.endSession, ({ user, params }) => endSession(services, user, params.id))
  serve(auth.endOtherSessions, async ({ user }) => ({ ended: await endOtherSessions(services, user) }))
  serve(memberSessions.list, ({ user, params }) => readMemberSessions(services, user, params.id))
  serve(memberSessions.end, ({ user, params: { id, session_id } }) => endMemberSession(services, user, id, session_id))
  serve(memberSessions.endAll, async ({ user, params }) => ({
    ended: await endMemberSessions(services, user, params.id),
  }))
  serve(devices.readAlarm, ({ body }) => describeLink(services, 'alarm', body.token))
  serve(devices.disown, ({ body, client }) => disownSignIn(services, body, client.address))

  serve(invitations.read, ({ body }) => describeLink(services, 'invitation', body.token))
  serve(invitations.accept, ({ body, client }) => acceptLink(services, 'invitation', body, client, onAcceptance))
  serve(passwordLinks.request, ({ body, client }) => requestLink(services, body.name, client.address, linkAnswerMs))
  serve(passwordLinks.createFor, ({ user, params }) => createLinkFor(services, user, params.id))
  serve(passwordLinks.read, ({ body }) => describeLink(services, 'reset', body.token))
  serve(passwordLinks.accept, ({ body, client }) => acceptLink(services, 'reset', body, client))

  serve(factors.read, ({ user }) => readFactors(services, user))
  serve(factors.renewCodes, ({ user }) => renewCodes(services, user))
  serve(factors.beginTotp, ({ user }) => beginSetup(services, user))
  serve(factors.addTotp, ({ user, body }) => addTotp(services, user, body))
  serve(factors.removeTotp, ({ user }) => removeTotp(services, user))
  serve(factors.takeAway, ({ user, params }) => takeFactors(services, user, params.id))
  serve(factorDemand.read, () => readDemand(db))
  serve(factorDemand.set, ({ user, body }) => setDemand(services, user, body))

  const party = ({ host }: { host: string }) => partyOf(publicUrl, host)
  serve(passkeys.list, ({ user }) => readPasskeys(services, user))
  serve(passkeys.beginAdding, (call) => beginAdding(services, party(call), call.user, call.client.agent))
  serve(passkeys.add, (call) => addPasskey(services, party(call), call.user, call.body))
  serve(passkeys.rename, ({ user, params, body }) => renamePasskey(services, user, params.id, body.name))
  serve(passkeys.remove, ({ user, params }) => removePasskey(services, user, params.id))
  serve(passkeys.beginConfirming, (call) => beginConfirming(services, party(call), call.user))
  serve(passkeys.confirm, (call) => confirmByPasskey(services, throttle, party(call), call.user, call.body))
  serve(passkeys.beginSignIn, (call) => beginSignIn(services, party(call), call.client))
  serve(passkeys.signIn, (call) => signInWithPasskey(services, throttle, party(call), call.body, call.client))
  serve(passkeys.beginInvitation, (call) => beginInvitation(services, party(call), call.body.token, call.client))
  serve(passkeys.acceptInvitation, (call) =>
    acceptWithPasskey(services, party(call), call.body, call.client, onAcceptance),
  )
}
