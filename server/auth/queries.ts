import { type Insertable, sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import { activeAccounts, updateUserRow } from '../accounts/queries.ts'
import { ifTrusted } from '../clock/queries.ts'
import { cached } from '../db/cached.ts'
import { countChanges, countRows, findValue, hasChanged } from '../db/count.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Schema, SessionRow } from '../db/schema.ts'
import { upsert } from '../db/upsert.ts'
import { countPasskeys, deletePasskeysOf } from './passkeys/queries.ts'

/** Moment from which a second factor is demanded of the account, in a query of `users`; null if it isn't. */
const demandedFrom = sql<number | null>`(select min(from_at) from factor_demands
  where audience = 'everybody' or (audience = 'admins' and users.role = 'admin'))`

export const findDemandedFrom = cached(
  async (db: Db, userId: string) =>
    (await findValue(db.selectFrom('users').select(demandedFrom.as('at')).where('id', '=', userId))) ?? null,
)

export const listDemands = (db: Db) => db.selectFrom('factor_demands').selectAll().execute()

export async function replaceDemands(tx: Db, rows: Insertable<Schema['factor_demands']>[]) {
  await tx.deleteFrom('factor_demands').execute()
  if (rows.length > 0) await tx.insertInto('factor_demands').values(rows).execute()
}

export async function countPeople(db: Db) {
  const without = activeAccounts(db).where('second_factor_at', 'is', null)
  return {
    members: await countRows(activeAccounts(db)),
    members_without: await countRows(without),
    admins_without: await countRows(without.where('role', '=', 'admin')),
  }
}

/** Sessions of active accounts, with the current names and roles. */
const sessionsOfActive = (db: Db) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.role', 'sessions.id as session_id'])
    .where('users.deactivated_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .where('users.must_choose_since', 'is', null)

/** Without those of people who have yet to add a demanded second factor. */
export const activeSessions = (db: Db, now: number) =>
  sessionsOfActive(db)
    .where('sessions.expires_at', '>', now)
    .where((session) =>
      session.or([
        session('users.second_factor_at', 'is not', null),
        session(demandedFrom, 'is', null),
        session(demandedFrom, '>', now),
      ]),
    )

/** Session of an active account; it may have ended. */
export const findSession = cached(
  prepared((db, { token_hash }: { token_hash: string }) =>
    sessionsOfActive(db)
      .select(['sessions.last_seen_at', 'sessions.expires_at', 'sessions.created_at', 'sessions.confirmed_at'])
      .select('sessions.kept')
      .select(['users.second_factor_at', demandedFrom.as('demanded_from')])
      .where('sessions.token_hash', '=', token_hash),
  ).first,
)

export const listActiveSessions = (db: Db, ids: string[], now: number) =>
  activeSessions(db, now).where('sessions.id', 'in', ids).execute()

/** Undefined once it has ended. */
export const findActiveSession = async (db: Db, id: string, now: number) => (await listActiveSessions(db, [id], now))[0]

export const insertSession = (db: Db, session: Insertable<Schema['sessions']>) =>
  db.insertInto('sessions').values(session).execute()

export const touchSession = (db: Db, id: string, seen: Pick<SessionRow, 'last_seen_at' | 'expires_at' | 'address'>) =>
  db.updateTable('sessions').set(seen).where('id', '=', id).execute()

export const findSessionRow = (tx: Db, id: string) =>
  tx.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()

/** False if the session has ended, or was confirmed by somebody else since `before`. */
export const confirmSessionRow = (
  tx: Db,
  id: string,
  before: number | null,
  confirmed: Pick<SessionRow, 'confirmed_at'> & Partial<Pick<SessionRow, 'token_hash'>>,
) =>
  hasChanged(
    tx
      .updateTable('sessions')
      .set(confirmed)
      .where('id', '=', id)
      .where('confirmed_at', before === null ? 'is' : '=', before),
  )

/** Ends all but the `max` last used sessions of a person; returns the count of ended ones. */
export function deleteLeastUsedSessions(tx: Db, userId: string, max: number) {
  const kept = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
  return countChanges(tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', 'not in', kept))
}

/** Unexpired sessions of a person, the last used first. */
export const listSessionsOf = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'created_at', 'last_seen_at', 'kept'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** False if it was deleted already. */
export const deleteSession = (db: Db, id: string) => hasChanged(db.deleteFrom('sessions').where('id', '=', id))

export const deleteExpiredSessions = (db: Db, now: number) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).where(ifTrusted(now)).execute()

export const deleteSessionsOf = (db: Db, userId: string, exceptId?: string) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId as string))
    .execute()

