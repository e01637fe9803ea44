import type { Credentials, FirstPassword, OwnUser, PasswordChange, Session } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { deviceOf } from '../accounts/device.ts'
import { isPasswordHash, onlyPasskeys } from '../accounts/no-password.ts'
import { findUserRow, findUserToSignIn, lockUser, setChosenPassword, setPasswordHash } from '../accounts/queries.ts'
import { record } from '../audit/rules.ts'
import { toNameKey } from '../db/name-key.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, Refusal } from '../http/fail.ts'
import { Answer } from '../http/reply.ts'
import type { ClientInfo, SignedIn } from '../http/signed-in.ts'
import { toIso } from '../lib/time.ts'
import { mailPasswordChange } from '../mail/security-mails.ts'
import { openFirstLink } from '../one-time-links/make.ts'
import { deleteLinksOf } from '../one-time-links/queries.ts'
import type { Services } from '../services.ts'
import { requireUnguessable } from './chosen-password.ts'
import { countChange } from './credential-budget.ts'
import { serializeOwnUser } from './demand/must-add.ts'
import { recognizeDevice, type SignIn } from './devices/rules.ts'
import { listFactors } from './factors/queries.ts'
import { prepareSecondStep } from './factors/second-step.ts'
import { hashPassword, mustRenew, verifyPassword } from './password-hash.ts'
import { countFailure, deleteExpiredSessions, deleteFailures, deleteSession, listSessionsOf } from './queries.ts'
import { openSession, renewSession } from './session-tokens.ts'
import type { Throttle } from './throttle.ts'

/**
 * One refusal for a wrong name and a wrong password, after the same work. A second attempt follows if the password was
 * changed, or its hash renewed, at the same time.
 */
export async function logIn(
  services: Services,
  throttle: Throttle,
  { name, password, code }: Credentials,
  client: ClientInfo,
  isSecondAttempt = false,
): Promise<Answer<{ access_token: string; user: OwnUser }>> {
  const { db, now, log } = services
  const { address } = client
  let found = await findUserToSignIn(db, name)
  // of the account, so that its name, its e-mail and an n for ñ have one budget
  const key = found?.name_key ?? toNameKey(name)
  const verify = async () => {
    found = await findUserToSignIn(db, name)
    return verifyPassword(password, found?.password_hash)
  }
  const isRight = await throttle(address, key, verify, { isSignIn: true, cookies: client.cookies })
  if (!found || !isRight) {
    log.info({ address, user: found?.id }, 'sign-in refused')
    // the typed name is not recorded: it may be a password
    await record(services, db, { address }, 'sign_in_failed', { target: found?.name ?? null })
    return fail('wrong_credentials')
  }
  const { id, name: foundName, password_hash } = found
  const renewed = mustRenew(password, password_hash) ? await renewHash(password) : undefined
  const secondStep = await prepareSecondStep(services, found, code, address)
  await deleteExpiredSessions(db, now())
  const opened = await transaction(db, async (tx) => {
    // the account may have changed during the hashing: the session is for its current state
    const user = await lockUser(tx, id)
    const isSame = user?.password_hash === password_hash
    if (!isSame && !isSecondAttempt) return 'changed'
    if (!user || !isSame || user.deactivated_at !== null) {
      const detail = user && isSame ? 'cuenta inactiva' : null
      await record(services, tx, { address }, 'sign_in_failed', { target: foundName, detail })
      return detail ? 'inactive_account' : 'wrong_credentials'
    }
    const step = await secondStep(tx, user)
    if (step === 'wrong_code')
      await record(services, tx, { address }, 'sign_in_failed', { target: foundName, detail: 'segundo paso' })
    if (step !== 'done') return step
    if (user.must_choose_since !== null) return { path: await openFirstLink(services, tx, user, client) }
    if (renewed) await setPasswordHash(tx, id, renewed)
    return beginSession(services, tx, user, client, { means: 'password', at: now() })
  })
  if (opened === 'changed') return logIn(services, throttle, { name, password, code }, client, true)
  if (opened === 'second_factor_required') return fail(opened, { factors: await listFactors(db, id) })
  if (typeof opened === 'string') return fail(opened)
  return 'path' in opened ? fail('must_choose_password', opened) : opened
}

/** Opens a session of an active account, which has to be locked; returns the answer, for a row with `opensSession`. */
export async function beginSession(services: Services, tx: Db, user: UserRow, client: ClientInfo, signIn: SignIn) {
  const device = await recognizeDevice(services, tx, user, client, signIn)
  const { token, session_id } = await openSession(services, tx, user.id, client, device.since)
  await record(services, tx, { ...user, address: client.address }, 'sign_in', { detail: deviceOf(client.agent) })
  const own = await serializeOwnUser(services, tx, { session_id }, user)
  return new Answer({ access_token: token, user: own }, { 'set-cookie': device.cookie })
}

