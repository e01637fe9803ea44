import { sql } from 'kysely'
import { type SectionName, sectionNames } from '../../contract/sections.ts'
import type { Db, Schema } from '../db/schema.ts'

/** Until when somebody has seen each section. */
export async function findVisits(db: Db, userId: string): Promise<Record<SectionName, number>> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('section_visits', 'section_visits.user_id', 'users.id')
    .select(['users.created_at', 'section_visits.section', 'section_visits.seen_until'])
    .where('users.id', '=', userId)
    .execute()
  const until = (name: SectionName) =>
    rows.find(({ section }) => section === name)?.seen_until ?? rows[0]?.created_at ?? 0
  return Object.fromEntries(sectionNames.map((name) => [name, until(name)])) as Record<SectionName, number>
}

/** Says until when somebody has seen a section, never back; whether that changed anything. */
export async function raiseVisit(db: Db, userId: string, section: SectionName, seen_until: number) {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('section_visits')
    .values({ user_id: userId, section, seen_until })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'section'])
        .doUpdateSet({ seen_until })
        .where('section_visits.seen_until', '<', seen_until),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** What a section is made of, when each came and by whom. */
const things: Record<SectionName, { table: keyof Schema; at: string; by: string }> = {
  blog: { table: 'posts', at: 'published_at', by: 'author_id' },
  news: { table: 'news', at: 'created_at', by: 'author_id' },
  files: { table: 'files', at: 'uploaded_at', by: 'uploader_id' },
}

/** How many things of others came into a section after a moment, counted up to `most`. */
export async function countFresh(db: Db, section: SectionName, userId: string, after: number, most: number) {
  const { table, at, by } = things[section]
  // the order says which index to take, whatever the database thinks of how much is new
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from ${sql.table(table)}
      where ${sql.ref(at)} > ${after} and ${sql.ref(by)} <> ${userId}
      order by ${sql.ref(at)} desc limit ${most}
    ) as fresh`.execute(db)
  return Number(rows[0]?.count)
}
