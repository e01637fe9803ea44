import type { NewUser, User, UserChanges } from '../../contract/users.ts'
import { record } from '../audit/record.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { deleteSessionsOf } from '../auth/queries.ts'
import type { SignedIn } from '../auth/sessions.ts'
import { beginReading } from '../chat/rules.ts'
import { isTaken } from '../db/faults.ts'
import { foldName } from '../db/fold.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { lockAccounts, transaction } from '../db/transaction.ts'
import { fail, failField } from '../http/fail.ts'
import { mailPasswordChange } from '../mail/security.ts'
import type { Services } from '../services.ts'
import { changesOf } from './changes.ts'
import {
  countOtherActiveAdmins,
  deleteTraces,
  findPictures,
  findUserRow,
  insertUser,
  lockUser,
  updateUserRow,
} from './queries.ts'
import { fileOf, toUser } from './wire.ts'

const emailKey = (email: string) => email.toLowerCase()

async function refuseTaken<T>(work: Promise<T>): Promise<T> {
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

/** The row of an account to be: everything but the insert, so that nothing is hashed inside a transaction. */
export const newAccount = async (services: Pick<Services, 'newId' | 'now'>, { password, ...user }: NewUser) => ({
  id: services.newId(),
  name: user.name,
  name_key: foldName(user.name),
  email: user.email,
  email_key: emailKey(user.email),
  role: user.role,
  avatar: user.avatar ?? null,
  phone: user.phone ?? null,
  password_hash: await hashPassword(password),
  created_at: services.now(),
  deactivated_at: null,
  deleted_at: null,
})

async function refuseOtherFiles(tx: Db, avatar: string | null | undefined) {
  const id = fileOf(avatar)
  if (id && (await findPictures(tx, [id])).length === 0)
    failField('avatar', 'Esa imagen no está en el archivo, o no es una imagen')
}

const isActiveAdmin = (user: Pick<UserRow, 'role' | 'deactivated_at'>) =>
  user.role === 'admin' && user.deactivated_at === null

/** Alone among changes of accounts; the caller is still an active admin, however long a password was being hashed. */
async function lockAccountsFor(tx: Db, by: SignedIn) {
  await lockAccounts(tx)
  const admin = await findUserRow(tx, by.id)
  if (!admin || !isActiveAdmin(admin)) fail('admin_only')
}

/** Makes an account. 409 when its name or e-mail is taken. */
export async function createUser(services: Services, by: SignedIn | 'operator', user: NewUser): Promise<User> {
  const row = await newAccount(services, user)
  return refuseTaken(
    transaction(services.db, async (tx) => {
      if (by !== 'operator') await lockAccountsFor(tx, by)
      await refuseOtherFiles(tx, row.avatar)
      const account = await insertUser(tx, row)
      await beginReading(tx, account.id)
      await record(services, tx, by, 'user_created', { target: account.name })
      return toUser(services, tx, by === 'operator' ? undefined : by, account)
    }),
  )
}

// Checked where it is changed: two admins who demote each other at once must not both succeed.
async function keepAnAdmin(tx: Db, by: SignedIn, before: UserRow, isAdminAfter: boolean) {
  if (!isActiveAdmin(before) || isAdminAfter) return
  if (by.id === before.id) fail('own_account')
  if ((await countOtherActiveAdmins(tx, before.id)) === 0) fail('last_admin')
}

/** In a transaction; the account exists. Sockets that lose their right by it are cut. */
function changeAccount<T>(services: Services, by: SignedIn, id: string, work: (tx: Db, before: UserRow) => Promise<T>) {
  return refuseTaken(
    transaction(services.db, async (tx) => {
      await lockAccountsFor(tx, by)
      const changed = await work(tx, (await lockUser(tx, id)) ?? fail('not_found'))
      await services.bus.send(tx, { kind: 'account', id })
      return changed
    }),
  )
}

const recordStatus = (services: Services, tx: Db, by: SignedIn, { name, deactivated_at }: UserRow) =>
  record(services, tx, by, deactivated_at === null ? 'user_activated' : 'user_deactivated', { target: name })

/** Changes the fields given. Deactivating and resetting the password end the person's sessions. */
export async function updateUser(services: Services, by: SignedIn, id: string, changes: UserChanges): Promise<User> {
  const { password, is_active, ...fields } = changes
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  return changeAccount(services, by, id, async (tx, before) => {
    const isActive = is_active ?? before.deactivated_at === null
    if (by.id === id && !isActive) fail('own_account')
    await keepAnAdmin(tx, by, before, (fields.role ?? before.role) === 'admin' && isActive)
    // the one it has may stay, whatever became of the file
    if (fields.avatar !== before.avatar) await refuseOtherFiles(tx, fields.avatar)
    const after = await updateUserRow(tx, id, {
      ...fields,
      name_key: foldName(fields.name ?? before.name),
      email_key: emailKey(fields.email ?? before.email),
      deactivated_at: isActive ? null : (before.deactivated_at ?? services.now()),
      password_hash: passwordHash ?? before.password_hash,
    })
    if (!isActive) await deleteSessionsOf(tx, id)
    else if (passwordHash) await deleteSessionsOf(tx, id, by.id === id ? by.session_id : undefined)
    const detail = changesOf(before, after)
    if (detail) await record(services, tx, by, 'user_updated', { target: before.name, detail })
    if (passwordHash) await mailPasswordChange(services, tx, after)
    if (isActive !== (before.deactivated_at === null)) await recordStatus(services, tx, by, after)
    return toUser(services, tx, by, after)
  })
}

/** Deactivates an active account, activates an inactive one. */
export const toggleUserStatus = (services: Services, by: SignedIn, id: string): Promise<User> =>
  changeAccount(services, by, id, async (tx, before) => {
    const isActive = before.deactivated_at !== null
    if (by.id === id && !isActive) fail('own_account')
    await keepAnAdmin(tx, by, before, before.role === 'admin' && isActive)
    const after = await updateUserRow(tx, id, { deactivated_at: isActive ? null : services.now() })
    if (!isActive) await deleteSessionsOf(tx, id)
    await recordStatus(services, tx, by, after)
    return toUser(services, tx, by, after)
  })

/**
 * Deletes an account: nothing of the person stays but the name under what they wrote. The emptied row brings no rights
 * to whoever gets the name next.
 */
export const deleteUser = (services: Services, by: SignedIn, id: string) =>
  changeAccount(services, by, id, async (tx, before) => {
    if (by.id === id) fail('own_account')
    await keepAnAdmin(tx, by, before, false)
    await deleteSessionsOf(tx, id)
    await deleteTraces(tx, id)
    await updateUserRow(tx, id, {
      email: '',
      email_key: '',
      avatar: null,
      phone: null,
      password_hash: '',
      role: 'normal',
      deleted_at: services.now(),
      ...{ new_posts: 0, admin_notifications: 0, comment_replies: 0, weekly_digest: 0 },
    })
    await record(services, tx, by, 'user_deleted', { target: before.name })
  })
