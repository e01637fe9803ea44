// Sessions as their person and administrators see and end them.
import type { Session } from '../../contract/auth.ts'
import { changeAccount } from '../accounts/change.ts'
import { deviceOf } from '../accounts/device.ts'
import { findUserRow, lockUser } from '../accounts/queries.ts'
import { record } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import { mailSecurityEvent } from '../mail/security-mails.ts'
import type { Services } from '../services.ts'
import { deleteSession, listSessionsOf } from './queries.ts'

/** Ends the session and its sockets in all processes. */
export const logOut = (services: Services, user: SignedIn) =>
  transaction(services.db, async (tx) => {
    if (!(await deleteSession(tx, user.session_id))) return
    await services.bus.send(tx, { kind: 'account', id: user.id })
    await record(services, tx, user, 'sign_out')
  })

/** Sessions of `user`, as seen from the session of `reader`. */
export async function readSessions(
  { db, now }: Services,
  reader: Pick<SignedIn, 'session_id'>,
  user: { id: string },
): Promise<Session[]> {
  const rows = await listSessionsOf(db, user.id, now())
  return rows.map((row) => ({
    ...row,
    device: deviceOf(row.agent),
    created_at: toIso(row.created_at),
    last_seen_at: toIso(row.last_seen_at),
    is_current: row.id === reader.session_id,
    is_kept: row.kept === 1,
  }))
}

/** 404 for unknown and deleted people. */
export const readMemberSessions = async (services: Services, by: SignedIn, id: string) =>
  readSessions(services, by, (await findUserRow(services.db, id)) ?? fail('not_found'))

type IsIncluded = (sessionId: string) => boolean

/** Sessions of a person whose account is locked; the trail names the person if `by` is somebody else. */
async function endIncluded(
  services: Services,
  tx: Db,
  by: SignedIn,
  user: { id: string; name: string },
  isIncluded: IsIncluded,
) {
  const target = by.id === user.id ? null : user.name
  let ended = 0
  for (const { id, agent } of await listSessionsOf(tx, user.id, services.now())) {
    if (!isIncluded(id) || !(await deleteSession(tx, id))) continue
    await record(services, tx, by, 'session_ended', { target, detail: deviceOf(agent) })
    ended++
  }
  if (ended > 0) await services.bus.send(tx, { kind: 'account', id: user.id })
  return ended
}

/** Locks the account, so that no session is opened at the same time. */
export const endSessions = (services: Services, user: SignedIn, isIncluded: IsIncluded) =>
  transaction(services.db, async (tx) => {
    await lockUser(tx, user.id)
    return endIncluded(services, tx, user, user, isIncluded)
  })

/** 404 for an id that isn't a session of this person. Ending the current one is a logout. */
export async function endSession(services: Services, user: SignedIn, id: string) {
  if (id === user.session_id) return logOut(services, user)
  if ((await endSessions(services, user, (own) => own === id)) === 0) fail('not_found')
}

/** Returns the count of ended sessions. */
export const endOtherSessions = (services: Services, user: SignedIn) =>
  endSessions(services, user, (id) => id !== user.session_id)

/** Returns the count of ended sessions. Somebody else is told by mail. */
export const endMemberSessions = (services: Services, by: SignedIn, id: string, isIncluded: IsIncluded = () => true) =>
  changeAccount(services, by, id, async (tx, user) => {
    const ended = await endIncluded(services, tx, by, user, isIncluded)
    if (ended > 0 && by.id !== id) await mailSecurityEvent(services, tx, user, 'sessions_ended')
    return ended
  })

/** 404 for an id that isn't a session of this person. */
export async function endMemberSession(services: Services, by: SignedIn, id: string, sessionId: string) {
  if ((await endMemberSessions(services, by, id, (own) => own === sessionId)) === 0) fail('not_found')
}
