import type { AuditAction } from '../../../contract/audit.ts'
import type { Factors, NewTotp } from '../../../contract/auth/factors.ts'
import { hasPassword } from '../../accounts/account-state.ts'
import { changeAccount } from '../../accounts/change.ts'
import { findUserRow, lockUser, updateUserRow } from '../../accounts/queries.ts'
import { record } from '../../audit/rules.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { fail, failField } from '../../http/fail.ts'
import type { SignedIn } from '../../http/serve.ts'
import { toIso } from '../../lib/time.ts'
import type { QueueServices } from '../../mail/queue.ts'
import { mailSecurityEvent, type SecurityEvent } from '../../mail/security-mails.ts'
import { linkPath, makeLink } from '../../one-time-links/make.ts'
import type { Services } from '../../services.ts'
import {
  countRecoveryCodes,
  deleteFactorsOf,
  deleteRecoveryCodes,
  deleteSessionsOf,
  deleteTotp,
  findDemandedFrom,
  findSessionRow,
  findTotp,
  insertTotp,
  listFactors,
} from '../queries.ts'
import { mustAddFactor, renewSession, withNewToken } from '../session-tokens.ts'
import { countChange } from '../sign-in-limit.ts'
import { makeRecoveryCodes, readSetup, sealForStorage, stepOf, storeRecoveryCodes } from './second-step.ts'

const appName = 'aplicación de autenticación'

export async function readFactors({ db }: Services, user: SignedIn): Promise<Factors> {
  const totp = await findTotp(db, user.id)
  const demandedFrom = await findDemandedFrom(db, user.id)
  const account = await findUserRow(db, user.id)
  return {
    totp_since: totp ? toIso(totp.created_at) : null,
    recovery_codes_left: await countRecoveryCodes(db, user.id),
    demanded_from: demandedFrom === null ? null : toIso(demandedFrom),
    has_factor: account?.second_factor_at != null,
  }
}

/** Keeps `second_factor_at`, after each change; recovery codes go with the last factor, which stays while one is demanded. */
export async function refreshFactors({ now }: Services, tx: Db, { id, second_factor_at }: UserRow) {
  const isProtected = (await listFactors(tx, id)).length > 0
  if (isProtected !== (second_factor_at === null)) return
  const demanded_from = await findDemandedFrom(tx, id)
  if (!isProtected && mustAddFactor({ now }, { second_factor_at: null, demanded_from })) fail('factor_needed')
  await updateUserRow(tx, id, { second_factor_at: isProtected ? now() : null })
  if (!isProtected) await deleteRecoveryCodes(tx, id)
}

interface Change {
  action: AuditAction
  detail: string | null
  mail: SecurityEvent
}

/**
 * Changes of one's own factors are recorded and mailed; the other sessions end, and this one goes on under a new token.
 * `change` gets the locked account.
 */
export async function changeFactors<T>(
  services: Services,
  user: SignedIn,
  body: T,
  change: (tx: Db, account: UserRow) => Promise<Change>,
) {
  const renewed = await transaction(services.db, async (tx) => {
    const account = (await lockUser(tx, user.id)) ?? fail('unauthenticated')
    const { action, detail, mail } = await change(tx, account)
    await refreshFactors(services, tx, account)
    const token = await renewSession(services, tx, user)
    await record(services, tx, user, action, { detail })
    await mailSecurityEvent(services, tx, user, mail)
    return token
  })
  return withNewToken(body, renewed)
}

/** Adds a factor by `add`, which gets the moment since when the device is known; with the first one come recovery codes. */
export async function addFactor(
  services: Services,
  user: SignedIn,
  add: (tx: Db, deviceSince: number) => Promise<Change>,
) {
  await countChange(services, services.db, user)
  const before = (await findUserRow(services.db, user.id)) ?? fail('unauthenticated')
  const codes = before.second_factor_at === null ? await makeRecoveryCodes() : undefined
  return changeFactors(services, user, { recovery_codes: codes?.codes ?? null }, async (tx, account) => {
    // another one was added or removed meanwhile
    if ((account.second_factor_at === null) !== (codes !== undefined)) fail('conflict')
    if (codes) await storeRecoveryCodes(services, tx, user.id, codes)
    const { device_since } = (await findSessionRow(tx, user.session_id)) ?? fail('unauthenticated')
    return add(tx, device_since)
  })
}