export const deleteAllSessions = (tx: Db) => tx.deleteFrom('sessions').execute()

const { maxSeenAgain, maxSeenOnce, maxAgeMs } = limits.knownDevices

export const listDevices = (tx: Db, userId: string) =>
  tx
    .selectFrom('known_devices')
    .select(['sign_hash', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .execute()

export const upsertDevices = (tx: Db, userId: string, signs: string[], now: number) =>
  upsert(
    tx,
    'known_devices',
    signs.map((sign_hash) => ({ user_id: userId, sign_hash, created_at: now, last_seen_at: now })),
    ['user_id', 'sign_hash'],
    { last_seen_at: now },
  )

export const deleteOldDevices = (tx: Db, userId: string, now: number) =>
  tx
    .deleteFrom('known_devices')
    .where('user_id', '=', userId)
    .where('last_seen_at', '<=', now - maxAgeMs)
    .where(ifTrusted(now))
    .execute()

/**
 * Deletes the least recently seen of too many signs. Those seen once are counted apart: a program that keeps no cookie
 * leaves one at each sign-in.
 */
export async function deleteExcessDevices(tx: Db, userId: string) {
  const ofPerson = tx.deleteFrom('known_devices').where('user_id', '=', userId)
  for (const { isCounted, max } of [
    { isCounted: sql<boolean>`last_seen_at > created_at`, max: maxSeenAgain },
    { isCounted: sql<boolean>`last_seen_at = created_at`, max: maxSeenOnce },
  ]) {
    const kept = tx
      .selectFrom('known_devices')
      .select('sign_hash')
      .where('user_id', '=', userId)
      .where(isCounted)
      .orderBy('last_seen_at', 'desc')
      .orderBy('sign_hash')
      .limit(max)
    await ofPerson.where(isCounted).where('sign_hash', 'not in', kept).execute()
  }
}

/** Too old to be known. The rows stay until the next sign-in, which is then not the account's first. */
export const forgetDevicesOf = (tx: Db, userId: string) =>
  tx.updateTable('known_devices').set({ last_seen_at: 0 }).where('user_id', '=', userId).execute()

/** The one of these signs by which a device of somebody with this name is known. */
export const findKnownSign = (db: Db, nameKey: string, signs: string[], now: number) =>
  findValue(
    db
      .selectFrom('users')
      .innerJoin('known_devices', 'known_devices.user_id', 'users.id')
      .select('known_devices.sign_hash')
      .where('users.name_key', '=', nameKey)
      .where('users.deleted_at', 'is', null)
      .where('known_devices.sign_hash', 'in', signs)
      .where('known_devices.last_seen_at', '>', now - maxAgeMs)
      .limit(1),
  )

export const findTotp = (db: Db, userId: string) =>
  db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()

export const listTotp = (db: Db) => db.selectFrom('totp_secrets').select(['user_id', 'secret']).execute()

export const setTotpSecret = (tx: Db, userId: string, secret: string) =>
  tx.updateTable('totp_secrets').set({ secret }).where('user_id', '=', userId).execute()

export const insertTotp = (tx: Db, row: Insertable<Schema['totp_secrets']>) =>
  tx.insertInto('totp_secrets').values(row).execute()

export const setLastStep = (tx: Db, userId: string, lastStep: number) =>
  tx.updateTable('totp_secrets').set({ last_step: lastStep }).where('user_id', '=', userId).execute()

/** False if there was none. */
export const deleteTotp = (tx: Db, userId: string) =>
  hasChanged(tx.deleteFrom('totp_secrets').where('user_id', '=', userId))

export const insertRecoveryCodes = (tx: Db, rows: Insertable<Schema['recovery_codes']>[]) =>
  tx.insertInto('recovery_codes').values(rows).execute()

export const listRecoveryCodes = (db: Db, userId: string) =>
  db.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute()

export const countRecoveryCodes = (db: Db, userId: string) =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))

