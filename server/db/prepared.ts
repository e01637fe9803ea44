import { type CompiledQuery, type Insertable, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** Stands for a value while a query is built. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const placeholders = new Proxy({}, { get: (_target, name) => new Parameter(String(name)) })

type Values = Record<string, unknown>
/** Options that change a statement; always with the same keys. */
type Shape = Record<string, string | number | boolean>

interface Compiled {
  query: CompiledQuery<unknown>
  /** In the order of the statement; a Parameter's value comes with each call. */
  parameters: readonly unknown[]
}

/** A builder of Kysely, or a query written with `sql`. */
interface Buildable<O> {
  compile(db: Db): CompiledQuery<O>
}

/**
 * A query that is built and compiled once, for each database and each `shape`; calls only bind their values. `build`
 * gets a placeholder for each value, which may only stand where the statement has a value: whatever else changes the
 * statement, such as an optional condition, belongs into `shape`.
 */
export function prepared<O, P extends object = Values, S extends Shape = Shape>(
  build: (db: Db, values: P, shape: S) => Buildable<O>,
) {
  const compiled = { sqlite: new Map<string, Compiled>(), postgres: new Map<string, Compiled>() }

  function compile(db: Db, shape: S | undefined): Compiled {
    const known = compiled[isPostgres(db) ? 'postgres' : 'sqlite']
    const key = shape ? Object.values(shape).join(' ') : ''
    const found = known.get(key)
    if (found) return found
    const query = build(db, placeholders as P, shape as S).compile(db)
    const made = { query, parameters: query.parameters }
    known.set(key, made)
    return made
  }

  function bind(db: Db, values: P, shape: S | undefined): CompiledQuery<O> {
    const { query, parameters } = compile(db, shape)
    const bound = parameters.map((value) => (value instanceof Parameter ? (values as Values)[value.name] : value))
    return { ...query, parameters: bound } as CompiledQuery<O>
  }

  const all = async (db: Db, values: P, shape?: S): Promise<O[]> =>
    (await db.executeQuery(bind(db, values, shape))).rows

  return {
    all,
    first: async (db: Db, values: P, shape?: S): Promise<O | undefined> => (await all(db, values, shape))[0],
    async firstOrThrow(db: Db, values: P, shape?: S): Promise<O> {
      const [row] = await all(db, values, shape)
      if (row === undefined) throw new Error('a row is missing')
      return row
    },
    /** For a statement that writes. */
    async run(db: Db, values: P, shape?: S): Promise<void> {
      await db.executeQuery(bind(db, values, shape))
    },
  }
}

/** An insert of one row with these columns, compiled once. */
export function preparedInsert<T extends keyof Schema, C extends keyof Insertable<Schema[T]> & string>(
  table: T,
  columns: readonly C[],
) {
  const { run } = prepared((db, values: Pick<Insertable<Schema[T]>, C>) => {
    const row = Object.fromEntries(columns.map((column) => [column, values[column]]))
    return db.insertInto(table).values(row as never)
  })
  return (db: Db, row: Pick<Insertable<Schema[T]>, C>) => run(db, row)
}

export const isPostgres = (db: Pick<Db, 'getExecutor'>) => db.getExecutor().adapter instanceof PostgresAdapter

/** The values of an array that is bound as one value, for `in`. */
export const valuesOf = <T>(db: Db, array: T[]): RawBuilder<T> =>
  isPostgres(db) ? sql<T>`(select unnest(${array}::text[]))` : sql<T>`(select value from json_each(${array}))`
