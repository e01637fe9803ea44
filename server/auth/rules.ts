import type { Confirmation, Credentials, OwnUser } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { hasOnlyPasskeys } from '../accounts/account-state.ts'
import { deviceOf } from '../accounts/device.ts'
import { findUserRow, findUserToSignIn, lockUser, updateUserRow } from '../accounts/queries.ts'
import { serializeUser } from '../accounts/serialize.ts'
import { record } from '../audit/rules.ts'
import { toNameKey } from '../db/name-key.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { transaction } from '../db/transaction.ts'
import { fail, Refusal } from '../http/fail.ts'
import { Answer } from '../http/reply.ts'
import type { ClientInfo, SignedIn } from '../http/serve.ts'
import { toIso } from '../lib/time.ts'
import { openFirstLink } from '../one-time-links/make.ts'
import type { Services } from '../services.ts'
import { recognizeDevice, type SignIn } from './devices.ts'
import { prepareSecondStep } from './factors/second-step.ts'
import { hashPassword, mustRenew, verifyPassword } from './password-hash.ts'
import { countInWindow, deleteCount, deleteExpiredSessions, findDemandedFrom, listFactors } from './queries.ts'
import { confirmSession, mustAddFactor, openSession, withNewToken } from './session-tokens.ts'
import { endSessions } from './sessions.ts'
import type { Throttle } from './sign-in-limit.ts'

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
  const named = await findUserToSignIn(db, name)
  // of the account, so that its name, its e-mail and an n for ñ have one budget
  const key = named?.name_key ?? toNameKey(name)
  const verify = async () => {
    const user = await findUserToSignIn(db, name)
    return (await verifyPassword(password, user?.password_hash)) ? user : undefined
  }
  const found = await throttle(address, key, verify, client)
  if (!found) {
    log.info({ address, user: named?.id }, 'sign-in refused')
    // the typed name is not recorded: it may be a password
    await record(services, db, { address }, 'sign_in_failed', { target: named?.name ?? null })
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
    if (renewed) await updateUserRow(tx, id, { password_hash: renewed })
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

export async function serializeOwnUser(
  services: Services,
  db: Db,
  session: { session_id: string },
  row: UserRow,
): Promise<OwnUser> {
  const demanded_from = await findDemandedFrom(db, row.id)
  const must_add_factor = mustAddFactor(services, { ...row, demanded_from })
  const isComing = row.second_factor_at === null && demanded_from !== null && !must_add_factor
  return {
    ...(await serializeUser(services, db, session, row)),
    must_add_factor,
    factor_demanded_from: isComing ? toIso(demanded_from) : null,
  }
}

/** A hash of today's cost; undefined while too many wait for theirs: the next sign-in renews it. */
const renewHash = (password: string) =>
  hashPassword(password).catch((error) => {
    if (error instanceof Refusal) return undefined
    throw error
  })

/**
 * Refuses a wrong password of a signed-in person, and returns the account as it is. Wrong ones are throttled like
 * sign-ins, but per person and session, which ends after some: whoever has its token locks the person out of nothing.
 */
export async function requirePassword(services: Services, throttle: Throttle, user: SignedIn, password: string) {
  const account = await findUserRow(services.db, user.id)
  if (account && hasOnlyPasskeys(account)) fail('no_password')
  const isRight = await throttle(`change-password ${user.id}`, user.session_id, () =>
    verifyPassword(password, account?.password_hash),
  )
  if (isRight && account) {
    await deleteCount(services.db, wrongKey(user))
    return account
  }
  await countWrong(services, user)
  return fail('wrong_current_password')
}

export const wrongKey = ({ session_id }: SignedIn) => `wrong ${session_id}`

/** After a wrong password or passkey in a session; the last one without a right one ends it. */
export async function countWrong(services: Services, user: SignedIn) {
  const { maxWrongInSession, windowMs } = limits.login
  const { failures } = await countInWindow(services.db, wrongKey(user), services.now(), windowMs)
  if (failures < maxWrongInSession) return
  await endSessions(services, user, (id) => id === user.session_id)
  fail('unauthenticated')
}

/** 400 for a wrong password. */
export async function confirmByPassword(
  services: Services,
  throttle: Throttle,
  user: SignedIn,
  { password }: Confirmation,
) {
  await requirePassword(services, throttle, user, password)
  return withNewToken(undefined, await transaction(services.db, (tx) => confirmSession(services, tx, user)))
}
