import { isWebAddress } from '../../contract/fields.ts'
import type { Account, NewUserOrInvitation, User, UserChanges, UserContents } from '../../contract/users.ts'
import { hasPassword, invited, isInvited } from '../accounts/account-state.ts'
import { changeAccount, isActiveAdmin, lockAccountsAs, refuseTaken } from '../accounts/change.ts'
import { findUserRow, lockUser, updateUserRow } from '../accounts/queries.ts'
import { fileIdOf, serializeUser } from '../accounts/serialize.ts'
import { record } from '../audit/rules.ts'
import { hashPassword } from '../auth/password-hash.ts'
import { deleteFactorsOf, deleteSessionsOf } from '../auth/queries.ts'
import { changeMessagesNaming } from '../chat/queries.ts'
import { beginReading } from '../chat/rules.ts'
import { toEmailKey, toNameKey } from '../db/name-key.ts'
import type { Db, UserRow } from '../db/schema.ts'
import { insertOnce, transaction } from '../db/transaction.ts'
import { listPictureIds } from '../files/queries.ts'
import { authorize } from '../http/authorize.ts'
import { fail, failField } from '../http/fail.ts'
import type { SignedIn } from '../http/serve.ts'
import { mailFormerAddress, mailPasswordChange } from '../mail/security-mails.ts'
import { deleteLinksMadeBy, deleteLinksOf } from '../one-time-links/queries.ts'
import { deleteReactionsOf } from '../reactions/rules.ts'
import type { Services } from '../services.ts'
import { releaseBlobs } from '../storage/queries.ts'
import { fetchAvatar } from './avatars.ts'
import { countContents, countOtherActiveAdmins, deletePersonalRows, insertUsers } from './queries.ts'

/** Row of a new account, made before the transaction, as it hashes the password. The operator's has no `created_by`. */
export const createUserRow = async (
  services: Pick<Services, 'newId' | 'now'>,
  { password, must_choose_password, ...user }: NewUserOrInvitation,
  created_by: string | null = null,
) => ({
  id: services.newId(),
  name: user.name,
  name_key: toNameKey(user.name),
  email: user.email,
  email_key: toEmailKey(user.email),
  role: user.role,
  avatar: user.avatar ?? null,
  phone: user.phone ?? null,
  password_hash: password === undefined ? invited : await hashPassword(password),
  must_choose_since: password !== undefined && must_choose_password ? services.now() : null,
  created_by,
  client_id: user.client_id ?? null,
  created_at: services.now(),
  deactivated_at: null,
  deleted_at: null,
})

async function checkAvatar(tx: Db, avatar: string | null | undefined) {
  const id = fileIdOf(avatar)
  if (id && (await listPictureIds(tx, [id])).length === 0)
    failField('avatar', 'Esa imagen no está en el archivo, o no es una imagen')
}

/** Lets the next sweep delete the small copy of an unused avatar. */
async function releaseAvatar(tx: Db, { avatar_key }: Pick<UserRow, 'avatar_key'>) {
  if (avatar_key) await releaseBlobs(tx, [avatar_key])
}

/** Fetches the image of a new avatar at another site; returns the account with its URL. */
async function withFetchedAvatar(services: Services, by: SignedIn, user: Account): Promise<Account> {
  if (user.avatar === null || !isWebAddress(user.avatar)) return user
  await fetchAvatar(services, user.id, user.avatar)
  const row = await findUserRow(services.db, user.id)
  return row ? serializeUser(services, services.db, by, row) : user
}

/** Open pages of the chat show another name in their messages. */
async function announceName({ bus }: Services, tx: Db, id: string) {
  if (await changeMessagesNaming(tx, id)) await bus.send(tx, { kind: 'chat_changes' })
}

type NewRow = Awaited<ReturnType<typeof createUserRow>>

/**
 * 409 if name or e-mail is taken. Idempotent by `client_id`: a repeat returns the first account. `onInsert` runs in the
 * same transaction.
 */
