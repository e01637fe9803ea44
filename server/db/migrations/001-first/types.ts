/** Types of columns. Moments and other large numbers are `bigint`, which is `integer` to SQLite. */
export interface Types {
  isPostgres: boolean
  /** In byte order: the order of keys and ids must not depend on the locale of somebody's PostgreSQL. */
  text: string
  /** Of a primary key: SQLite keeps the rows in its order if its type is `integer`. */
  number: string
}

export const postgresTypes: Types = { isPostgres: true, text: 'text collate "C"', number: 'bigint' }
export const sqliteTypes: Types = { isPostgres: false, text: 'text', number: 'integer' }