/** A hash of today's cost; undefined while too many wait for theirs: the next sign-in renews it. */
const renewHash = (password: string) =>
  hashPassword(password).catch((error) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/** Ends the session and its sockets in all processes. */
export const logOut = (services: Services, user: SignedIn) =>
  transaction(services.db, async (tx) => {
    if (!(await deleteSession(tx, user.session_id))) return
    await services.bus.send(tx, { kind: 'account', id: user.id })
    await record(services, tx, user, 'sign_out')
  })

/**
 * Refuses a wrong password of a signed-in person, and returns the account as it is. Wrong ones are throttled like
 * sign-ins, but per person and session, which ends after some: whoever has its token locks the person out of nothing.
 */
export async function requirePassword(services: Services, throttle: Throttle, user: SignedIn, password: string) {
  const account = await findUserRow(services.db, user.id)
  if (account?.password_hash === onlyPasskeys) fail('no_password')
  const isRight = await throttle(`change-password ${user.id}`, user.session_id, () =>
    verifyPassword(password, account?.password_hash),
  )
  if (isRight && account) {
    await deleteFailures(services.db, wrongKey(user))
    return account
  }
  await countWrong(services, user)
  return fail('wrong_current_password')
}

export const wrongKey = ({ session_id }: SignedIn) => `wrong ${session_id}`

/** After a wrong password or passkey in a session; the last one without a right one ends it. */
export async function countWrong(services: Services, user: SignedIn) {
  const { maxWrongInSession, windowMs } = limits.login
  const { failures } = await countFailure(services.db, wrongKey(user), services.now(), windowMs)
  if (failures < maxWrongInSession) return
  await endSessions(services, user, (id) => id === user.session_id)
  fail('unauthenticated')
}

/** Ends the other sessions too, and this one goes on with a new token, which is returned. */
export async function changePassword(services: Services, throttle: Throttle, user: SignedIn, change: PasswordChange) {
  const { db } = services
  const before = await requirePassword(services, throttle, user, change.current_password)
  await requireUnguessable('new_password', change.new_password, user.name)
  await countChange(services, db, user)
  const hash = await hashPassword(change.new_password)
  return transaction(db, async (tx) => {
    const current = await lockUser(tx, user.id)
    if (current?.password_hash !== before.password_hash) fail('wrong_current_password')
    return storeOwnPassword(services, tx, user, current, hash)
  })
}

/** Without a current one, for somebody who has only passkeys. */
export async function setFirstPassword(services: Services, user: SignedIn, { new_password }: FirstPassword) {
  const { db } = services
  if ((await findUserRow(db, user.id))?.password_hash !== onlyPasskeys) fail('has_password')
  await requireUnguessable('new_password', new_password, user.name)
  await countChange(services, db, user)
  const hash = await hashPassword(new_password)
  return transaction(db, async (tx) => {
    const current = await lockUser(tx, user.id)
    if (current?.password_hash !== onlyPasskeys) fail('has_password')
    return storeOwnPassword(services, tx, user, current, hash)
  })
}

/** Stores the password of a locked account. */
async function storeOwnPassword(services: Services, tx: Db, user: SignedIn, before: UserRow, hash: string) {
  await setChosenPassword(tx, user.id, hash)
  const token = await renewSession(services, tx, user)
  await deleteLinksOf(tx, user.id, { exceptAlarm: true })
  await services.bus.send(tx, { kind: 'account', id: user.id })
  await record(services, tx, user, isPasswordHash(before.password_hash) ? 'password_changed' : 'password_added')
  await mailPasswordChange(services, tx, before)
  return token
}

/** Sessions of `user`, as seen from the session of `reader`. */
export async function readSessions(
  { db, now }: Services,
  reader: Pick<SignedIn, 'session_id'>,
  user: { id: string },
): Promise<Session[]> {
  const rows = await listSessionsOf(db, user.id, now())
  return rows.map(({ id, agent, address, created_at, last_seen_at, kept }) => ({
    id,
    device: deviceOf(agent),
    address,
    created_at: toIso(created_at),
    last_seen_at: toIso(last_seen_at),
    is_current: id === reader.session_id,
    is_kept: kept === 1,
  }))
}

/** Sessions of a person whose account is locked; the trail names the person if `by` is somebody else. */
export async function endIncluded(
  services: Services,
  tx: Db,
  by: SignedIn,
  user: { id: string; name: string },
  isIncluded: (id: string) => boolean,
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
const endSessions = (services: Services, user: SignedIn, isIncluded: (id: string) => boolean) =>
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
