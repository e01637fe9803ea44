// Counts within a window of time, of what may be done so often: failed sign-ins, changes of an account, push messages.
import type { Db } from './schema.ts'

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

export const deleteAllCounts = (db: Db) => db.deleteFrom('login_failures').execute()
