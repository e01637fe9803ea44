import { type Insertable, sql, type Updateable } from 'kysely'
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
        .select(sql<number>`count(*)`.as('count'))
        .as('post_count'),
    )

export type CategoryRow = NonNullable<Awaited<ReturnType<typeof findCategoryRow>>>

export const findCategoryRow = (db: Db, id: string) => withCount(db).where('id', '=', id).executeTakeFirst()

interface Wanted {
  withInactive: boolean
  limit: number
  /** The name key of the last category seen. */
  after: string | undefined
}

/** Categories by name. */
export async function listCategories(db: Db, { withInactive, limit, after }: Wanted): Promise<Page<CategoryRow>> {
  const rows = await withCount(db)
    .$if(!withInactive, (query) => query.where('deactivated_at', 'is', null))
    .$if(after !== undefined, (query) => query.where('name_key', '>', after as string))
    .orderBy('name_key')
    .limit(limit + 1)
    .execute()
  const { count } = await db
    .selectFrom('categories')
    .select(sql<number>`count(*)`.as('count'))
    .$if(!withInactive, (query) => query.where('deactivated_at', 'is', null))
    .executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => [row.name_key])
}

/** Whether posts and files may be put into it. */
export const isActiveCategory = async (db: Db, id: string) =>
  (await db
    .selectFrom('categories')
    .select('id')
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()) !== undefined

export const insertCategory = (db: Db, category: Insertable<Schema['categories']>) =>
  db.insertInto('categories').values(category).execute()

/** Inserts it unless the name is taken; tells whether it did. */
export async function insertCategoryIfNew(db: Db, category: Insertable<Schema['categories']>) {
  const result = await db
    .insertInto('categories')
    .values(category)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows) > 0
}

/** The category, held until the end of the transaction: whoever else changes it waits. */
export const lockCategory = (tx: Db, id: string) =>
  tx
    .updateTable('categories')
    .set((set) => ({ id: set.ref('id') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const updateCategoryRow = (db: Db, id: string, changes: Updateable<Schema['categories']>) =>
  db.updateTable('categories').set(changes).where('id', '=', id).execute()

export const deleteCategoryRow = (tx: Db, id: string) => tx.deleteFrom('categories').where('id', '=', id).execute()