/** False if it was used already. */
export const deleteRecoveryCode = (tx: Db, userId: string, hash: string) =>
  hasChanged(tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash))

export const deleteRecoveryCodes = (tx: Db, userId: string) =>
  tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()

/** Besides recovery codes. */
export async function listFactors(db: Db, userId: string) {
  const factors: ('app' | 'passkey')[] = []
  if (await findTotp(db, userId)) factors.push('app')
  if ((await countPasskeys(db, userId)) > 0) factors.push('passkey')
  return factors
}

/**
 * Factors that were added on a device not known before this moment, passkeys that were used since, and recovery codes that
 * were made since. The account asks for a second step all the same: some may have been its person's, whose mailbox alone
 * doesn't open it.
 */
export async function deleteFactorsSince(tx: Db, userId: string, moment: number) {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).where('device_since', '>=', moment).execute()
  await tx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where((passkey) => passkey.or([passkey('device_since', '>=', moment), passkey('last_used_at', '>=', moment)]))
    .execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).where('created_at', '>=', moment).execute()
}

export async function deleteFactorsOf(tx: Db, userId: string) {
  await deleteTotp(tx, userId)
  await deletePasskeysOf(tx, userId)
  await deleteRecoveryCodes(tx, userId)
  await updateUserRow(tx, userId, { second_factor_at: null })
}

// Counts within a window of time: failed sign-ins, changes of an account, push messages.

/**
 * Counts one more under this key in the current window, which begins with its first one, and returns the row. Atomic. A
 * window that ends later than its length from now is of a time when the clock was wrong, and over.
 */
export async function countInWindow(db: Db, key: string, now: number, windowMs: number) {
  return db
    .insertInto('login_failures')
    .values({ key, failures: 1, window_ends_at: now + windowMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => {
        const isCurrent = set.and([
          set('login_failures.window_ends_at', '>', now),
          set('login_failures.window_ends_at', '<=', now + windowMs),
        ])
        return {
          failures: set
            .case()
            .when(isCurrent)
            .then(set('login_failures.failures', '+', 1))
            .else(1)
            .end(),
          window_ends_at: set
            .case()
            .when(isCurrent)
            .then(set.ref('login_failures.window_ends_at'))
            .else(now + windowMs)
            .end(),
        }
      }),
    )
    .returning(['failures', 'window_ends_at'])
    .executeTakeFirstOrThrow()
}

/** Undefined without a current window. */
export const findCount = (db: Db, key: string, now: number, windowMs: number) =>
  db
    .selectFrom('login_failures')
    .select(['failures', 'window_ends_at'])
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .where('window_ends_at', '<=', now + windowMs)
    .executeTakeFirst()

export const uncount = (db: Db, key: string) =>
  db
    .updateTable('login_failures')
    .set((set) => ({ failures: set('failures', '-', 1) }))
    .where('key', '=', key)
    .execute()

export const deleteCount = (db: Db, key: string) => db.deleteFrom('login_failures').where('key', '=', key).execute()

/** Only by a trusted clock, unlike the counts. */
export const deleteExpiredCounts = (db: Db, now: number) =>
  db.deleteFrom('login_failures').where('window_ends_at', '<=', now).where(ifTrusted(now)).execute()

export const deleteAllCounts = (db: Db) => db.deleteFrom('login_failures').execute()
