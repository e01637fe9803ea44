import { sql } from 'kysely'
import { type AreaName, areaNames } from '../../contract/whats-new.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'

const visitsOf = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('users')
    .leftJoin('area_visits', 'area_visits.user_id', 'users.id')
    .select(['users.created_at', 'area_visits.area', 'area_visits.seen_until'])
    .where('users.id', '=', userId),
)

/** Time up to which the person has seen each area. */
export async function findVisits(db: Db, userId: string): Promise<Record<AreaName, number>> {
  const rows = await visitsOf.all(db, { userId })
  const seenUntil = (name: AreaName) => rows.find(({ area }) => area === name)?.seen_until ?? rows[0]?.created_at ?? 0
  return Object.fromEntries(areaNames.map((name) => [name, seenUntil(name)])) as Record<AreaName, number>
}

/** Raises the time up to which the person has seen an area; false when it was that late already. */
export async function raiseVisit(db: Db, userId: string, area: AreaName | 'conversations', seen_until: number) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('area_visits')
    .values({ user_id: userId, area, seen_until })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'area'])
        .doUpdateSet({ seen_until })
        .where('area_visits.seen_until', '<', seen_until),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

const tables: Record<AreaName, { table: keyof Schema; at: string; by: string }> = {
  blog: { table: 'posts', at: 'published_at', by: 'author_id' },
  news: { table: 'news', at: 'created_at', by: 'author_id' },
  files: { table: 'files', at: 'uploaded_at', by: 'uploader_id' },
}

type Unseen = { userId: string; after: number; max: number }

const unseenCount = prepared((_db, { userId, after, max }: Unseen, shape: { area: AreaName }) => {
  const { table, at, by } = tables[shape.area]
  // the order makes both databases use the index on time, whatever they estimate
  return sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(table)}
      where ${sql.ref(at)} > ${after} and ${sql.ref(by)} <> ${userId}
      order by ${sql.ref(at)} desc limit ${max}
    ) as unseen`
})

/** Count of things that others added to an area after a moment, limited to `max`. */
export const countUnseen = async (db: Db, area: AreaName, unseen: Unseen) =>
  (await unseenCount.first(db, unseen, { area }))?.count ?? 0
