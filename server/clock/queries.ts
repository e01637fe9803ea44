import { type SqlBool, sql } from 'kysely'
import type { Db } from '../db/schema.ts'

/** More than a day, so that a server may be off for a night and the day after it. */
export const maxLeapMs = 36 * 3_600_000

export interface Clock {
  /** The last moment at which the clock was trusted; null before the first check. */
  clock_at: number | null
  /** Where the clock stood when it was first doubted; null while it is trusted. */
  clock_doubted_at: number | null
}

export const readClock = (db: Db): Promise<Clock> =>
  db.selectFrom('health').select(['clock_at', 'clock_doubted_at']).executeTakeFirstOrThrow()

export const setClock = (db: Db, clock: Clock) => db.updateTable('health').set(clock).execute()

/** The latest moment of the rows that a used community has; undefined in a new one. */
export async function findNewestMoment(db: Db) {
  const { event, session, run } = await db
    .selectNoFrom((from) => [
      from.selectFrom('audit_events').select('at').orderBy('id', 'desc').limit(1).as('event'),
      from
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('last_seen_at').as('at'))
        .as('session'),
      from
        .selectFrom('backup_runs')
        .select(({ fn }) => fn.max('seen_at').as('at'))
        .as('run'),
    ])
    .executeTakeFirstOrThrow()
  const moments = [event, session, run].filter((moment) => moment !== null)
  return moments.length > 0 ? Math.max(...moments) : undefined
}

/** Moments that have been, by table. */
const pastMoments = {
  area_visits: ['seen_until'],
  conversation_visits: ['seen_until'],
  sessions: ['created_at', 'last_seen_at', 'heartbeat_at', 'device_since'],
  password_links: ['created_at'],
  totp_secrets: ['device_since'],
  passkeys: ['device_since', 'last_used_at'],
  recovery_codes: ['created_at'],
}

/**
 * Lowers moments that a clock has written while it was ahead: nothing would be new, and no session at its highest age, before
 * that day. Sessions and links of that time go on for as long as they would have then, the sessions unconfirmed.
 */
export async function lowerFutureMoments(db: Db, now: number) {
  await db.updateTable('sessions').set({ confirmed_at: null }).where('confirmed_at', '>', now).execute()
  for (const [table, column] of [
    ['sessions', 'last_seen_at'],
    ['password_links', 'created_at'],
  ] as const)
    await sql`update ${sql.table(table)} set expires_at = expires_at - ${sql.ref(column)} + ${now}
      where ${sql.ref(column)} > ${now}`.execute(db)
  for (const [table, columns] of Object.entries(pastMoments))
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now} where ${sql.ref(column)} > ${now}`.execute(
        db,
      )
}

/** A condition for what deletes by age: false while a clock that says `now` is doubted. */
export const ifTrusted = (now: number) =>
  sql<SqlBool>`exists (select 1 from health where clock_at is null or abs(clock_at - ${now}) <= ${maxLeapMs})`
