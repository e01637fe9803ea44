import { type SelectQueryBuilder, sql } from 'kysely'

/** `count(*)` as a number on both databases: `postgres.ts` parses bigint so. */
export const countAll = sql<number>`count(*)`

/** Row count of a query that selects nothing yet. */
export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) {
  const { count } = (await query.select(countAll.as('count')).executeTakeFirstOrThrow()) as { count: number }
  return count
}
