import { limits } from '../../../contract/limits.ts'
import type { LinkPurpose } from '../../db/account-schema.ts'
import type { Db } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { deleteExpiredResets, deleteLinkOf, insertLink } from './queries.ts'

const { invitationMs, resetMs } = limits.passwordLinks

interface NewLink {
  user_id: string
  purpose: LinkPurpose
  created_by: string | null
}

/** Replaces the link that the person had for this purpose. The account has to be locked. */
export async function makeLink({ newId, now }: Pick<Services, 'newId' | 'now'>, tx: Db, link: NewLink) {
  const created_at = now()
  const row = {
    ...link,
    id: newId(),
    created_at,
    expires_at: created_at + (link.purpose === 'invitation' ? invitationMs : resetMs),
  }
  await deleteExpiredResets(tx, created_at)
  await deleteLinkOf(tx, link.user_id, link.purpose)
  await insertLink(tx, row)
  return row
}