export async function createUser(
  services: Services,
  by: SignedIn,
  user: NewUserOrInvitation,
  onInsert: (tx: Db, row: NewRow) => Promise<unknown> = (tx, { name }) =>
    record(services, tx, by, 'user_created', { target: name }),
): Promise<Account> {
  const { db } = services
  const row = await createUserRow(services, user, by.id)
  const insert = () =>
    transaction(db, async (tx) => {
      await lockAccountsAs(tx, by)
      await insertUsers(tx, [row])
      // after the insert: a repeat is recognized even if its picture was deleted since
      await checkAvatar(tx, row.avatar)
      await beginReading(tx, [row.id])
      await onInsert(tx, row)
      return row.id
    })
  const id = await refuseTaken(insertOnce(db, 'users', { by: by.id, client_id: row.client_id }, insert))
  const account = (await findUserRow(db, id)) ?? fail('not_found')
  const created = await serializeUser(services, db, by, account)
  return id === row.id ? withFetchedAvatar(services, by, created) : created
}

export async function storeByOperator(services: Pick<Services, 'newId' | 'now'>, tx: Db, row: NewRow) {
  await insertUsers(tx, [row])
  await beginReading(tx, [row.id])
  await record(services, tx, 'operator', 'user_created', { target: row.name })
}

/** Checked inside the transaction: two admins who demote each other at the same time must not both succeed. */
async function checkAdminRemains(tx: Db, by: SignedIn, before: UserRow, isAdminAfter: boolean) {
  if (!isActiveAdmin(before) || isAdminAfter) return
  if (by.id === before.id) fail('own_account')
  if ((await countOtherActiveAdmins(tx, before.id)) === 0) fail('last_admin')
}

/** Ends the links that could still be used: the person's own, and those that an admin without rights has seen. */
async function endLinks(tx: Db, before: UserRow, after: UserRow) {
  const isReachable = after.email_key === before.email_key && after.deactivated_at === null
  if (!isReachable) await deleteLinksOf(tx, after.id)
  else if (after.password_hash !== before.password_hash) await deleteLinksOf(tx, after.id, { exceptAlarm: true })
  if (!isActiveAdmin(after)) await deleteLinksMadeBy(tx, after.id)
}

/** A password that is given without the mark is not to be replaced; nobody has to replace a password that doesn't exist. */
function mustChooseSince({ now }: Services, before: UserRow, { password, must_choose_password }: UserChanges) {
  const mustChoose = must_choose_password ?? (password === undefined && before.must_choose_since !== null)
  const canChoose = password !== undefined || hasPassword(before)
  return mustChoose && canChoose ? (before.must_choose_since ?? now()) : null
}

/**
 * Deactivation, a new password and the mark that it has to be replaced end the person's sessions. One's own password is
 * changed with the current one only, by `changePassword`.
 */
export async function updateUser(
  services: Services,
  by: SignedIn,
  id: string,
  changes: UserChanges,
  { isToggled = false } = {},
): Promise<Account> {
  const { password, is_active, must_choose_password, ...fields } = changes
  if (by.id === id && password !== undefined) fail('own_password')
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const updated = await changeAccount(services, by, id, async (tx, before) => {
    const wasActive = before.deactivated_at === null
    const isActive = isToggled ? !wasActive : (is_active ?? wasActive)
    if (by.id === id && !isActive) fail('own_account')
    await checkAdminRemains(tx, by, before, (fields.role ?? before.role) === 'admin' && isActive)
    const hasNewAvatar = fields.avatar !== undefined && fields.avatar !== before.avatar
    // the current avatar may stay, even if its file was deleted
    if (hasNewAvatar) await checkAvatar(tx, fields.avatar)
    if (hasNewAvatar) await releaseAvatar(tx, before)
    const after = await updateUserRow(tx, id, {
      ...fields,
      avatar_key: hasNewAvatar ? null : before.avatar_key,
      name_key: toNameKey(fields.name ?? before.name),
      email_key: toEmailKey(fields.email ?? before.email),
      deactivated_at: isActive ? null : (before.deactivated_at ?? services.now()),
      password_hash: passwordHash ?? before.password_hash,
      must_choose_since: mustChooseSince(services, before, changes),
    })
    if (after.name !== before.name) await announceName(services, tx, id)
    if (!isActive || passwordHash || after.must_choose_since !== null) await deleteSessionsOf(tx, id)
    await endLinks(tx, before, after)
    const detail = describeChanges(before, after)
    if (detail) await record(services, tx, by, 'user_updated', { target: before.name, detail })
    if (passwordHash) await mailPasswordChange(services, tx, before)
    // nobody has used an invited account, and a wrong address of it is a stranger's
    if (after.email_key !== before.email_key && !isInvited(before)) await mailFormerAddress(services, tx, before)
    if (isActive !== wasActive)
      await record(services, tx, by, isActive ? 'user_activated' : 'user_deactivated', { target: after.name })
    return { user: await serializeUser(services, tx, by, after), hasNewAvatar }
  })
  return updated.hasNewAvatar ? withFetchedAvatar(services, by, updated.user) : updated.user
}

