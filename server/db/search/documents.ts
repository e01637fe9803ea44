import { type Selectable, sql } from 'kysely'
import { isPostgres, prepared } from '../prepared.ts'
import type { Db, Schema } from '../schema.ts'
import { type DocumentKind, documentKinds } from './schema.ts'

type Document = Pick<Selectable<Schema['documents']>, 'kind' | 'ref_id' | 'at'>

/** SQLite's index of a kind, and the trigger that removes what isn't in `documents` any more. */
export const tokenTable = (kind: DocumentKind) => sql.table(`${kind}_tokens`)
/** Tokens of a document as PostgreSQL's index has them. */
export const documentVector = sql<string>`array_to_tsvector(string_to_array(documents.tokens, ' '))`
const tokenTrigger = (kind: DocumentKind) => sql.ref(`${kind}_tokens_gone`)

const otherMoment = prepared((tx, { kind, ref_id, at }: Document) =>
  tx.deleteFrom('documents').where('kind', '=', kind).where('ref_id', '=', ref_id).where('at', '!=', at),
)
const upsertedDocument = prepared((tx, { kind, ref_id, at }: Document) =>
  tx
    .insertInto('documents')
    .values({ kind, ref_id, at })
    .onConflict((conflict) => conflict.columns(['kind', 'ref_id']).doUpdateSet({ at }))
    .returning('doc'),
)
const tokensOfDocument = prepared(
  (_tx, { doc, tokens }: { doc: number; tokens: string }, { kind }: { kind: DocumentKind }) =>
    sql`insert or replace into ${tokenTable(kind)} (rowid, tokens) values (${doc}, ${tokens})`,
)
const documentWithTokens = prepared(
  (_tx, { kind, ref_id, at, tokens }: Document & { tokens: string }) =>
    sql`insert into documents (kind, ref_id, at, tokens) values (${kind}, ${ref_id}, ${at}, ${tokens})
      on conflict (kind, ref_id) do update set at = excluded.at, tokens = excluded.tokens`,
)

/**
 * Adds or replaces a document. Tokens are words without spaces. With another moment it gets a new number: numbers ascend
 * with the moments.
 */
export async function saveDocument(tx: Db, document: Document, tokens: string[]) {
  // only a publication changes the moment
  if (document.kind === 'post') await otherMoment.run(tx, document)
  if (isPostgres(tx)) return documentWithTokens.run(tx, { ...document, tokens: tokens.join(' ') })
  const { doc } = await upsertedDocument.firstOrThrow(tx, document)
  await tokensOfDocument.run(tx, { doc, tokens: tokens.join(' ') }, { kind: document.kind })
}

/** A word of the texts, for suggestions. Words of deleted texts stay until the index is rebuilt. */
export interface Word {
  /** As in the index, without accents. */
  word: string
  /** As it was written, in small letters. */
  typed: string
}

export const reverse = (word: string) => [...word].reverse().join('')

const addedToSqlite = prepared(
  (_tx, { words }: { words: string }) =>
    sql`insert into search_words (word, typed, reversed)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${words}) as added
      where not exists (
        select 1 from search_words where word = added.value ->> 0 and typed = added.value ->> 1)`,
)
// with "offset 0" PostgreSQL looks up each word in the index, instead of reading all of them for a plan that it made early
const addedToPostgres = prepared(
  (_tx, { word, typed, reversed }: { word: string[]; typed: string[]; reversed: string[] }) =>
    sql`insert into search_words (word, typed, reversed)
      select word, typed, reversed
      from unnest(cast(${word} as text[]), cast(${typed} as text[]), cast(${reversed} as text[])) as added (word, typed, reversed)
      where not exists (
        select 1 from search_words where search_words.word = added.word and search_words.typed = added.typed offset 0)`,
)

/** Leaves out those that are there already. */
export async function addWords(tx: Db, words: Word[]) {
  if (words.length === 0) return
  if (isPostgres(tx))
    await addedToPostgres.run(tx, {
      word: words.map(({ word }) => word),
      typed: words.map(({ typed }) => typed),
      reversed: words.map(({ word }) => reverse(word)),
    })
  else
    await addedToSqlite.run(tx, { words: JSON.stringify(words.map(({ word, typed }) => [word, typed, reverse(word)])) })
}

const lowestNumber = prepared((tx) => tx.selectFrom('documents').select(sql<number | null>`min(doc)`.as('doc')))
interface Columns {
  doc: number[]
  kind: string[]
  ref_id: string[]
  at: number[]
  tokens: string[]
}
const olderDocuments = prepared(
  (_tx, { doc, kind, ref_id, at, tokens }: Columns) =>
    sql`insert into documents (doc, kind, ref_id, at, tokens)
      select * from unnest(cast(${doc} as bigint[]), cast(${kind} as text[]), cast(${ref_id} as text[]), cast(${at} as bigint[]),
        cast(${tokens} as text[])) as added (doc, kind, ref_id, at, tokens)
      on conflict (kind, ref_id) do nothing`,
)
const olderDocument = prepared((tx, { doc, kind, ref_id, at }: Document & { doc: number }) =>
  tx
    .insertInto('documents')
    .values({ doc, kind, ref_id, at })
    .onConflict((conflict) => conflict.columns(['kind', 'ref_id']).doNothing())
    .returning('doc'),
)

/** Adds documents that are older than all others; the newest comes last. Leaves out those that are there already. */
export async function addOlderDocuments(tx: Db, documents: (Document & { tokens: string[] })[]) {
  if (documents.length === 0) return
  const lowest = Math.min((await lowestNumber.firstOrThrow(tx, {})).doc ?? 0, 0)
  const numbered = documents.map((document, index) => ({
    ...document,
    doc: lowest - documents.length + index,
    tokens: document.tokens.join(' '),
  }))
  if (isPostgres(tx)) {
    await olderDocuments.run(tx, {
      doc: numbered.map(({ doc }) => doc),
      kind: numbered.map(({ kind }) => kind),
      ref_id: numbered.map(({ ref_id }) => ref_id),
      at: numbered.map(({ at }) => at),
      tokens: numbered.map(({ tokens }) => tokens),
    })
    return
  }
  for (const { tokens, ...document } of numbered)
    if (await olderDocument.first(tx, document))
      await tokensOfDocument.run(tx, { doc: document.doc, tokens }, { kind: document.kind })
}

/** Merges the tokens of the last saves into PostgreSQL's index: a save would take several times as long. */
export async function mergeSavedTokens(db: Db) {
  if (isPostgres(db)) await sql`select gin_clean_pending_list('documents_tokens')`.execute(db)
}

/**
 * Removes everything from the index, which is to be filled again. Locks are taken in the order of those who fill it, and of
 * those who save.
 */
export async function emptyIndex(tx: Db) {
  await tx.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
  if (isPostgres(tx)) {
    await sql`truncate documents, search_words`.execute(tx)
    return
  }
  // with its trigger each row would be removed by itself
  for (const kind of documentKinds) {
    await sql`drop trigger ${tokenTrigger(kind)}`.execute(tx)
    await sql`insert into ${tokenTable(kind)} (${tokenTable(kind)}) values ('delete-all')`.execute(tx)
  }
  await tx.deleteFrom('documents').execute()
  for (const kind of documentKinds)
    await sql`create trigger ${tokenTrigger(kind)} after delete on documents when old.kind = ${sql.lit(kind)} begin
        delete from ${tokenTable(kind)} where rowid = old.doc;
      end`.execute(tx)
  await tx.deleteFrom('search_words').execute()
}
