import type { Invitation, SentInvitation } from '../../contract/auth/password-links.ts'
import type { NewInvitation } from '../../contract/users.ts'
import { changeAccount } from '../accounts/change.ts'
import { noPassword } from '../accounts/no-password.ts'
import { record } from '../audit/rules.ts'
import type { Db } from '../db/schema.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/signed-in.ts'
import { toIso } from '../lib/time.ts'
import { mailLink } from '../mail/password-link.ts'
import { openInvitation } from '../one-time-links/make.ts'
import { findOpenLinkOf, type InvitedRow } from '../one-time-links/queries.ts'
import { linkPath } from '../one-time-links/token.ts'
import type { Services } from '../services.ts'
import { createUser, emptyAccount } from './rules.ts'

async function sendInvitation(services: Services, tx: Db, by: SignedIn, user: { id: string }) {
  const link = await openInvitation(services, tx, { user_id: user.id, created_by: by.id })
  if (services.settings.sendsMail) await mailLink(services, tx, by, 'invitation', [user.id])
  return link
}

export const serializeSent = (
  { passwordLinkKey, settings }: Services,
  link: { id: string; purpose: LinkPurpose; expires_at: number },
): SentInvitation => ({
  path: linkPath(passwordLinkKey, link),
  expires_at: toIso(link.expires_at),
  is_mailed: settings.sendsMail,
})

/** Creates the account and its link. A repeat under the same `client_id` is answered with the link that is open. */
export async function invite(services: Services, by: SignedIn, person: NewInvitation) {
  const user = await createUser(services, by, person, async (tx, row) => {
    await sendInvitation(services, tx, by, row)
    await record(services, tx, by, 'user_invited', { target: row.name })
  })
  const link = (await findOpenLinkOf(services.db, user.id, 'invitation', services.now())) ?? fail('invitation_accepted')
  return { user, ...serializeSent(services, link) }
}

/** Runs `work` on the account of somebody who hasn't chosen a password yet; 409 for others. */
const changeInvited = <T>(services: Services, by: SignedIn, id: string, work: Parameters<typeof changeAccount<T>>[3]) =>
  changeAccount<T>(services, by, id, (tx, user) => {
    if (user.password_hash !== noPassword) fail('invitation_accepted')
    return work(tx, user)
  })

/** The link for seven more days, or a new one. */
export const renewInvitation = (services: Services, by: SignedIn, id: string) =>
  changeInvited(services, by, id, async (tx, user) => {
    if (user.deactivated_at !== null) fail('inactive_person')
    const link = await sendInvitation(services, tx, by, user)
    await record(services, tx, by, 'invitation_renewed', { target: user.name })
    return serializeSent(services, link)
  })

/** Deletes the account, which nobody has used. */
export const withdrawInvitation = (services: Services, by: SignedIn, id: string) =>
  changeInvited(services, by, id, async (tx, user) => {
    await emptyAccount(services, tx, user)
    await record(services, tx, by, 'invitation_withdrawn', { target: user.name })
  })

export const serializeInvitation = (
  { settings }: Services,
  { id, name, email, made_by, invited_at, expires_at }: InvitedRow,
): Invitation => ({
  id,
  name,
  email,
  invited_by: made_by,
  invited_at: invited_at === null ? null : toIso(invited_at),
  expires_at: expires_at === null ? null : toIso(expires_at),
  is_mailed: settings.sendsMail,
})
