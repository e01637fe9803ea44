import { type Selectable, sql } from 'kysely'
import { isPostgres, prepared } from '../prepared.ts'
import type { Db, Schema } from '../schema.ts'

/** Begins the tokens that aren't words of the text: those of its kind, its author and its category. */
const fieldMark = '¤'
/** Begins the words and stems of a title, which are in the index as words and stems of the text too. */
const titleMark = '¶'

/** The end of an id is random enough to tell it from others, and shorter. */
const fieldLength = 12

export const fieldToken = (value: string) => fieldMark + value.slice(-fieldLength)
export const titleToken = (token: string) => titleMark + token

/** Begins the first letters of longer words: so many words begin with them that a search can't go through all. */
const beginningMark = '‹'
/** Letters of such beginnings. */
export const beginningLengths = [3, 4]

export const beginningToken = (letters: string) => beginningMark + letters
/** The beginnings of these words. */
export const beginningsOf = (words: string[]) => [
  ...new Set(
    words.flatMap((word) => {
      const letters = [...word]
      return beginningLengths
        .filter((length) => letters.length > length)
        .map((length) => beginningToken(letters.slice(0, length).join('')))
    }),
  ),
]

type Document = Pick<Selectable<Schema['documents']>, 'kind' | 'ref_id' | 'at'>

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
  (_tx, { doc, tokens }: { doc: number; tokens: string }) =>
    sql`insert or replace into document_tokens (rowid, tokens) values (${doc}, ${tokens})`,
)
const documentWithTokens = prepared(
  (_tx, { kind, ref_id, at, tokens }: Document & { tokens: string[] }) =>
    sql`insert into documents (kind, ref_id, at, tokens)
      values (${kind}, ${ref_id}, ${at}, array_to_tsvector(cast(${tokens} as text[])))
      on conflict (kind, ref_id) do update set at = excluded.at, tokens = excluded.tokens`,
)

/**
 * Adds or replaces a document. Tokens are words without spaces. With another moment it gets a new number: numbers ascend
 * with the moments.
 */
export async function saveDocument(tx: Db, document: Document, tokens: string[]) {
  // only a publication changes the moment
  if (document.kind === 'post') await otherMoment.run(tx, document)
  if (isPostgres(tx)) return documentWithTokens.run(tx, { ...document, tokens })
  const { doc } = await upsertedDocument.firstOrThrow(tx, document)
  await tokensOfDocument.run(tx, { doc, tokens: tokens.join(' ') })
}

const lowestNumber = prepared((tx) => tx.selectFrom('documents').select(sql<number | null>`min(doc)`.as('doc')))

/** Adds documents that are older than all others; the newest comes last. Leaves out those that are there already. */
export async function addOlderDocuments(tx: Db, documents: (Document & { tokens: string[] })[]) {
  const lowest = Math.min((await lowestNumber.firstOrThrow(tx, {})).doc ?? 0, 0)
  for (const [index, { tokens, ...document }] of documents.entries()) {
    const doc = lowest - documents.length + index
    const insert = tx.insertInto('documents').onConflict((conflict) => conflict.columns(['kind', 'ref_id']).doNothing())
    if (isPostgres(tx)) {
      const vector = sql<string>`array_to_tsvector(cast(${tokens} as text[]))`
      await insert.values({ ...document, doc, tokens: vector } as never).execute()
    } else if (
      await insert
        .values({ ...document, doc })
        .returning('doc')
        .executeTakeFirst()
    )
      await tokensOfDocument.run(tx, { doc, tokens: tokens.join(' ') })
  }
}

/** Removes everything from the index, which is to be filled again. */
export async function emptyIndex(tx: Db) {
  if (isPostgres(tx)) await sql`truncate documents`.execute(tx)
  else {
    // with its trigger each row would be removed by itself
    await sql`drop trigger documents_gone`.execute(tx)
    await sql`insert into document_tokens (document_tokens) values ('delete-all')`.execute(tx)
    await tx.deleteFrom('documents').execute()
    await sql`create trigger documents_gone after delete on documents begin
        delete from document_tokens where rowid = old.doc;
      end`.execute(tx)
  }
  await tx.deleteFrom('search_words').execute()
  await tx.updateTable('search_fills').set({ is_done: 0, last_at: null, last_id: null }).execute()
}
