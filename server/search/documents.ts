import type { Db } from '../db/schema.ts'
import { fieldToken, saveDocument, titleToken } from '../db/search/documents.ts'
import type { DocumentKind } from '../db/search/schema.ts'
import { findSearchedRow, type SearchedRow } from './queries.ts'
import { tokensOf } from './words.ts'

/** What the index holds of a document: words and stems, those of the title once more, and the fields that narrow a search. */
export function documentTokens(kind: DocumentKind, { title, text, tokens, author_id, category_id }: SearchedRow) {
  const titleTokens = tokensOf(title)
  const fields = [kind, author_id, ...(category_id === null ? [] : [category_id])]
  const further = tokens ? tokens.split(' ') : []
  return [
    ...new Set([...titleTokens, ...tokensOf(text), ...further]),
    ...titleTokens.map(titleToken),
    ...fields.map(fieldToken),
  ]
}

/** Makes a row of these be found as it is now, from the end of the transaction on. Deleted ones the database removes. */
export async function indexDocument(tx: Db, kind: DocumentKind, id: string) {
  const row = await findSearchedRow(tx, kind, id)
  if (row) await saveDocument(tx, { kind, ref_id: id, at: row.at }, documentTokens(kind, row))
}
