import type { Insertable, Updateable } from 'kysely'
import { countAll, countRows } from '../db/count.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'

const withCount = (db: Db) =>
  db
    .selectFrom('categories')
    .selectAll('categories')
    .select((category) =>
      category
        .selectFrom('posts')
        .whereRef('posts.category_id', '=', 'categories.id')
        .where('posts.published_at', 'is not', null)
        .select(countAll.as('count'))
        .as('post_count'),
    )

export type CategoryRow = NonNullable<Awaited<ReturnType<typeof findCategoryRow>>>

export const findCategoryRow = (db: Db, id: string) => withCount(db).where('id', '=', id).executeTakeFirst()

interface ListOptions {
  withInactive: boolean
  limit: number
  /** Name key of the last category seen. */
  after: string | undefined
}

export async function listCategories(db: Db, { withInactive, limit, after }: ListOptions): Promise<Page<CategoryRow>> {
  const rows = await withCount(db)
    .$if(!withInactive, (query) => query.where('deactivated_at', 'is', null))
    .$if(after !== undefined, (query) => query.where('name_key', '>', after as string))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  const total = await countRows(
    db.selectFrom('categories').$if(!withInactive, (query) => query.where('deactivated_at', 'is', null)),
  )
  return pageOf(rows, limit, total, (row) => [row.name_key])
}

export const isActiveCategory = async (db: Db, id: string) =>
  (await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertCategory = (db: Db, category: Insertable<Schema['categories']>) =>
  db.insertInto('categories').values(category).execute()

/** False when the name is taken. */
export async function insertCategoryIfNew(db: Db, category: Insertable<Schema['categories']>) {
  const result = await db
    .insertInto('categories')
    .values(category)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export const updateCategoryRow = (db: Db, id: string, changes: Updateable<Schema['categories']>) =>
  db.updateTable('categories').set(changes).where('id', '=', id).execute()

export const deleteCategoryRow = (tx: Db, id: string) => tx.deleteFrom('categories').where('id', '=', id).execute()
