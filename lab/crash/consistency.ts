/** Checks that hold at any time without writes in progress, whatever was acknowledged. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { DatabaseLocation } from '../../server/db/db.ts'
import type { Db } from '../../server/db/schema.ts'
import { documentVector, tokenTable } from '../../server/db/search/documents.ts'
import { documentKinds } from '../../server/db/search/schema.ts'
import { documentTokens } from '../../server/search/documents.ts'
import { findSearchedRow } from '../../server/search/queries.ts'

const searched = [
  "select 'post' as kind, id from posts",
  "select 'comment', id from comments",
  "select 'message', id from chat_messages where deleted_at is null",
  "select 'news', id from news",
  "select 'file', id from files",
].join(' union all ')

/** Statements that count rows which contradict others. */
const contradictions: Record<string, string> = {
  'rows that the search does not know': `select count(*) as n from (${searched}) r where not exists (select 1 from documents d where d.kind = r.kind and d.ref_id = r.id)`,
  'documents of the search without a row': `select count(*) as n from documents d where not exists (select 1 from (${searched}) r where d.kind = r.kind and d.ref_id = r.id)`,
  'posts that differ from their newest version':
    'select count(*) as n from posts p where not exists (select 1 from post_versions v where v.post_id = p.id and v.title = p.title and v.content = p.content and v.version = (select max(version) from post_versions l where l.post_id = p.id))',
  'wrong counts of published posts':
    "select count(*) as n from post_counts c where c.published <> (select count(*) from posts p where p.published_at is not null and coalesce(p.category_id, '') = c.category_id)",
  'published posts that no count knows':
    "select count(*) as n from posts p where p.published_at is not null and not exists (select 1 from post_counts c where c.category_id = coalesce(p.category_id, ''))",
  'chat messages out of the order of their sender':
    'select count(*) as n from chat_messages m where exists (select 1 from chat_messages e where e.author_id = m.author_id and e.seq = (select max(seq) from chat_messages b where b.author_id = m.author_id and b.seq < m.seq) and e.client_id > m.client_id)',
  'chat messages that the counter does not know':
    "select count(*) as n from counters c where c.name = 'chat' and (c.value <> (select count(*) from chat_messages) or c.value <> (select coalesce(max(seq), 0) from chat_messages))",
  'mails without a delivery':
    'select count(*) as n from mails m where not exists (select 1 from deliveries d where d.mail_id = m.id)',
  'sessions of people who may not sign in':
    'select count(*) as n from sessions s join users u on u.id = s.user_id where u.deactivated_at is not null or u.deleted_at is not null',
}

export async function findContradictions(db: Db): Promise<string[]> {
  const problems: string[] = []
  for (const [name, text] of Object.entries(contradictions)) {
    const { rows } = await sql<{ n: number }>`${sql.raw(text)}`.execute(db)
    if (Number(rows[0]?.n) > 0) problems.push(`${rows[0]?.n} ${name}`)
  }
  return problems
}

/**
 * Compares rows of files with their bytes; with `hashed`, every byte. Bytes without a row have to be named in
 * `pending_blobs`; on SQLite, where the server deletes those when it starts, there are none.
 */
export async function findFileFaults(db: Db, { dataDir }: DatabaseLocation, { hashed }: { hashed: boolean }) {
  const folder = join(dataDir, 'files')
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  const stored = new Map(
    entries
      .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('incoming'))
      .map((entry) => [entry.name, join(entry.parentPath, entry.name)]),
  )
  const problems: string[] = []
  for (const { original_name, bytes_key, file_size, sha256 } of await db.selectFrom('files').selectAll().execute()) {
    if (bytes_key === null) continue
    const path = stored.get(bytes_key)
    stored.delete(bytes_key)
    if (path === undefined) problems.push(`${original_name} has no bytes`)
    else if (statSync(path).size !== file_size) problems.push(`${original_name} has ${statSync(path).size} bytes`)
    else if (hashed && createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256)
      problems.push(`${original_name} has other bytes`)
  }
  for (const { key } of await db.selectFrom('pending_blobs').select('key').execute()) stored.delete(key)
  return [...problems, ...[...stored.keys()].map((key) => `${key} has bytes and no row`)]
}

const outcome = async (db: Db, text: string) => {
  try {
    const { rows } = await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)
    return rows.map((row) => Object.values(row).join(' ')).filter((line) => line !== 'ok' && line.trim() !== '')
  } catch (error) {
    return [`${text}: ${(error as Error).message}`]
  }
}

/** Documents in which the index doesn't find what is in their rows. */
async function findOtherTexts(db: Db, dialect: 'sqlite' | 'postgres') {
  const problems: string[] = []
  for (const { kind, ref_id, doc } of await db.selectFrom('documents').selectAll().execute()) {
    const row = await findSearchedRow(db, kind, ref_id)
    const tokens = row ? documentTokens(kind, row) : []
    const match = tokens.map((token) => (dialect === 'sqlite' ? `"${token}"` : `'${token}'`))
    const found =
      dialect === 'sqlite'
        ? sql`select rowid from ${tokenTable(kind)}(${match.join(' AND ')}) where rowid = ${doc}`
        : sql`select doc from documents where doc = ${doc} and ${documentVector} @@ cast(${match.join(' & ')} as tsquery)`
    if ((await found.execute(db)).rows.length === 0) problems.push(`${kind} ${row?.title} has another search text`)
  }
  return problems
}

/** The database's own checks, and the search index against the tables. */
export async function findDamage(db: Db, dialect: 'sqlite' | 'postgres'): Promise<string[]> {
  const problems: string[] = []
  if (dialect === 'sqlite') {
    const indexed = documentKinds.map((kind) => `select rowid from ${kind}_tokens('"¤${kind}"')`).join(' union all ')
    const documents = 'select doc from documents'
    for (const different of [
      `select rowid from (${indexed}) except ${documents}`,
      `${documents} except select rowid from (${indexed})`,
    ])
      problems.push(
        ...(await outcome(db, different)).map((doc) => `document ${doc} isn't in the index as in its table`),
      )
    problems.push(...(await outcome(db, 'pragma integrity_check')), ...(await outcome(db, 'pragma foreign_key_check')))
  } else {
    await sql`create extension if not exists amcheck`.execute(db)
    problems.push(
      ...(await outcome(
        db,
        `select bt_index_check(c.oid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
         join pg_am a on a.oid = c.relam join pg_namespace n on n.oid = c.relnamespace
         where a.amname = 'btree' and n.nspname = 'public'`,
      )),
    )
  }
  problems.push(...(await findOtherTexts(db, dialect)))
  return problems
}
