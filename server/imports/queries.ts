import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { accounts } from '../accounts/queries.ts'
import { findValue, hasChanged, hasRow, listValues } from '../db/count.ts'
import { prepared, preparedInsert, valuesOf } from '../db/prepared.ts'
import type { Db, Schema } from '../db/schema.ts'
import type { ImportedKind, ImportKind } from '../db/schemas/imports.ts'

export type ImportRow = Selectable<Schema['imports']>

/** More than anybody makes. */
const maxImports = 10_000

/** Runs, the newest first. */
export const listImports = (db: Db, limit = maxImports): Promise<ImportRow[]> =>
  db.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(limit).execute()

export const findImport = (db: Db, id: number) =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()

/** The run that was begun on the same and hasn't ended. */
export const findUnfinishedImport = (db: Db, kind: ImportKind, name: string) =>
  findValue(
    db
      .selectFrom('imports')
      .select('id')
      .where('kind', '=', kind)
      .where('name', '=', name)
      .where('ended_at', 'is', null)
      .where('undone_at', 'is', null)
      .orderBy('id', 'desc'),
  )

/** Stores a run under the next number. */
export async function insertImport(tx: Db, run: Omit<Insertable<Schema['imports']>, 'id'>) {
  const last = await findValue(tx.selectFrom('imports').select('id').orderBy('id', 'desc').limit(1))
  const id = (last ?? 0) + 1
  await tx
    .insertInto('imports')
    .values({ ...run, id })
    .execute()
  return id
}

export const updateImport = (db: Db, id: number, changes: Updateable<Schema['imports']>) =>
  db.updateTable('imports').set(changes).where('id', '=', id).execute()

export const insertImported = preparedInsert('imported', ['source', 'import_id', 'kind', 'thing_id'])

const importedBySources = prepared((db, { sources }: { sources: string[] }) =>
  db.selectFrom('imported').select(['source', 'thing_id', 'import_id']).where('source', 'in', valuesOf(db, sources)),
)

/** Things that were imported before and their runs, by what they are in the export. */
export const findImported = async (db: Db, sources: string[]) =>
  new Map((await importedBySources.all(db, { sources })).map((thing) => [thing.source, thing]))

/** The thing that an import brought from there, and its run. */
export const findImportedThing = async (db: Db, source: string) =>
  (await importedBySources.all(db, { sources: [source] }))[0]

/** Things of a kind that a run brought, in the order of their ids. */
export const listImported = (db: Db, id: number, kind: ImportedKind, after: string, limit: number) =>
  listValues(
    db
      .selectFrom('imported')
      .select('thing_id')
      .where('import_id', '=', id)
      .where('kind', '=', kind)
      .where('thing_id', '>', after)
      .orderBy('thing_id')
      .limit(limit),
  )

export const deleteImported = (tx: Db, kind: ImportedKind, ids: string[]) =>
  tx.deleteFrom('imported').where('kind', '=', kind).where('thing_id', 'in', valuesOf(tx, ids)).execute()

/** Active and deactivated accounts with this name key or this address. */
export const listAccounts = (db: Db, { nameKey, emailKey }: { nameKey: string; emailKey: string | undefined }) =>
  accounts(db)
    .select(['id', 'name', 'role', 'name_key'])
    .where((user) =>
      user.or([user('name_key', '=', nameKey), ...(emailKey === undefined ? [] : [user('email_key', '=', emailKey)])]),
    )
    .execute()

export const listPhones = (db: Db) =>
  accounts(db).select(['id', 'name', 'role', 'phone']).where('phone', 'is not', null).execute()

export const findPerson = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'name', 'role', 'deleted_at']).where('id', '=', id).executeTakeFirst()

export const findFileBySha256 = (db: Db, sha256: string) =>
  db
    .selectFrom('files')
    .select(['id', 'has_preview', 'original_name'])
    .where('sha256', '=', sha256)
    .where('bytes_key', 'is not', null)
    .orderBy('id')
    .executeTakeFirst()

export const findCategoryByName = (db: Db, nameKey: string) =>
  db.selectFrom('categories').select(['id', 'deactivated_at']).where('name_key', '=', nameKey).executeTakeFirst()

/** The fill looks at all rows again: it finds those that aren't in the index. */
export const restartFills = (tx: Db) =>
  tx.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()

/** The oldest message's `seq` of those that were imported; imported ones have 0, -1, -2 … from the newest to the oldest. */
export const findFirstSeq = (db: Db) =>
  findValue(db.selectFrom('chat_messages').select('seq').where('seq', '<=', 0).orderBy('seq').limit(1))

/** Imported messages in the order in which they should stand, with the numbers that they have. */
export const listImportedMessages = (db: Db) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'seq'])
    .where('seq', '<=', 0)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const numbering = prepared(
  (_tx, { id, seq }: { id: string; seq: number }) => sql`update chat_messages set seq = ${seq} where id = ${id}`,
)
export const setSeq = (tx: Db, id: string, seq: number) => numbering.run(tx, { id, seq })

/** True if an import has ended and wasn't undone. */
export const hasImported = (db: Db) =>
  hasRow(db.selectFrom('imports').where('ended_at', 'is not', null).where('undone_at', 'is', null))

