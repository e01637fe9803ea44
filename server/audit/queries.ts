import { type Insertable, type Selectable, sql } from 'kysely'
import { type AuditKind, adminActions, signInActions } from '../../contract/audit.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'

export const insertEvent = (db: Db, event: Insertable<Schema['audit_events']>) =>
  db.insertInto('audit_events').values(event).execute()

interface Wanted {
  kind: AuditKind | undefined
  /** Of who did it or of what it was done to; undefined for everybody. */
  names: string[] | undefined
}

// not parameters: the databases would not see that the index `audit_events_admin` is for these
const literals = (actions: readonly string[]) => sql.join(actions.map((action) => sql.lit(action)))
const isSignIn = sql<boolean>`action in (${literals(signInActions)})`
const isAdmin = sql<boolean>`action not in (${literals(signInActions)})`

const isOf = (names: string[]) =>
  names.length === 0
    ? sql<boolean>`1 = 0` // PostgreSQL knows no empty list
    : sql<boolean>`(actor_name in (${sql.join(names)}) or target in (${sql.join(names)}))`

const wanted = (db: Db, { kind, names }: Wanted) =>
  db
    .selectFrom('audit_events')
    .$if(kind === 'sign_in', (query) => query.where(isSignIn))
    .$if(kind !== undefined && kind !== 'sign_in', (query) => query.where(isAdmin))
    .$if(kind !== undefined && kind in adminActions, (query) =>
      query.where(sql<boolean>`action in (${literals(adminActions[kind as keyof typeof adminActions])})`),
    )
    .$if(names !== undefined, (query) => query.where(isOf(names ?? [])))

async function count(db: Db, which: Wanted): Promise<number> {
  // nearly all are sign-ins: what they aren't is counted instead
  if (which.kind === 'sign_in' && !which.names)
    return (await count(db, { ...which, kind: undefined })) - (await count(db, { ...which, kind: 'admin' }))
  const counted = wanted(db, which).select(sql<number>`count(*)`.as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}

/** What was done, newest first; `before` is the id of the last event seen. */
export async function listEvents(
  db: Db,
  { limit, before, ...which }: Wanted & { limit: number; before: string | undefined },
): Promise<Page<Selectable<Schema['audit_events']>>> {
  const rows = await wanted(db, which)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const isWhole = before === undefined && rows.length <= limit
  return pageOf(rows, limit, isWhole ? rows.length : await count(db, which), (row) => [row.id])
}

/**
 * The names that stand in the trail: those of all accounts, of deleted ones too, and of what admins did something to,
 * among which are the names that people had before.
 */
export async function listNames(db: Db): Promise<string[]> {
  const accounts = await db.selectFrom('users').select('name').execute()
  const targets = await db
    .selectFrom('audit_events')
    .select('target as name')
    .distinct()
    .where(isAdmin)
    .where('target', 'is not', null)
    .execute()
  return [...new Set([...accounts, ...targets].flatMap(({ name }) => name ?? []))]
}
