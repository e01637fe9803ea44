import type { Kysely } from 'kysely'

/** A row to write to, for `GET /api/health`. */
export const healthRow = {
  async up(db: Kysely<unknown>) {
    await (db as Kysely<{ locks: { name: string } }>).insertInto('locks').values({ name: 'health' }).execute()
  },
}