/** Moves some imported things of a person to another one; returns how many. */
export async function moveThings(
  tx: Db,
  { table, column, from, to, limit }: { table: OwnedTable; column: string; from: string; to: string; limit: number },
) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} as things where ${sql.ref(column)} = ${from}
      and exists (select 1 from imported where imported.thing_id = things.id) limit ${limit}`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id in ${valuesOf(tx, ids)}`.execute(tx)
  // they are indexed again, as whose they are stands there
  await sql`delete from documents where ref_id in ${valuesOf(tx, ids)}`.execute(tx)
  if (table === 'posts')
    await sql`update post_versions set editor_id = ${to}
      where editor_id = ${from} and post_id in ${valuesOf(tx, ids)}`.execute(tx)
  return ids.length
}
type OwnedTable = 'posts' | 'comments' | 'chat_messages' | 'files'

export const setImportedPerson = (tx: Db, source: string, userId: string) =>
  tx.updateTable('imported').set({ thing_id: userId }).where('source', '=', source).execute()

/** Deletes the row of somebody without an account; a broken reference if something is left under the name. */
export const deletePerson = (tx: Db, id: string) =>
  hasChanged(tx.deleteFrom('users').where('id', '=', id).where('deleted_at', 'is not', null))

/** Deletes a category without files; a broken reference if a post is in it. */
export const deleteCategoryWithoutFiles = (tx: Db, id: string) =>
  hasChanged(
    tx
      .deleteFrom('categories')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('files').select('id').where('category_id', '=', id))),
      ),
  )

/** Deletes these things; returns the keys of their bytes. */
export async function deleteThings(tx: Db, kind: 'post' | 'comment' | 'message' | 'file', ids: string[]) {
  if (ids.length === 0) return []
  if (kind === 'post') await tx.deleteFrom('posts').where('id', 'in', ids).execute()
  if (kind === 'comment') await tx.deleteFrom('comments').where('id', 'in', ids).execute()
  if (kind === 'message') {
    // of deleted messages no trigger removes what is about them
    await tx.deleteFrom('chat_messages').where('id', 'in', ids).execute()
    await tx.deleteFrom('documents').where('kind', '=', 'message').where('ref_id', 'in', ids).execute()
    await tx.deleteFrom('mentions').where('kind', '=', 'message').where('source_id', 'in', ids).execute()
    await tx.deleteFrom('reactions').where('kind', '=', 'message').where('target_id', 'in', ids).execute()
  }
  if (kind !== 'file') return []
  const keys = await tx.selectFrom('files').select('bytes_key').where('id', 'in', ids).execute()
  await tx.deleteFrom('files').where('id', 'in', ids).execute()
  return keys.flatMap(({ bytes_key }) => bytes_key ?? [])
}

/** A thing with what people have done with it since it was imported. */
interface TouchedThing {
  id: string
  title: string
  is_answered: number
  is_edited: number
  is_linked: number
}

const reacted = sql`exists (select 1 from reactions where reactions.target_id = things.id)`
const answers = (table: 'comments' | 'chat_messages', runId: number) => sql`exists (
  select 1 from ${sql.table(table)} as answers where answers.reply_to = things.id
    and not exists (select 1 from imported where imported.thing_id = answers.id and imported.import_id = ${runId}))`
/** Condition: another post than those of the run links to it. */
const linkedFrom = (runId: number) => sql`exists (
  select 1 from post_links where post_links.target_id = things.id
    and not exists (select 1 from imported where imported.thing_id = post_links.post_id and imported.import_id = ${runId}))`
const touched = (runId: number) => ({
  comment: {
    title: 'content',
    from: 'comments',
    answered: answers('comments', runId),
    edited: sql`updated_at > created_at`,
    linked: sql`1 = 0`,
  },
  // comments of the run are gone by now
  post: {
    title: 'title',
    from: 'posts',
    answered: sql`exists (select 1 from comments where comments.post_id = things.id)`,
    edited: sql`version > 1`,
    linked: linkedFrom(runId),
  },
  message: {
    title: 'message',
    from: 'chat_messages',
    answered: answers('chat_messages', runId),
    edited: sql`edited_at is not null`,
    linked: sql`1 = 0`,
  },
  // posts of the run that are there still stay
  file: {
    title: 'original_name',
    from: 'files',
    answered: sql`1 = 0`,
    edited: sql`1 = 0`,
    linked: sql`exists (select 1 from post_links where post_links.target_id = things.id)`,
  },
})

/** Picks those of these things that people have answered, edited or linked in a post since; `named`: linked elsewhere. */
export async function listTouched(
  tx: Db,
  runId: number,
  kind: 'post' | 'comment' | 'message' | 'file',
  { ids, named }: { ids: string[]; named: string[] },
) {
  const { title, from, answered, edited, linked } = touched(runId)[kind]
  const flag = (condition: ReturnType<typeof sql>) => sql`case when ${condition} then 1 else 0 end`
  const { rows } = await sql<TouchedThing>`select * from (
      select id, ${sql.ref(title)} as title, ${flag(sql`(${answered} or ${reacted})`)} as is_answered,
        ${flag(edited)} as is_edited, ${flag(sql`(${linked} or id in ${valuesOf(tx, named)})`)} as is_linked
      from ${sql.table(from)} as things where id in ${valuesOf(tx, ids)}
    ) as found where is_answered + is_edited + is_linked > 0`.execute(tx)
  return rows
}

/** Texts that may name files or posts: comments and messages, and pictures of people. */
export const listLinkingTexts = (db: Db, after: string, limit: number) =>
  sql<{ id: string; text: string }>`select id, text from (
      select id, content as text from comments union all select id, message from chat_messages
      union all select id, avatar from users where avatar is not null
    ) as texts
    where id > ${after} and (text like '%file:%' or text like '%post:%' or text like '%/files/%' or text like '%/blog/%')
    order by id limit ${limit}`.execute(db)
