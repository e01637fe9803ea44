import type { Insertable } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { invited } from '../accounts/account-state.ts'
import { ifTrusted } from '../clock/queries.ts'
import { countRows, hasChanged } from '../db/count.ts'
import { pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { LinkPurpose } from '../db/schemas/account.ts'
import { maxSkewMs } from '../lib/time.ts'

export const insertLinks = (tx: Db, links: Insertable<Schema['password_links']>[]) =>
  tx.insertInto('password_links').values(links).execute()

const { invitationMs, resetMs, alarmMs } = limits.passwordLinks
export const lifetimesMs: Record<LinkPurpose, number> = { invitation: invitationMs, reset: resetMs, alarm: alarmMs }

/** Open links of active accounts. A link that would be open for longer than any can be doesn't count. */
export const openLinks = (db: Db, purpose: LinkPurpose, now: number) =>
  db
    .selectFrom('password_links')
    .innerJoin('users', 'users.id', 'password_links.user_id')
    .leftJoin('users as makers', 'makers.id', 'password_links.created_by')
    .select(['password_links.id', 'password_links.purpose', 'password_links.user_id', 'password_links.created_by'])
    .select(['password_links.created_at', 'password_links.expires_at'])
    .select(['users.name', 'makers.name as made_by'])
    .where('password_links.purpose', '=', purpose)
    .where('password_links.expires_at', '>', now)
    .where('password_links.expires_at', '<=', now + lifetimesMs[purpose] + maxSkewMs)
    .where('users.deactivated_at', 'is', null)
    .where('users.deleted_at', 'is', null)

/** Open link of an active account. */
export const findOpenLink = (db: Db, id: string, purpose: LinkPurpose, now: number) =>
  openLinks(db, purpose, now).where('password_links.id', '=', id).executeTakeFirst()

export const findOpenLinkOf = (db: Db, userId: string, purpose: LinkPurpose, now: number) =>
  openLinks(db, purpose, now).where('password_links.user_id', '=', userId).executeTakeFirst()

export const listOpenInvitations = (db: Db, userIds: string[], now: number) =>
  openLinks(db, 'invitation', now).where('password_links.user_id', 'in', userIds).execute()

/** False if it was deleted already. */
export const deleteLink = (tx: Db, id: string) => hasChanged(tx.deleteFrom('password_links').where('id', '=', id))

/** Somebody who only knows the password ends no alarm: they may be whom it is about. */
export const deleteLinksOf = (tx: Db, userId: string, { exceptAlarm = false } = {}) =>
  tx
    .deleteFrom('password_links')
    .where('user_id', '=', userId)
    .$if(exceptAlarm, (query) => query.where('purpose', '!=', 'alarm'))
    .execute()

/** Links that an admin has seen: they end with the admin's rights. */
export const deleteLinksMadeBy = (tx: Db, adminId: string) =>
  tx.deleteFrom('password_links').where('created_by', '=', adminId).execute()

export const deleteLinkOf = (tx: Db, userId: string, purpose: LinkPurpose) =>
  tx.deleteFrom('password_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()

export const deleteAllLinks = (tx: Db) => tx.deleteFrom('password_links').execute()

export const extendLink = (tx: Db, id: string, times: { expires_at: number; created_at?: number }) =>
  tx.updateTable('password_links').set(times).where('id', '=', id).execute()

/** Expired invitations stay, to be sent again. */
export const deleteExpiredLinks = (tx: Db, now: number) =>
  tx
    .deleteFrom('password_links')
    .where('purpose', '!=', 'invitation')
    .where('expires_at', '<=', now)
    .where(ifTrusted(now))
    .execute()

const invitedAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .where('users.password_hash', '=', invited)
    .where('users.deleted_at', 'is', null)
    .where('users.deactivated_at', 'is', null)

export type InvitedRow = Awaited<ReturnType<typeof listInvited>>['items'][number]

/** Active accounts without a password, by name, with their invitation if it has a link. */
export async function listInvited(db: Db, limit: number, after: string | undefined, now: number) {
  const rows = await invitedAccounts(db)
    .leftJoin('password_links', (join) =>
      join
        .onRef('password_links.user_id', '=', 'users.id')
        .on('password_links.purpose', '=', 'invitation')
        .on('password_links.expires_at', '<=', now + invitationMs + maxSkewMs),
    )
    .leftJoin('users as makers', 'makers.id', 'password_links.created_by')
    .select(['users.id', 'users.name', 'users.name_key', 'users.email', 'makers.name as made_by'])
    .select(['password_links.created_at as invited_at', 'password_links.expires_at'])
    .$if(after !== undefined, (query) => query.where('users.name_key', '>', after as string))
    .orderBy('users.name_key')
    .limit(limit + 1)
    .execute()
  return pageOf(rows, limit, await countRows(invitedAccounts(db)), (row) => [row.name_key])
}
