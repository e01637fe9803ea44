import { type Insertable, sql, type Updateable } from 'kysely'
import { hasChanged } from './count.ts'
import type { Db, Schema } from './schema.ts'

/** Inserts rows; those that are there already, by these keys, are changed instead. */
export const upsert = <T extends keyof Schema>(
  db: Db,
  table: T,
  rows: Insertable<Schema[T]> | Insertable<Schema[T]>[],
  keys: (keyof Schema[T])[],
  changes: Updateable<Schema[T]>,
) =>
  db
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) => conflict.columns(keys as never[]).doUpdateSet(changes as never))
    .execute()

/** Raises a number of the row with these keys, which is made if need be; false if it was that high already. */
export const raise = <T extends keyof Schema>(
  db: Db,
  table: T,
  keys: Updateable<Schema[T]>,
  column: keyof Schema[T] & string,
  value: number,
) =>
  hasChanged(
    db
      .insertInto(table)
      .values({ ...keys, [column]: value } as never)
      .onConflict((conflict) =>
        conflict
          .columns(Object.keys(keys) as never[])
          .doUpdateSet({ [column]: value } as never)
          .where(sql.ref<number>(`${table}.${column}`), '<', value),
      ),
  )
