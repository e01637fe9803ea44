import type { Db, Schema } from '../db/schema.ts'

type Name = Schema['secrets']['name']

export const findSecret = (db: Db, name: Name) =>
  db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()

/** Servers make new ones when they start. */
export const deleteSecrets = (tx: Db) => tx.deleteFrom('secrets').execute()

export const insertSecretIfNew = (db: Db, name: Name, value: string) =>
  db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
