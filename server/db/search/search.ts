import { type RawBuilder, sql } from 'kysely'
import { type SearchWord, stemMark } from '../../search/words.ts'
import { isPostgres } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { fieldToken } from './documents.ts'
import type { DocumentKind } from './schema.ts'

/** The words of a search text, without the stems after them. */
export function wordsOfSearchText(db: Db, text: RawBuilder<string>) {
  const end = sql.lit(` ${stemMark}`)
  return isPostgres(db)
    ? sql<string>`split_part(${text}, ${end}, 1)`
    : sql<string>`substr(${text}, 1, instr(${text} || ${end}, ${end}))`
}

/** Names of users as `toSearchName` makes them. */
export const searchName = sql<string>`replace(name_key, ${'\u007f'}, '')`

const fts5 = { quote: '"', beginning: '*', or: ' OR ', and: ' AND ' }
const tsquery = { quote: "'", beginning: ':*', or: ' | ', and: ' & ' }

/** For each word one that begins with it or one with the same stem, in the language of either index. */
function condition(kind: DocumentKind, words: SearchWord[], { quote, beginning, or, and }: Record<string, string>) {
  const quoted = (token: string) => quote + token + quote
  const forms = words.map(({ word, stems }) => [quoted(word) + beginning, ...stems.map(quoted)])
  return [quoted(fieldToken(kind)), ...forms.map((some) => `(${some.join(or)})`)].join(and)
}

/** Ids of documents of a kind in which all of `words` are found. */
export const documentsWithWords = (db: Db, kind: DocumentKind, words: SearchWord[]): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`(select ref_id from documents where tokens @@ cast(${condition(kind, words, tsquery)} as tsquery))`
    : sql<string>`(select ref_id from documents
        where doc in (select rowid from document_tokens where document_tokens match ${condition(kind, words, fts5)}))`
