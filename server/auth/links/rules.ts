import { setTimeout } from 'node:timers/promises'
import type { PasswordChoice } from '../../../contract/auth/password-links.ts'
import { limits } from '../../../contract/limits.ts'
import { record } from '../../audit/rules.ts'
import type { LinkPurpose } from '../../db/account-schema.ts'
import { toNameKey } from '../../db/name-key.ts'
import type { Db } from '../../db/schema.ts'
import { transaction } from '../../db/transaction.ts'
import { fail } from '../../http/fail.ts'
import { networkOf } from '../../lib/network.ts'
import { toIso } from '../../lib/time.ts'
import { mailPasswordChange } from '../../mail/password-change.ts'
import { mailLink } from '../../mail/password-link.ts'
import type { Services } from '../../services.ts'
import { findIdsByNameOrEmail, lockUser, setPasswordHash } from '../../users/queries.ts'
import { changeAccount } from '../../users/rules.ts'
import { hashPassword, noPassword } from '../password-hash.ts'
import { countFailure, deleteSessionsOf } from '../queries.ts'
import { beginSession } from '../rules.ts'
import type { ClientInfo, SignedIn } from '../signed-in.ts'
import { makeLink } from './make.ts'
import { deleteLink, deleteLinksOf, findOpenLink, findOpenLinkOf } from './queries.ts'
import { linkPath, readToken } from './token.ts'

const failEnded = (purpose: LinkPurpose) => fail(purpose === 'invitation' ? 'invitation_ended' : 'link_ended')

/** One refusal for unknown, used and expired links, and for those of deactivated and deleted people. */
export async function readLink({ now, passwordLinkKey }: Services, db: Db, purpose: LinkPurpose, token: string) {
  const id = readToken(passwordLinkKey, purpose, token)
  return (id && (await findOpenLink(db, id, purpose, now()))) || failEnded(purpose)
}

/** Sets the password, ends the person's links and sessions, and signs in. Of two at once one succeeds. */
export async function acceptLink(
  services: Services,
  purpose: LinkPurpose,
  { token, password }: PasswordChoice,
  client: ClientInfo,
) {
  const { db, bus } = services
  await readLink(services, db, purpose, token)
  const hash = await hashPassword(password)
  const opened = await transaction(db, async (tx) => {
    const link = await readLink(services, tx, purpose, token)
    const user = await lockUser(tx, link.user_id)
    // whatever ends a link does so under the same lock
    if (!user || !(await deleteLink(tx, link.id))) return failEnded(purpose)
    await setPasswordHash(tx, user.id, hash)
    await deleteLinksOf(tx, user.id)
    await deleteSessionsOf(tx, user.id)
    await bus.send(tx, { kind: 'account', id: user.id })
    const person = { ...user, address: client.address }
    await record(services, tx, person, purpose === 'invitation' ? 'invitation_accepted' : 'password_reset')
    if (user.password_hash !== noPassword) await mailPasswordChange(services, tx, user)
    // a mail alone doesn't open an account with a second factor
    return user.second_factor_at === null ? beginSession(services, tx, user, client) : undefined
  })
  return opened ?? fail('sign_in_again')
}

const { maxPerName, maxPerNetwork, windowMs } = limits.passwordLinks.requests

/** Names are counted as typed, whether they exist or not. */
const countRequest = ({ db, now }: Services, address: string, nameKey: string) =>
  transaction(db, async (tx) => {
    for (const [key, max] of [
      [`link ${networkOf(address)}`, maxPerNetwork],
      [`link for ${nameKey}`, maxPerName],
    ] as const) {
      const { failures, window_ends_at } = await countFailure(tx, key, now(), windowMs)
      if (failures > max) fail('too_often', { retryAfterSeconds: Math.ceil((window_ends_at - now()) / 1000) })
    }
  })

/** An open invitation is mailed again, and so is a link that an administrator made: anybody can ask in somebody's name. */
const mailNewLink = (services: Services, id: string, address: string) =>
  transaction(services.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || user.deactivated_at !== null) return
    const isInvited = user.password_hash === noPassword
    const open = await findOpenLinkOf(tx, id, isInvited ? 'invitation' : 'reset', services.now())
    if (isInvited && !open) return
    if (!isInvited && !open?.made_by) await makeLink(services, tx, { user_id: id, purpose: 'reset', created_by: null })
    await mailLink(services, tx, user, isInvited ? 'invitation' : 'password_link', [id])
    await record(services, tx, { address }, 'password_link_requested', { target: user.name })
  })

async function mailLinksTo(services: Services, typed: string, address: string) {
  const nameKey = toNameKey(typed)
  await countRequest(services, address, nameKey)
  for (const id of await findIdsByNameOrEmail(services.db, nameKey, typed.trim().toLowerCase()))
    await mailNewLink(services, id, address)
}

/** Longer than the work takes: the time of an answer doesn't tell if there is an account. */
const answerAfterMs = 400

/** Mails a link to whoever has this name or e-mail; the same text for everybody, after the same time. */
export async function requestLink(services: Services, typed: string, address: string) {
  if (!services.settings.sendsMail)
    return {
      message: 'Esta comunidad no envía correos. Pide a quien la administra un enlace para elegir otra contraseña.',
    }
  await Promise.all([mailLinksTo(services, typed, address), setTimeout(answerAfterMs)])
  return { message: 'Si la cuenta existe, te hemos mandado un correo con un enlace que vale una hora.' }
}

/** A link for somebody else, to be handed over. */
export const createLinkFor = (services: Services, by: SignedIn, id: string) =>
  changeAccount(services, by, id, async (tx, user) => {
    if (by.id === id) fail('own_link')
    if (user.deactivated_at !== null) fail('inactive_person')
    if (user.password_hash === noPassword) fail('not_accepted')
    const link = await makeLink(services, tx, { user_id: id, purpose: 'reset', created_by: by.id })
    await record(services, tx, by, 'password_link_created', { target: user.name })
    return { path: linkPath(services.passwordLinkKey, link), expires_at: toIso(link.expires_at) }
  })
