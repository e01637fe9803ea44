import type { Insertable } from 'kysely'
import { ifTrusted } from '../clock/queries.ts'
import { cached } from '../db/cached.ts'
import { prepared } from '../db/prepared.ts'
import type { Db, Schema, SessionRow } from '../db/schema.ts'
import { demandedFrom } from './demand/queries.ts'

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
export const confirmSessionRow = async (
  tx: Db,
  id: string,
  before: number | null,
  confirmed: Pick<SessionRow, 'confirmed_at'> & Partial<Pick<SessionRow, 'token_hash'>>,
) =>
  (
    await tx
      .updateTable('sessions')
      .set(confirmed)
      .where('id', '=', id)
      .where('confirmed_at', before === null ? 'is' : '=', before)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

/** Ends all but the `max` last used sessions of a person; returns the count of ended ones. */
export async function deleteLeastUsedSessions(tx: Db, userId: string, max: number) {
  const kept = tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(max)
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', kept)
    .executeTakeFirst()
  return Number(numDeletedRows)
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
export const deleteSession = async (db: Db, id: string) =>
  (await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n

export const deleteExpiredSessions = (db: Db, now: number) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).where(ifTrusted(now)).execute()

export const deleteSessionsOf = (db: Db, userId: string, exceptId?: string) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId as string))
    .execute()

/**
 * Adds a failure to the current window, which begins with its first failure, and returns the row. Atomic. A window that
 * ends later than its length from now is of a time when the clock was wrong, and over.
 */
export async function countFailure(db: Db, key: string, now: number, windowMs: number) {
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

/** Failures of the current window. */
export const findFailures = (db: Db, key: string, now: number, windowMs: number) =>
  db
    .selectFrom('login_failures')
    .select(['failures', 'window_ends_at'])
    .where('key', '=', key)
    .where('window_ends_at', '>', now)
    .where('window_ends_at', '<=', now + windowMs)
    .executeTakeFirst()

export const uncountFailure = (db: Db, key: string) =>
  db
    .updateTable('login_failures')
    .set((set) => ({ failures: set('failures', '-', 1) }))
    .where('key', '=', key)
    .execute()

export const deleteFailures = (db: Db, key: string) => db.deleteFrom('login_failures').where('key', '=', key).execute()

export const deleteAllFailures = (db: Db) => db.deleteFrom('login_failures').execute()

export const deleteExpiredFailures = (db: Db, now: number) =>
  db.deleteFrom('login_failures').where('window_ends_at', '<=', now).where(ifTrusted(now)).execute()

export const deleteAllSessions = (tx: Db) => tx.deleteFrom('sessions').execute()
