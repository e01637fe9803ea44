import { limits } from '../../contract/limits.ts'
import { pages } from '../../contract/pages.ts'
import { record } from '../audit/rules.ts'
import type { Db, UserRow } from '../db/schema.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'
import type { ClientInfo } from '../http/serve.ts'
import { readSigned, signBytes } from '../lib/signed-token.ts'
import type { Services } from '../services.ts'
import { deleteExpiredLinks, deleteLinkOf, extendLink, findOpenLinkOf, insertLinks, lifetimesMs } from './queries.ts'

/** The subject is the link's id; nobody guesses a signature of 128 bits. */
const kindOf = (purpose: LinkPurpose) => ({ purpose, subjectBytes: 16, signatureBytes: 16 })

const pageOf: Record<LinkPurpose, { path: string }> = {
  invitation: pages.invitation,
  reset: pages.password,
  alarm: pages.notMe,
}

export const linkPath = (key: Buffer, { id, purpose }: { id: string; purpose: LinkPurpose }) =>
  pageOf[purpose].path.replace(':token', signBytes(key, kindOf(purpose), Buffer.from(id, 'hex')))

/** Id of the link; undefined if this server didn't sign the token for this purpose. */
export const readToken = (key: Buffer, purpose: LinkPurpose, token: string) =>
  readSigned(key, kindOf(purpose), token)?.toString('hex')

const { invitationMs, alarmMs, requests } = limits.passwordLinks

interface NewLink {
  user_id: string
  purpose: LinkPurpose
  created_by: string | null
}

const linkRow = ({ newId, now }: Pick<Services, 'newId' | 'now'>, link: NewLink) => {
  const created_at = now()
  return { ...link, id: newId(), created_at, expires_at: created_at + lifetimesMs[link.purpose] }
}

/** Links of accounts that were made in this transaction. */
export const makeFirstLinks = (services: Services, tx: Db, userIds: string[], created_by: string) =>
  insertLinks(
    tx,
    userIds.map((user_id) => linkRow(services, { user_id, purpose: 'invitation', created_by })),
  )

/** Replaces the link that the person had for this purpose. The account has to be locked. */
export async function makeLink(services: Pick<Services, 'newId' | 'now'>, tx: Db, link: NewLink) {
  const row = linkRow(services, link)
  await deleteExpiredLinks(tx, row.created_at)
  await deleteLinkOf(tx, link.user_id, link.purpose)
  await insertLinks(tx, [row])
  return row
}

/** Anybody can ask in somebody's name: a link that was handed over, or is open for long enough, stays. */
export async function openReset(services: Pick<Services, 'newId' | 'now'>, tx: Db, user_id: string) {
  const open = await findOpenLinkOf(tx, user_id, 'reset', services.now())
  if (open && (open.made_by !== null || open.expires_at - services.now() >= requests.keptForMs)) return open
  return makeLink(services, tx, { user_id, purpose: 'reset', created_by: null })
}

/**
 * Opens an alarm for a sign-in at this moment, or extends the open one, so that the button of each mail works for as long as
 * the mail says. It reaches back to the first mail whose button still works, and no further. The account has to be locked.
 */
export async function openAlarm({ newId }: Pick<Services, 'newId'>, tx: Db, user_id: string, at: number) {
  const open = await findOpenLinkOf(tx, user_id, 'alarm', at)
  if (open)
    await extendLink(tx, open.id, { expires_at: at + alarmMs, created_at: Math.max(open.created_at, at - alarmMs) })
  else await makeLink({ newId, now: () => at }, tx, { user_id, purpose: 'alarm', created_by: null })
}

/**
 * The open one goes on for seven days from now, so that the link of the mail before works too. One that somebody else
 * made is replaced: it ends with its maker's rights. The account has to be locked.
 */
export async function openInvitation(
  services: Pick<Services, 'newId' | 'now'>,
  tx: Db,
  link: { user_id: string; created_by: string },
) {
  const open = await findOpenLinkOf(tx, link.user_id, 'invitation', services.now())
  if (open?.created_by !== link.created_by) return makeLink(services, tx, { ...link, purpose: 'invitation' })
  const expires_at = services.now() + invitationMs
  await extendLink(tx, open.id, { expires_at })
  return { ...open, expires_at }
}

/** Page for the right password of an account that has to choose another one, in place of a session. */
export async function openFirstLink(
  services: Services,
  tx: Db,
  user: UserRow,
  { address }: Pick<ClientInfo, 'address'>,
) {
  const link = await openReset(services, tx, user.id)
  await record(services, tx, { address }, 'password_link_requested', { target: user.name, detail: 'primera entrada' })
  return linkPath(services.passwordLinkKey, link)
}
