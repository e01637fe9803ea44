import { type ExpressionBuilder, sql } from 'kysely'
import { countChanges, hasRow, listValues } from '../db/count.ts'
import type { Db, Schema } from '../db/schema.ts'

/** In the order of their ids, which is that of their times. */
export const listEvents = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('audit_events')
    .select(['id', 'at', 'address'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

interface Range {
  /** Exclusive. */
  after: string
  /** Inclusive. */
  last: string
}

export const deleteEvents = (db: Db, { after, last }: Range, before: number) =>
  countChanges(db.deleteFrom('audit_events').where('id', '>', after).where('id', '<=', last).where('at', '<', before))

/** The network of each address stays. */
export const deleteAddresses = (db: Db, { after, last }: Range, before: number) =>
  countChanges(
    db
      .updateTable('audit_events')
      .set({ address: null })
      .where('id', '>', after)
      .where('id', '<=', last)
      .where('at', '<', before)
      .where('address', 'is not', null),
  )

/** In the order of their ids, which is that of their times. */
export const listMoments = (db: Db, table: 'notices' | 'mails', after: string, limit: number) =>
  db.selectFrom(table).select(['id', 'created_at']).where('id', '>', after).orderBy('id').limit(limit).execute()

/** Mentions are withdrawn: without their rows a later edit of the text would be news again. Returns how many of both. */
export async function removeReadNotices(db: Db, { after, last }: Range, before: number) {
  const isOld = (notice: ExpressionBuilder<Schema, 'notices'>) =>
    notice.and([notice('id', '>', after), notice('id', '<=', last), notice('read_at', '<', before)])
  const mentions = db
    .updateTable('notices')
    .set((notice) => ({ withdrawn_at: notice.ref('read_at') }))
    .where(isOld)
    .where('kind', '=', 'mention')
    .where('withdrawn_at', 'is', null)
  const others = db.deleteFrom('notices').where(isOld).where('kind', '!=', 'mention')
  return (await countChanges(mentions)) + (await countChanges(others))
}

/** Deletes deliveries of a mail that aren't waiting; returns how many. */
export const deleteDeliveries = (db: Db, mailId: string, limit: number) =>
  countChanges(
    db
      .deleteFrom('deliveries')
      .where('id', 'in', (from) =>
        from
          .selectFrom('deliveries')
          .select('id')
          .where('mail_id', '=', mailId)
          .where('state', '!=', 'queued')
          .limit(limit),
      )
      // PostgreSQL looks again at a row that was queued since
      .where('state', '!=', 'queued'),
  )

/** Deletes a mail without deliveries; false if it has one. */
export async function deleteMail(tx: Db, id: string) {
  if (await hasRow(tx.selectFrom('deliveries').where('mail_id', '=', id))) return false
  await tx.deleteFrom('digest_posts').where('mail_id', '=', id).execute()
  await tx.deleteFrom('mails').where('id', '=', id).execute()
  return true
}

export const listPostIds = (db: Db, after: string, limit: number) =>
  listValues(db.selectFrom('posts').select('id').where('id', '>', after).orderBy('id').limit(limit))

type Version = Pick<Schema['post_versions'], 'post_id' | 'version'>

/**
 * Versions of the posts in the range that are not the first or the current one, and have `keep` newer ones or were
 * replaced before a moment.
 */
export const listOldVersions = async (db: Db, { after, last }: Range, keep: number, replacedBefore: number) =>
  (
    await sql<Version>`
      select post_id, version
      from (
        select post_id, version,
          row_number() over (partition by post_id order by version desc) as newness,
          lag(version) over (partition by post_id order by version) as previous,
          lead(saved_at) over (partition by post_id order by version) as replaced_at
        from post_versions
        where post_id > ${after} and post_id <= ${last}
      ) as numbered
      where previous is not null and replaced_at is not null and (newness > ${keep} or replaced_at < ${replacedBefore})
    `.execute(db)
  ).rows

export const deleteVersions = (db: Db, versions: Version[]) =>
  sql`delete from post_versions where (post_id, version) in (values ${sql.join(
    versions.map(({ post_id, version }) => sql`(${post_id}, cast(${version} as integer))`),
  )})`.execute(db)
