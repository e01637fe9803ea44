import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/schema.ts'
import { addWords, saveDocument } from '../db/search/documents.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { describedToken, fieldToken, mentionedToken, titleToken } from '../db/search/tokens.ts'
import { batches } from '../lib/batches.ts'
import { findSearchedRow, isIndexed, type SearchedRow } from './queries.ts'
import { suggestedWord, suggestedWords, tokensOf, withBeginnings } from './words.ts'

const maxSuggestedLength = 50_000
/** A few milliseconds. */
const wordsAtOnce = 500

/**
 * Tokens of a document: words, stems and beginnings, those of the title once more, and of a file those of
 * its description; and the fields that narrow a search.
 */
export function documentTokens(
  kind: DocumentKind,
  { title, text, tokens, mentioned, author_id, category_id }: SearchedRow,
) {
  const titleTokens = withBeginnings(tokensOf(title))
  const textTokens = withBeginnings(tokensOf(text))
  const further = tokens ? tokens.split(' ') : []
  const fields = [kind, author_id, ...(category_id === null ? [] : [category_id])]
  return [
    ...new Set([...titleTokens, ...textTokens, ...further]),
    ...titleTokens.map(titleToken),
    ...(kind === 'file' ? textTokens.map(describedToken) : []),
    ...fields.map(fieldToken),
    ...(mentioned ?? []).map(mentionedToken),
  ]
}

/** Words of a document that may be suggested: as they are written, and the others as the index has them. */
export function documentWords({ title, text }: SearchedRow, tokens: string[]) {
  const typed = suggestedWords(`${title} ${text}`.slice(0, maxSuggestedLength))
  const known = new Set(typed.map(({ word }) => word))
  return [...typed, ...plainWords(tokens.filter((token) => !known.has(token)))]
}

const plainWords = (tokens: string[]) =>
  tokens.filter((token) => suggestedWord.test(token)).map((word) => ({ word, typed: word }))

/** Words of a long text, a few at a time before its transaction, in which they would hold up everybody. */
export async function addWordsAhead(db: Db, tokens: string[]) {
  for (const words of batches(plainWords(tokens), wordsAtOnce)) {
    await addWords(db, words)
    await setImmediate()
  }
}

/** Makes a row of these be found as it is now, from the end of the transaction on. Deleted ones the database removes. */
export async function indexDocument(tx: Db, kind: DocumentKind, id: string) {
  const row = await findSearchedRow(tx, kind, id)
  if (!row) return
  const tokens = documentTokens(kind, row)
  await saveDocument(tx, { kind, ref_id: id, at: row.at }, tokens)
  await addWords(tx, documentWords(row, tokens))
}

/** Takes a row that stays out of the index. */
export const removeDocument = (tx: Db, kind: DocumentKind, id: string) =>
  tx.deleteFrom('documents').where('kind', '=', kind).where('ref_id', '=', id).execute()

/** `indexDocument` of a row that is in the index; any other one gets its number when the index is filled. */
export async function updateDocument(tx: Db, kind: DocumentKind, id: string) {
  if (await isIndexed(tx, kind, id)) await indexDocument(tx, kind, id)
}
