import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Disowning, PasswordChoice } from '../../../contract/auth/password-links.ts'
import { limits } from '../../../contract/limits.ts'
import { hasOnlyPasskeys, isInvited } from '../../accounts/account-state.ts'
import { changeAccount } from '../../accounts/change.ts'
import {
  findIdsByNameOrEmail,
  findUserRow,
  lockUser,
  setChosenPassword,
  updateUserRow,
} from '../../accounts/queries.ts'
import { record } from '../../audit/rules.ts'
import { toEmailKey, toNameKey } from '../../db/name-key.ts'
import type { Db, UserRow } from '../../db/schema.ts'
import type { LinkPurpose } from '../../db/schemas/account.ts'
import { transaction } from '../../db/transaction.ts'
import { fail, failField } from '../../http/fail.ts'
import type { ClientInfo, SignedIn } from '../../http/serve.ts'
import { networkOf } from '../../lib/network.ts'
import { toIso } from '../../lib/time.ts'
import { mailLink, mailPasswordChange, mailSecurityEvent } from '../../mail/security-mails.ts'
import { linkPath, makeLink, openReset, readToken } from '../../one-time-links/make.ts'
import { deleteLink, deleteLinksOf, findOpenLink, findOpenLinkOf } from '../../one-time-links/queries.ts'
import type { Services } from '../../services.ts'
import { requireUnguessable } from '../chosen-password.ts'
import { hashPassword, queueHash, verifyPassword } from '../password-hash.ts'
import { countInWindow, deleteFactorsSince, deleteSessionsOf, forgetDevicesOf } from '../queries.ts'
import { beginSession } from '../rules.ts'
import { refuseUntil } from '../sign-in-limit.ts'

const endedCodes = { invitation: 'invitation_ended', reset: 'link_ended', alarm: 'alarm_ended' } as const

/** One refusal for unknown, used and expired links, and for those of deactivated and deleted people. */
export async function readLink({ now, passwordLinkKey }: Services, db: Db, purpose: LinkPurpose, token: string) {
  const id = readToken(passwordLinkKey, purpose, token)
  return (id && (await findOpenLink(db, id, purpose, now()))) || fail(endedCodes[purpose])
}

/** For the page of a link. */
export async function describeLink(services: Services, purpose: LinkPurpose, token: string) {
  const { name, made_by, expires_at } = await readLink(services, services.db, purpose, token)
  return { name, invited_by: made_by, expires_at: toIso(expires_at) }
}

/** Uses a link up: its person's account is locked, whose other links and sessions end. Of two at once one succeeds. */
export async function takeLink(services: Services, tx: Db, purpose: LinkPurpose, token: string) {
  const { id, user_id, created_at } = await readLink(services, tx, purpose, token)
  const user = await lockUser(tx, user_id)
  // whatever ends a link does so under the same lock
  if (!user || !(await deleteLink(tx, id))) return fail(endedCodes[purpose])
  await deleteLinksOf(tx, user_id)
  await deleteSessionsOf(tx, user_id)
  await services.bus.send(tx, { kind: 'account', id: user_id })
  return { user, created_at }
}

/** A person who has to choose another password can't choose the one that was given to them. */
async function refuseGiven({ db }: Services, userId: string, password: string) {
  const user = await findUserRow(db, userId)
  if (!user || user.must_choose_since === null) return
  if (await queueHash(() => verifyPassword(password, user.password_hash)))
    failField('password', 'Elige una contraseña distinta de la que te dieron')
}

export type OnAcceptance = (services: Services, tx: Db, user: UserRow) => Promise<unknown>

/** Sets the password, ends the person's links and sessions, and signs in. */
export async function acceptLink(
  services: Services,
  purpose: LinkPurpose,
  { token, password }: PasswordChoice,
  client: ClientInfo,
  onAcceptance?: OnAcceptance,
) {
  const { db } = services
  const { user_id, name } = await readLink(services, db, purpose, token)
  await requireUnguessable('password', password, name)
  await refuseGiven(services, user_id, password)
  const hash = await hashPassword(password)
  const opened = await transaction(db, async (tx) => {
    const { user } = await takeLink(services, tx, purpose, token)
    await setChosenPassword(tx, user.id, hash)
    const person = { ...user, address: client.address }
    await record(services, tx, person, purpose === 'invitation' ? 'invitation_accepted' : 'password_reset')
    await onAcceptance?.(services, tx, user)
    if (!isInvited(user)) await mailPasswordChange(services, tx, user)
    // a mail alone doesn't open an account with a second factor
    if (user.second_factor_at !== null) return undefined
    return beginSession(services, tx, user, client, { means: 'link', at: services.now() })
  })
  return opened ?? fail('sign_in_again')
}

