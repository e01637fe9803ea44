import { limits } from '../../../contract/limits.ts'
import type { LinkPurpose } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { deleteExpiredResets, deleteLinkOf, insertLinks } from './queries.ts'

const { invitationMs, resetMs } = limits.passwordLinks

interface NewLink {
  user_id: string
  purpose: LinkPurpose
  created_by: string | null
}

const linkRow = ({ newId, now }: Pick<Services, 'newId' | 'now'>, link: NewLink) => {
  const created_at = now()
  const lifetimeMs = link.purpose === 'invitation' ? invitationMs : resetMs
  return { ...link, id: newId(), created_at, expires_at: created_at + lifetimeMs }
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
  await deleteExpiredResets(tx, row.created_at)
  await deleteLinkOf(tx, link.user_id, link.purpose)
  await insertLinks(tx, [row])
  return row
}
