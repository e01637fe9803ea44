import { type DeleteResult, type InsertResult, type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'

/** `count(*)` as a number on both databases: `postgres.ts` parses bigint so. */
export const countAll = sql<number>`count(*)`

/** Sum of a column as a number on both databases; 0 without rows. */
export const sumOf = (column: string) => sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

/** Row count of a query that selects nothing yet. */
export async function countRows<DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) {
  const { count } = (await query.select(countAll.as('count')).executeTakeFirstOrThrow()) as { count: number }
  return count
}

/** A query or a statement that returns one column. */
interface OneColumn<O> {
  execute(): Promise<O[]>
}

/** Executes a query of one column; returns its values. */
export const listValues = async <O extends object>(query: OneColumn<O>) =>
  (await query.execute()).flatMap((row): O[keyof O][] => Object.values(row))

/** The first value; undefined without a row. */
export const findValue = async <O extends object>(query: OneColumn<O>) => (await listValues(query))[0]

/** True if a query that selects nothing yet finds a row. */
export const hasRow = async <DB, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  (await query.select(sql.lit(1).as('one')).limit(1).execute()).length > 0

interface Statement {
  execute(): Promise<(DeleteResult | InsertResult | UpdateResult)[]>
}

/** Executes a statement; returns how many rows it has deleted, updated or inserted. */
export async function countChanges(statement: Statement) {
  const [result] = await statement.execute()
  const counts: Partial<DeleteResult & InsertResult & UpdateResult> = result ?? {}
  return Number(counts.numDeletedRows ?? counts.numUpdatedRows ?? counts.numInsertedOrUpdatedRows ?? 0)
}

/** Executes a statement; true if it has changed a row. */
export const hasChanged = async (statement: Statement) => (await countChanges(statement)) > 0
