import { isTaken } from '../db/errors.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { lockAccounts, transaction } from '../db/transaction.ts'
import { fail } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { isInvited } from './account-state.ts'
import { findUserRow, lockUser } from './queries.ts'

export async function refuseTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isTaken(error, 'name_key'))
      fail('name_taken', { errors: [{ field: 'name', message: 'Ese nombre ya está en uso' }] })
    if (isTaken(error, 'email_key'))
      fail('email_taken', { errors: [{ field: 'email', message: 'Ese correo ya está en uso' }] })
    throw error
  }
}

export const isActiveAdmin = (user: UserRow) =>
  user.role === 'admin' && user.deactivated_at === null && !isInvited(user)

/** Serializes account changes, and checks that the caller is still an admin after the hashing of the password. */
export async function lockAccountsAs(tx: Db, by: SignedIn) {
  await lockAccounts(tx)
  const admin = await findUserRow(tx, by.id)
  if (!admin || !isActiveAdmin(admin)) fail('admin_only')
}

/** Runs `work` while no other account changes; 409 if a name or an e-mail is taken. */
export const changeAccounts = <T>(services: Services, by: SignedIn, work: (tx: Db) => Promise<T>) =>
  refuseTaken(
    transaction(services.db, async (tx) => {
      await lockAccountsAs(tx, by)
      return work(tx)
    }),
  )

/** Runs `work` on a locked account, and rechecks its sockets. */
export function changeAccount<T>(
  services: Services,
  by: SignedIn,
  id: string,
  work: (tx: Db, before: UserRow) => Promise<T>,
) {
  return changeAccounts(services, by, async (tx) => {
    const changed = await work(tx, (await lockUser(tx, id)) ?? fail('not_found'))
    await services.bus.send(tx, { kind: 'account', id })
    return changed
  })
}
