import { randomBytes } from 'node:crypto'
import type { Db, Schema } from '../db/schema.ts'
import { findSecret, insertSecretIfNew } from './queries.ts'

/** Shared by all processes, generated on first use. */
export async function readSecret(db: Db, name: Schema['secrets']['name']) {
  await insertSecretIfNew(db, name, randomBytes(32).toString('base64url'))
  return Buffer.from((await findSecret(db, name)).value, 'base64url')
}
