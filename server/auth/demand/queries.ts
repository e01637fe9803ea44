import { type Insertable, sql } from 'kysely'
import { activeAccounts } from '../../accounts/queries.ts'
import { cached } from '../../db/cached.ts'
import { countRows } from '../../db/count.ts'
import type { Db, Schema } from '../../db/schema.ts'

/** Moment from which a second factor is demanded of the account, in a query of `users`; null if it isn't. */
export const demandedFrom = sql<number | null>`(select min(from_at) from factor_demands
  where audience = 'everybody' or (audience = 'admins' and users.role = 'admin'))`

export const findDemandedFrom = cached(
  async (db: Db, userId: string) =>
    (await db.selectFrom('users').select(demandedFrom.as('at')).where('id', '=', userId).executeTakeFirst())?.at ??
    null,
)

export const listDemands = (db: Db) => db.selectFrom('factor_demands').selectAll().execute()

export async function replaceDemands(tx: Db, rows: Insertable<Schema['factor_demands']>[]) {
  await tx.deleteFrom('factor_demands').execute()
  if (rows.length > 0) await tx.insertInto('factor_demands').values(rows).execute()
}

export async function countPeople(db: Db) {
  const without = activeAccounts(db).where('second_factor_at', 'is', null)
  return {
    members: await countRows(activeAccounts(db)),
    members_without: await countRows(without),
    admins_without: await countRows(without.where('role', '=', 'admin')),
  }
}
