import { randomBytes } from 'node:crypto'
import type { Db, Schema } from '../db/schema.ts'
import { findSecret, insertSecretIfNew } from './queries.ts'

/** A secret of the community, the same for all its processes; made the first time it is asked for. */
export async function readSecret(db: Db, name: Schema['secrets']['name']) {
  await insertSecretIfNew(db, name, randomBytes(32).toString('base64url'))
  return Buffer.from((await findSecret(db, name)).value, 'base64url')
}