export const changeOwnAvatar = (services: Services, by: SignedIn, avatar: string | null): Promise<User> =>
  transaction(services.db, async (tx) => {
    const before = (await lockUser(tx, by.id)) ?? fail('unauthenticated')
    await checkAvatar(tx, avatar)
    await releaseAvatar(tx, before)
    return serializeUser(services, tx, by, await updateUserRow(tx, by.id, { avatar, avatar_key: null }))
  })

export const toggleUserStatus = (services: Services, by: SignedIn, id: string) =>
  updateUser(services, by, id, {}, { isToggled: true })

/** Empties the row: the name stays with the person's texts, and a new account with that name gets no rights. */
export async function emptyAccount(services: Services, tx: Db, { id, avatar_key }: UserRow) {
  await announceName(services, tx, id)
  await deleteSessionsOf(tx, id)
  await deleteLinksOf(tx, id)
  await deleteLinksMadeBy(tx, id)
  await deleteFactorsOf(tx, id)
  await deletePersonalRows(tx, id)
  await deleteReactionsOf(services, tx, id)
  await releaseAvatar(tx, { avatar_key })
  await updateUserRow(tx, id, {
    email: '',
    email_key: '',
    avatar: null,
    avatar_key: null,
    phone: null,
    password_hash: invited,
    must_choose_since: null,
    role: 'normal',
    client_id: null,
    deleted_at: services.now(),
    new_posts: 0,
    admin_notifications: 0,
    comment_replies: 0,
    weekly_digest: 0,
  })
}

export const deleteUser = (services: Services, by: SignedIn, id: string) =>
  changeAccount(services, by, id, async (tx, before) => {
    if (by.id === id) fail('own_account')
    await checkAdminRemains(tx, by, before, false)
    await emptyAccount(services, tx, before)
    await record(services, tx, by, 'user_deleted', { target: before.name })
  })

/** 404 for other people's, but for admins. */
export async function readContents({ db, readDb }: Services, by: SignedIn, id: string): Promise<UserContents> {
  authorize(by, 'user.contents', await findUserRow(db, id))
  return countContents(readDb, id)
}

const unnamedFields = [
  ['email', 'correo'],
  ['phone', 'teléfono'],
  ['avatar', 'imagen'],
  ['password_hash', 'contraseña'],
] as const

/**
 * Changed fields of an account, as text; empty if there are none. Values are given for name and role only: audit events
 * outlive the account, and must not keep personal data.
 */
function describeChanges(before: UserRow, after: UserRow) {
  const [hadToChoose, mustChoose] = [before, after].map(({ must_choose_since }) => must_choose_since !== null)
  const parts = [
    before.name === after.name ? [] : [`nombre: ${before.name} → ${after.name}`],
    before.role === after.role ? [] : [`rol: ${before.role} → ${after.role}`],
    hadToChoose === mustChoose ? [] : [`${mustChoose ? '' : 'ya no '}tiene que elegir otra contraseña`],
    unnamedFields.filter(([field]) => before[field] !== after[field]).map(([, word]) => word),
  ]
  return parts.flat().join(', ')
}
