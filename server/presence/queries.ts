import type { Insertable } from 'kysely'
import { cached } from '../db/cached.ts'
import { hasChanged } from '../db/count.ts'
import { prepared, valuesOf } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'
import { upsert } from '../db/upsert.ts'

type Online = {
  since: number
  now: number
  sessionIds: string[]
}

/** Active people with a heartbeat since `since`, an open socket in a live process, or one of `sessionIds`, by name. */
export const listOnlineUsers = cached(
  prepared((db, { since, now, sessionIds }: Online) =>
    db
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('deactivated_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where('id', 'in', (from) =>
        from
          .selectFrom('sessions')
          .select('user_id')
          .where((session) =>
            session.or([
              session('heartbeat_at', '>', since),
              session(
                'id',
                'in',
                from
                  .selectFrom('presence')
                  .innerJoin('processes', 'processes.id', 'presence.process_id')
                  .where('lease_until', '>', now)
                  .select('session_id'),
              ),
              session('id', 'in', valuesOf(db, sessionIds)),
            ]),
          ),
      )
      .orderBy('name_key'),
  ).all,
)

export const recordHeartbeat = (db: Db, sessionId: string, at: number) =>
  db.updateTable('sessions').set({ heartbeat_at: at }).where('id', '=', sessionId).execute()

/** False if the process's row is missing. */
export const renewLease = (db: Db, id: string, until: number) =>
  hasChanged(db.updateTable('processes').set({ lease_until: until }).where('id', '=', id))

/** A first attempt may have been stored although its answer was lost. */
export const insertProcess = (db: Db, row: Insertable<Schema['processes']>) =>
  upsert(db, 'processes', row, ['id'], { lease_until: row.lease_until })

/** Its rows of `presence` are deleted by cascade. */
export const deleteProcess = (db: Db, id: string) => db.deleteFrom('processes').where('id', '=', id).execute()

/** Also those whose lease ends later than `latest`, which no living one has. */
export const deleteDeadProcesses = (db: Db, now: number, latest: number) =>
  db
    .deleteFrom('processes')
    .where((process) => process.or([process('lease_until', '<=', now), process('lease_until', '>', latest)]))
    .execute()

/** Omits sessions that have ended. */
export const insertPresence = (db: Db, processId: string, sessionIds: string[]) =>
  db
    .insertInto('presence')
    .columns(['process_id', 'session_id'])
    .expression((from) =>
      from
        .selectFrom('sessions')
        .select((session) => [session.val(processId).as('process_id'), 'id'])
        .where('id', 'in', sessionIds),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deletePresence = (db: Db, processId: string, sessionIds: string[]) =>
  db.deleteFrom('presence').where('process_id', '=', processId).where('session_id', 'in', sessionIds).execute()
