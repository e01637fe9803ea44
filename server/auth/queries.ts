import type { Insertable } from 'kysely'
import type { Db, Schema, SessionRow } from '../db/schema.ts'

/** The session of a token and its person; nothing when it ended or the account is inactive or deleted. */
export const findSession = (db: Db, tokenHash: string, now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.role', 'sessions.id as session_id', 'sessions.last_seen_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst()

/** Those of the sessions that live, with their people as they are now. */
export const listLivingSessions = (db: Db, ids: string[], now: number) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.name', 'users.role', 'sessions.id as session_id'])
    .where('sessions.id', 'in', ids)
    .where('sessions.expires_at', '>', now)
    .where('users.deactivated_at', 'is', null)
    .where('users.deleted_at', 'is', null)
    .execute()

/** Whether a session lives and its person's account is active. */
export const isLivingSession = async (db: Db, id: string, now: number) =>
  (await listLivingSessions(db, [id], now)).length > 0

export const insertSession = (db: Db, session: Insertable<Schema['sessions']>) =>
  db.insertInto('sessions').values(session).execute()

export const touchSession = (db: Db, id: string, seen: Pick<SessionRow, 'last_seen_at' | 'expires_at' | 'address'>) =>
  db.updateTable('sessions').set(seen).where('id', '=', id).execute()

/** A person's living sessions, the last used first. */
export const listSessionsOf = (db: Db, userId: string, now: number) =>
  db
    .selectFrom('sessions')
    .select(['id', 'agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether it was still there. */
export const deleteSession = async (db: Db, id: string) =>
  (await db.deleteFrom('sessions').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n

export const deleteExpiredSessions = (db: Db, now: number) =>
  db.deleteFrom('sessions').where('expires_at', '<=', now).execute()

/** Ends a person's sessions, but for the one given. */
export const deleteSessionsOf = (db: Db, userId: string, but?: string) =>
  db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(but !== undefined, (query) => query.where('id', '!=', but as string))
    .execute()

export const recordHeartbeat = (db: Db, sessionId: string, now: number) =>
  db.updateTable('sessions').set({ heartbeat_at: now }).where('id', '=', sessionId).execute()

/** Counts one more failure, in a window that begins with the first, and gives what stands now. Atomic. */
export async function countFailure(db: Db, key: string, now: number, window: number) {
  return db
    .insertInto('login_failures')
    .values({ key, failures: 1, window_ends_at: now + window })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((set) => ({
        failures: set
          .case()
          .when('login_failures.window_ends_at', '<=', now)
          .then(1)
          .else(set('login_failures.failures', '+', 1))
          .end(),
        window_ends_at: set
          .case()
          .when('login_failures.window_ends_at', '<=', now)
          .then(now + window)
          .else(set.ref('login_failures.window_ends_at'))
          .end(),
      })),
    )
    .returning(['failures', 'window_ends_at'])
    .executeTakeFirstOrThrow()
}

export const uncountFailure = (db: Db, key: string) =>
  db
    .updateTable('login_failures')
    .set((set) => ({ failures: set('failures', '-', 1) }))
    .where('key', '=', key)
    .execute()

export const forgetFailures = (db: Db, key: string) => db.deleteFrom('login_failures').where('key', '=', key).execute()

export const forgetAllFailures = (db: Db) => db.deleteFrom('login_failures').execute()

export const forgetOldFailures = (db: Db, now: number) =>
  db.deleteFrom('login_failures').where('window_ends_at', '<=', now).execute()
