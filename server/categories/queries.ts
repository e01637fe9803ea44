import type { Insertable, Updateable } from 'kysely'
import { countAll, hasChanged, hasRow } from '../db/count.ts'
import { type Page, pageOf } from '../db/page.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'

const withCount = (db: Db) =>
  db
    .selectFrom('categories')
    .selectAll('categories')
    .select((category) =>
      category
        .selectFrom('post_counts')
        .whereRef('post_counts.category_id', '=', 'categories.id')
        .select('published')
        .as('post_count'),
    )

export type CategoryRow = NonNullable<Awaited<ReturnType<typeof findCategoryRow>>>

const categoryById = prepared((db, { id }: { id: string }) => withCount(db).where('id', '=', id))

export const findCategoryRow = (db: Db, id: string) => categoryById.first(db, { id })

interface ListOptions {
  withInactive: boolean
  limit: number
  /** Name key of the last category seen. */
  after: string | undefined
}

type Shape = { withInactive: boolean; isContinued: boolean }

const categoryPage = prepared((db, values: { limit: number; after: string }, { withInactive, isContinued }: Shape) =>
  withCount(db)
    .$if(!withInactive, (query) => query.where('deactivated_at', 'is', null))
    .$if(isContinued, (query) => query.where('name_key', '>', values.after))
    .orderBy('name_key')
    .limit(values.limit),
)
const categoryCount = prepared((db, _values, { withInactive }: Shape) =>
  db
    .selectFrom('categories')
    .$if(!withInactive, (query) => query.where('deactivated_at', 'is', null))
    .select(countAll.as('count')),
)

export async function listCategories(db: Db, { withInactive, limit, after }: ListOptions): Promise<Page<CategoryRow>> {
  const shape = { withInactive, isContinued: after !== undefined }
  const rows = await categoryPage.all(db, { limit: limit + 1, after: after ?? '' }, shape)
  const total = await categoryCount.first(db, {}, shape)
  return pageOf(rows, limit, total?.count ?? 0, (row) => [row.name_key])
}

export const isActiveCategory = (db: Db, id: string) =>
  hasRow(db.selectFrom('categories').where('id', '=', id).where('deactivated_at', 'is', null))

export const insertCategory = (db: Db, category: Insertable<Schema['categories']>) =>
  db.insertInto('categories').values(category).execute()

/** False when the name is taken. */
export const insertCategoryIfNew = (db: Db, category: Insertable<Schema['categories']>) =>
  hasChanged(
    db
      .insertInto('categories')
      .values(category)
      .onConflict((conflict) => conflict.column('name_key').doNothing()),
  )

export const updateCategoryRow = (db: Db, id: string, changes: Updateable<Schema['categories']>) =>
  db.updateTable('categories').set(changes).where('id', '=', id).execute()

export const deleteCategoryRow = (tx: Db, id: string) => tx.deleteFrom('categories').where('id', '=', id).execute()
