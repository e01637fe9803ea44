import { randomBytes } from 'node:crypto'
import type { Db, Schema } from '../db/schema.ts'

/** Shared by all processes, generated on first use; 32 random bytes unless `make` makes another one. */
export async function readSecret(db: Db, name: Schema['secrets']['name'], make = () => randomBytes(32)) {
  await db
    .insertInto('secrets')
    .values({ name, value: make().toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return Buffer.from(value, 'base64url')
}

/** Servers make new ones when they start. */
export const deleteSecrets = (tx: Db) => tx.deleteFrom('secrets').execute()
