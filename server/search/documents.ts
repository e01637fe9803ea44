import type { Db } from '../db/schema.ts'
import { saveDocument } from '../db/search/documents.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { addWords } from '../db/search/words.ts'
import { findSearchedRow, isIndexed, type SearchedRow } from './queries.ts'
import { beginningsOf, fieldToken, titleToken } from './tokens.ts'
import { suggestedWords, tokensOf } from './words.ts'

const maxSuggestedLength = 50_000

const isWord = (token: string) => /^[\p{L}\p{N}]/u.test(token)

/**
 * What the index holds of a document: words, stems and beginnings, those of the title once more, and the fields that narrow
 * a search.
 */
export function documentTokens(kind: DocumentKind, { title, text, tokens, author_id, category_id }: SearchedRow) {
  const titleTokens = tokensOf(title)
  const further = tokens ? tokens.split(' ') : []
  const own = [...new Set([...titleTokens, ...tokensOf(text)])]
  const fields = [kind, author_id, ...(category_id === null ? [] : [category_id])]
  return [
    ...new Set([...own, ...beginningsOf(own.filter(isWord)), ...further]),
    ...[...titleTokens, ...beginningsOf(titleTokens.filter(isWord))].map(titleToken),
    ...fields.map(fieldToken),
  ]
}

/** Words of a document that may be suggested: of a long text the first ones. */
export const documentWords = ({ title, text, tokens }: SearchedRow) => {
  const typed = suggestedWords(`${title} ${text}`.slice(0, maxSuggestedLength))
  const further = tokens ? suggestedWords(tokens.slice(0, maxSuggestedLength).split(' ').filter(isWord).join(' ')) : []
  return [...typed, ...further]
}

/** Makes a row of these be found as it is now, from the end of the transaction on. Deleted ones the database removes. */
export async function indexDocument(tx: Db, kind: DocumentKind, id: string) {
  const row = await findSearchedRow(tx, kind, id)
  if (!row) return
  await saveDocument(tx, { kind, ref_id: id, at: row.at }, documentTokens(kind, row))
  await addWords(tx, documentWords(row))
}

/** The same of a row that is in the index; any other one gets its number when the index is filled. */
export async function updateDocument(tx: Db, kind: DocumentKind, id: string) {
  if (await isIndexed(tx, kind, id)) await indexDocument(tx, kind, id)
}
