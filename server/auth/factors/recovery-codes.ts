import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { limits } from '../../../contract/limits.ts'
import type { Db } from '../../db/schema.ts'
import type { Services } from '../../services.ts'
import { hashWithSalt, saltWithCost } from '../password-hash.ts'
import { deleteRecoveryCode, insertRecoveryCodes, listRecoveryCodes } from './queries.ts'

/** Without letters and digits that are taken for one another. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const groups = 3
const groupLength = 4

const newCode = () =>
  Array.from({ length: groups }, () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  ).join('-')

/** As typed, with or without hyphens, spaces and capitals. */
const normalize = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')

/** All have one salt and cost, so that a typed code is hashed once. */
export async function makeCodes() {
  const salt = saltWithCost(randomBytes(16))
  const codes = Array.from({ length: limits.secondStep.recoveryCodes }, newCode)
  const hashes: string[] = []
  // one after the other: sign-ins wait in the same queue
  for (const code of codes) hashes.push((await hashWithSalt(normalize(code), salt)).toString('base64url'))
  return { codes, hashes, salt }
}

export const storeCodes = (
  { now }: Pick<Services, 'now'>,
  tx: Db,
  userId: string,
  { hashes, salt }: Awaited<ReturnType<typeof makeCodes>>,
) => {
  const created_at = now()
  return insertRecoveryCodes(
    tx,
    hashes.map((code_hash) => ({ user_id: userId, code_hash, salt, created_at })),
  )
}

/** Hash of a typed code. The same work is done for an account without codes. */
export async function hashTypedCode(db: Db, userId: string, typed: string) {
  const [row] = await listRecoveryCodes(db, userId)
  return hashWithSalt(normalize(typed), row ? row.salt : saltWithCost(Buffer.alloc(16)))
}

/** True if it is an unused code, which is used up; of two at once one is right. */
export async function useRecoveryCode(tx: Db, userId: string, hash: Buffer) {
  const rows = await listRecoveryCodes(tx, userId)
  const found = rows.find(({ code_hash }) => timingSafeEqual(Buffer.from(code_hash, 'base64url'), hash))
  return found !== undefined && deleteRecoveryCode(tx, userId, found.code_hash)
}
