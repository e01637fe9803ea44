import { randomBytes } from 'node:crypto'
import type { Db, Schema } from '../db/schema.ts'
import { findSecret, insertSecretIfNew } from './queries.ts'

/** Shared by all processes, generated on first use; 32 random bytes unless `make` makes another one. */
export async function readSecret(db: Db, name: Schema['secrets']['name'], make = () => randomBytes(32)) {
  await insertSecretIfNew(db, name, make().toString('base64url'))
  return Buffer.from((await findSecret(db, name)).value, 'base64url')
}