/** In place of the one before, for a new phone. */
export async function addTotp(services: Services, user: SignedIn, given: NewTotp) {
  const secret = readSetup(services, user, given.token)
  if (!secret) return failField('code', 'Ha pasado demasiado tiempo. Cierra y empieza otra vez.')
  const step = stepOf(secret, given.code.replace(/\s/g, ''), services.now(), 0)
  if (step === undefined)
    return failField(
      'code',
      'Ese código no vale. Mira que la hora del teléfono sea la correcta y escribe el siguiente.',
    )
  return addFactor(services, user, async (tx, device_since) => {
    await deleteTotp(tx, user.id)
    const sealed = await sealForStorage(tx, user.id, secret)
    await insertTotp(tx, {
      user_id: user.id,
      secret: sealed,
      last_step: step,
      created_at: services.now(),
      device_since,
    })
    return { action: 'factor_added', detail: appName, mail: 'totp_added' }
  })
}

export const removeTotp = (services: Services, user: SignedIn) =>
  changeFactors(services, user, undefined, async (tx) => {
    if (!(await deleteTotp(tx, user.id))) fail('not_found')
    await countChange(services, tx, user)
    return { action: 'factor_removed', detail: appName, mail: 'totp_removed' }
  })

export async function renewCodes(services: Services, user: SignedIn) {
  await countChange(services, services.db, user)
  const codes = await makeRecoveryCodes()
  return changeFactors(services, user, { recovery_codes: codes.codes }, async (tx, account) => {
    if (account.second_factor_at === null) fail('not_found')
    // they were disowned: see `deleteFactorsSince`
    if ((await listFactors(tx, user.id)).length === 0) fail('only_codes')
    await deleteRecoveryCodes(tx, user.id)
    await storeRecoveryCodes(services, tx, user.id, codes)
    return { action: 'recovery_codes_made', detail: null, mail: 'recovery_codes_made' }
  })
}

/**
 * Takes all factors from a locked account, and ends its sessions; recorded and mailed. For somebody who had only passkeys
 * returns a link to choose a password, to be handed over: nothing else would open the account. A deactivated account gets
 * none, as it would end before the account can be used: one is made once it is active again.
 */
export async function takeFactorsOf(services: QueueServices, tx: Db, by: SignedIn | 'operator', user: UserRow) {
  await deleteFactorsOf(tx, user.id)
  await deleteSessionsOf(tx, user.id)
  await record(services, tx, by, 'factors_taken', { target: user.name })
  await mailSecurityEvent(services, tx, user, hasPassword(user) ? 'factors_taken' : 'only_passkeys_taken')
  if (hasPassword(user) || user.deactivated_at !== null) return undefined
  const created_by = by === 'operator' ? null : by.id
  const link = await makeLink(services, tx, { user_id: user.id, purpose: 'reset', created_by })
  await record(services, tx, by, 'password_link_created', { target: user.name })
  return link
}

/** All factors of somebody else, who lost them; with a link for an active person who had only passkeys. */
export const takeFactors = (services: Services, by: SignedIn, id: string) =>
  changeAccount(services, by, id, async (tx, account) => {
    if (by.id === id) fail('own_factors')
    if (account.second_factor_at === null) fail('no_factors')
    const link = await takeFactorsOf(services, tx, by, account)
    return {
      has_password: hasPassword(account),
      link: link ? { path: linkPath(services.passwordLinkKey, link), expires_at: toIso(link.expires_at) } : null,
    }
  })
