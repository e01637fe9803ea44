import { type Insertable, type Selectable, sql } from 'kysely'
import { type AuditAction, type AuditKind, adminActions, signInActions } from '../../contract/audit.ts'
import { countRows, hasRow, listValues } from '../db/count.ts'
import { type Page, pageOf } from '../db/page.ts'
import type { Db, Schema } from '../db/schema.ts'

export const insertEvents = (db: Db, events: Insertable<Schema['audit_events']>[]) =>
  db.insertInto('audit_events').values(events).execute()

interface ListOptions {
  kind: AuditKind | undefined
  /** Names of actors or targets; undefined for all events. */
  names: string[] | undefined
}

// literals: the databases use the partial index `audit_events_admin` only if the statement names the actions
const literals = (actions: readonly string[]) => sql.join(actions.map((action) => sql.lit(action)))
const isSignIn = sql<boolean>`action in (${literals(signInActions)})`
const isAdmin = sql<boolean>`action not in (${literals(signInActions)})`

const isOf = (names: string[]) =>
  names.length === 0
    ? sql<boolean>`1 = 0` // PostgreSQL knows no empty list
    : sql<boolean>`(actor_name in (${sql.join(names)}) or target in (${sql.join(names)}))`

const filteredEvents = (db: Db, { kind, names }: ListOptions) =>
  db
    .selectFrom('audit_events')
    .$if(kind === 'sign_in', (query) => query.where(isSignIn))
    .$if(kind !== undefined && kind !== 'sign_in', (query) => query.where(isAdmin))
    .$if(kind !== undefined && kind in adminActions, (query) =>
      query.where(sql<boolean>`action in (${literals(adminActions[kind as keyof typeof adminActions])})`),
    )
    .$if(names !== undefined, (query) => query.where(isOf(names ?? [])))

async function count(db: Db, filter: ListOptions): Promise<number> {
  // nearly all events are sign-ins: the others are faster to count
  if (filter.kind === 'sign_in' && !filter.names)
    return (await count(db, { ...filter, kind: undefined })) - (await count(db, { ...filter, kind: 'admin' }))
  return countRows(filteredEvents(db, filter))
}

/** Newest first; `before` is the id of the last event of the page before. */
export async function listEvents(
  db: Db,
  { limit, before, ...filter }: ListOptions & { limit: number; before: string | undefined },
): Promise<Page<Selectable<Schema['audit_events']>>> {
  const rows = await filteredEvents(db, filter)
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before as string))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const isWhole = before === undefined && rows.length <= limit
  return pageOf(rows, limit, isWhole ? rows.length : await count(db, filter), (row) => [row.id])
}

/** True if somebody with this name signed in from there before. */
export const hasSignedInFrom = (db: Db, nameKey: string, network: string) =>
  hasRow(
    db
      .selectFrom('users')
      .innerJoin('audit_events', 'audit_events.actor_id', 'users.id')
      .where('users.name_key', '=', nameKey)
      .where('users.deleted_at', 'is', null)
      .where('audit_events.network', '=', network)
      // a literal, for the partial index
      .where(sql<boolean>`audit_events.action = 'sign_in'`),
  )

// literals: they aren't in the partial index of administrators' actions
const choices = sql<boolean>`action in ('password_changed', 'password_added', 'password_reset', 'invitation_accepted')`

/** True if the trail has a password that the person chose. Ids sort by creation: no earlier event is read. */
export const hasChosenPassword = (db: Db, id: string) =>
  hasRow(db.selectFrom('audit_events').where('id', '>', id).where('actor_id', '=', id).where(choices))

export const hasEvent = (db: Db, id: string) => hasRow(db.selectFrom('audit_events').where('id', '=', id))

/** Moments of a person's events of this kind since then, oldest first. For actions that aren't sign-ins. */
export const listMomentsOf = (db: Db, actorId: string, action: AuditAction, since: number) =>
  listValues(
    db
      .selectFrom('audit_events')
      .select('at')
      .where(isAdmin)
      .where('action', '=', action)
      .where('actor_id', '=', actorId)
      .where('at', '>', since)
      .orderBy('at'),
  )

/** All names in events: accounts, deleted ones included, and targets, among them former names of people. */
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
