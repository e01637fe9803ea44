import { type Insertable, type Selectable, sql } from 'kysely'
import { signInActions } from '../../contract/audit.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'

export const insertEvent = (db: Db, event: Insertable<Schema['audit_events']>) =>
  db.insertInto('audit_events').values(event).execute()

type Kind = 'sign_in' | 'admin' | undefined

const ofKind = (db: Db, kind: Kind) =>
  db
    .selectFrom('audit_events')
    .$if(kind === 'sign_in', (query) => query.where('action', 'in', signInActions))
    .$if(kind === 'admin', (query) => query.where('action', 'not in', signInActions))

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
  const { count } = await ofKind(db, kind).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return pageOf(rows, limit, Number(count), (row) => [row.id])
}