const { maxPerName, maxPerNetwork, maxPerPerson, windowMs } = limits.passwordLinks.requests

/** Counts a request, by the name as typed. For one request too many, returns the end of its window. */
const countRequest = ({ db, now }: Services, address: string, nameKey: string) =>
  transaction(db, async (tx) => {
    const network = networkOf(address)
    for (const [key, max] of [
      [`link ${network}`, maxPerNetwork],
      [`link ${network} ${nameKey}`, maxPerName],
    ] as const) {
      const { failures, window_ends_at } = await countInWindow(tx, key, now(), windowMs)
      if (failures > max) return window_ends_at
    }
    return undefined
  })

/** Mails an invited person the open invitation again. Further mails to one person are left out, without a word. */
const mailNewLink = (services: Services, id: string, address: string) =>
  transaction(services.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || user.deactivated_at !== null) return
    const invited = isInvited(user)
    if (invited && !(await findOpenLinkOf(tx, id, 'invitation', services.now()))) return
    const { failures } = await countInWindow(tx, `link to ${id}`, services.now(), windowMs)
    if (failures > maxPerPerson) return
    if (!invited) await openReset(services, tx, id)
    await mailLink(services, tx, user, invited ? 'invitation' : 'password_link', [id])
    await record(services, tx, { address }, 'password_link_requested', { target: user.name })
  })

/**
 * Mails a link to whoever has this name or e-mail. The answer doesn't wait for that: it is the same for everybody, after
 * `answerAfterMs`. That is longer than the work takes, so that an account slows down nobody's answer either.
 */
export async function requestLink(services: Services, typed: string, address: string, answerAfterMs: number) {
  const { db, background, log, now, settings } = services
  if (!settings.sendsMail)
    return {
      message: 'Esta comunidad no envía correos. Pide a quien la administra un enlace para elegir otra contraseña.',
      is_mailed: false,
    }
  const counting = countRequest(services, address, toNameKey(typed))
  background.run(log, 'mail a link', async () => {
    if ((await counting) !== undefined) return
    for (const id of await findIdsByNameOrEmail(db, toNameKey(typed), toEmailKey(typed)))
      await mailNewLink(services, id, address)
  })
  const answerTime = setTimeout(answerAfterMs)
  const refusedUntil = await Promise.race([counting, answerTime.then(() => undefined)])
  await answerTime
  if (refusedUntil !== undefined) refuseUntil(refusedUntil, now())
  return {
    message: 'Si la cuenta existe, te llegará un correo con un enlace. El correo dice hasta cuándo vale.',
    is_mailed: true,
  }
}

/** A link for somebody else, to be handed over. */
export const createLinkFor = (services: Services, by: SignedIn, id: string) =>
  changeAccount(services, by, id, async (tx, user) => {
    if (by.id === id) fail('own_link')
    if (user.deactivated_at !== null) fail('inactive_person')
    if (isInvited(user)) fail('not_accepted')
    const link = await makeLink(services, tx, { user_id: id, purpose: 'reset', created_by: by.id })
    await record(services, tx, by, 'password_link_created', { target: user.name })
    await mailSecurityEvent(services, tx, user, 'link_handed_over')
    return { path: linkPath(services.passwordLinkKey, link), expires_at: toIso(link.expires_at) }
  })

/**
 * For somebody who says that a sign-in wasn't theirs, and types the name of the account, which no mail scanner does: ends
 * the person's sessions and links, forgets their devices, makes the password unusable and deletes the factors that may be a
 * thief's (`deleteFactorsSince`). Returns the page on which another password is chosen. Of two at once one succeeds.
 */
export async function disownSignIn(services: Services, { token, name }: Disowning, address: string) {
  const { db, passwordLinkKey } = services
  const typed = await readLink(services, db, 'alarm', token)
  if (toNameKey(name) !== toNameKey(typed.name))
    failField('name', 'Ese no es el nombre de esta cuenta. Escríbelo como aparece arriba.')
  // of a password that nobody knows: as slow to refuse as any other
  const hash = await hashPassword(randomBytes(32).toString('base64url'))
  return transaction(db, async (tx) => {
    const { user, created_at } = await takeLink(services, tx, 'alarm', token)
    // without a password there is none to end, and its person can still choose a first one
    if (!hasOnlyPasskeys(user)) await updateUserRow(tx, user.id, { password_hash: hash })
    await forgetDevicesOf(tx, user.id)
    await deleteFactorsSince(tx, user.id, created_at)
    await record(services, tx, { ...user, address }, 'sign_in_disowned')
    await mailSecurityEvent(services, tx, user, 'sign_in_disowned')
    const reset = await makeLink(services, tx, { user_id: user.id, purpose: 'reset', created_by: null })
    return { path: linkPath(passwordLinkKey, reset) }
  })
}
