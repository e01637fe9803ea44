import { randomBytes } from 'node:crypto'
import { lockAccounts, transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { countUsers } from './queries.ts'
import { createUserRow, storeByOperator } from './rules.ts'

/** 128 bits, easy to copy. */
export const generatePassword = () => randomBytes(16).toString('base64url')

/**
 * Creates the first admin if there is no account yet (DECISIONS §1); returns the password if it was generated. Safe for
 * several processes that start at the same time.
 */
export async function ensureFirstAdmin(
  services: Omit<Services, 'log'>,
  admin: { name: string; email: string; password: string | undefined },
): Promise<string | undefined> {
  if ((await countUsers(services.db)) > 0) return undefined
  const password = admin.password ?? generatePassword()
  const row = await createUserRow(services, { ...admin, password, role: 'admin' })
  const isCreated = await transaction(services.db, async (tx) => {
    await lockAccounts(tx)
    if ((await countUsers(tx)) > 0) return false
    await storeByOperator(services, tx, row)
    return true
  })
  return isCreated && admin.password === undefined ? password : undefined
}
