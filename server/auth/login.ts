import type { Credentials, PasswordChange, User } from '../../contract/users.ts'
import { record } from '../audit/record.ts'
import { foldName } from '../db/fold.ts'
import { transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import { mailPasswordChange } from '../mail/security.ts'
import type { Services } from '../services.ts'
import { findUserByNameKey, findUserRow, lockUser, setPasswordHash } from '../users/queries.ts'
import { toUser } from '../users/wire.ts'
import { deviceOf } from './device.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { deleteExpiredSessions, deleteSessionsOf } from './queries.ts'
import { type From, openSession, type SignedIn } from './sessions.ts'
import { type Attempt, reserveAttempt } from './throttle.ts'

/** Whether the password is right. When too many are waiting for that, the attempt isn't held against the person. */
async function judge(attempt: Attempt, password: string, hash: string | undefined) {
  try {
    return await verifyPassword(password, hash)
  } catch (error) {
    await attempt.takeBack()
    throw error
  }
}

/** Signs somebody in. A wrong name and a wrong password are one refusal, after the same work. */
export async function logIn(
  services: Services,
  { name, password }: Credentials,
  from: From,
): Promise<{ access_token: string; user: User }> {
  const { db, now, log } = services
  const { address, agent } = from
  const key = foldName(name)
  const attempt = await reserveAttempt(services, address, key)
  const found = await findUserByNameKey(db, key)
  const isRight = await judge(attempt, password, found?.password_hash)
  if (!found || !isRight) {
    log.info({ address, user: found?.id }, 'sign-in refused')
    // what was typed is written down nowhere: it may be a password
    await record(services, db, { address }, 'sign_in_failed', { target: found?.name ?? null })
    return fail('wrong_credentials')
  }
  await attempt.succeeded()
  await deleteExpiredSessions(db, now())
  const opened = await transaction(db, async (tx) => {
    // Between the hash and here the account may have been changed: the session is for what it is now.
    const user = await lockUser(tx, found.id)
    const isSame = user?.password_hash === found.password_hash
    if (!user || !isSame || user.deactivated_at !== null) {
      const detail = user && isSame ? 'cuenta inactiva' : null
      await record(services, tx, { address }, 'sign_in_failed', { target: found.name, detail })
      return detail ? 'inactive_account' : 'wrong_credentials'
    }
    const { token, session_id } = await openSession(services, tx, user.id, from)
    await record(services, tx, { ...user, address }, 'sign_in', { detail: deviceOf(agent) })
    return { access_token: token, user: await toUser(services, tx, { session_id }, user) }
  })
  return typeof opened === 'string' ? fail(opened) : opened
}

/**
 * Changes one's own password and ends one's other sessions. Wrong current passwords are counted like failed sign-ins, for
 * each person apart: nobody's guessing keeps somebody else from a change.
 */
export async function changePassword(services: Services, user: SignedIn, change: PasswordChange) {
  const { db, bus } = services
  const attempt = await reserveAttempt(services, `change-password ${user.id}`, '')
  const before = await findUserRow(db, user.id)
  if (!(await judge(attempt, change.current_password, before?.password_hash))) fail('wrong_current_password')
  await attempt.succeeded()
  const hash = await hashPassword(change.new_password)
  await transaction(db, async (tx) => {
    const now = await lockUser(tx, user.id)
    if (now?.password_hash !== before?.password_hash) fail('wrong_current_password')
    await setPasswordHash(tx, user.id, hash)
    await deleteSessionsOf(tx, user.id, user.session_id)
    await bus.send(tx, { kind: 'account', id: user.id })
    await record(services, tx, user, 'password_changed')
    await mailPasswordChange(services, tx, user)
  })
}
