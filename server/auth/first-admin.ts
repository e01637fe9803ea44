import { randomBytes } from 'node:crypto'
import { record } from '../audit/record.ts'
import { lockAccounts, transaction } from '../db/transaction.ts'
import type { Services } from '../services.ts'
import { newAccount } from '../users/accounts.ts'
import { countUsers, insertUser } from '../users/queries.ts'

/** A password nobody has to remember: 120 bits, easy to copy. */
export const generatePassword = () => randomBytes(15).toString('base64url')

interface Given {
  name: string
  email: string
  password: string | undefined
}

/**
 * Makes the first admin when there is no account yet (DECISIONS §1), and gives the password back if it was generated
 * here. Several processes that start at once make one.
 */
export async function ensureFirstAdmin(services: Omit<Services, 'log'>, given: Given): Promise<string | undefined> {
  if ((await countUsers(services.db)) > 0) return undefined
  const password = given.password ?? generatePassword()
  const row = await newAccount(services, { name: given.name, email: given.email, password, role: 'admin' })
  const isMade = await transaction(services.db, async (tx) => {
    await lockAccounts(tx)
    if ((await countUsers(tx)) > 0) return false
    await insertUser(tx, row)
    await record(services, tx, 'operator', 'user_created', { target: row.name })
    return true
  })
  return isMade && given.password === undefined ? password : undefined
}
