import { type Insertable, type Selectable, sql } from 'kysely'
import { signInActions } from '../../contract/audit.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'

export const insertEvent = (db: Db, event: Insertable<Schema['audit_events']>) =>
  db.insertInto('audit_events').values(event).execute()

type Kind = 'sign_in' | 'admin' | undefined

// not parameters: the databases would not see that the index `audit_events_admin` is for these
const signIns = sql.join(signInActions.map((action) => sql.lit(action)))

const ofKind = (db: Db, kind: Kind) =>
  db
    .selectFrom('audit_events')
    .$if(kind === 'sign_in', (query) => query.where(sql<boolean>`action in (${signIns})`))
    .$if(kind === 'admin', (query) => query.where(sql<boolean>`action not in (${signIns})`))

async function count(db: Db, kind: Exclude<Kind, 'sign_in'>) {
  const counted = ofKind(db, kind).select(sql<number>`count(*)`.as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

interface Wanted {
  kind: Kind
  limit: number
  /** The id of the last event seen. */
  before: string | undefined
}

/** What was done, newest first. */
export async function listEvents(
  db: Db,
  { kind, limit, before }: Wanted,
): Promise<Page<Selectable<Schema['audit_events']>>> {
  const rows = await ofKind(db, kind)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  // nearly all are sign-ins: what they aren't is counted instead
  const total = kind === 'sign_in' ? (await count(db, undefined)) - (await count(db, 'admin')) : await count(db, kind)
  return pageOf(rows, limit, total, (row) => [row.id])
}
