import { type RawBuilder, sql } from 'kysely'
import { type SearchWord, stemMark } from '../../search/words.ts'
import { countRows } from '../count.ts'
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

/** Tokens of the index that a document must have; one that is a beginning stands for all tokens that begin with it. */
export type Condition =
  | { token: string; isBeginning?: boolean }
  | { all: Condition[]; without?: Condition[] }
  | { any: Condition[] }

const languages = {
  sqlite: { quote: '"', beginning: '*', any: ' OR ', all: ' AND ', without: ' NOT ' },
  postgres: { quote: "'", beginning: ':*', any: ' | ', all: ' & ', without: ' & !' },
}

/** A condition in the language of FTS5 or of tsquery. */
function expression(db: Db, condition: Condition): string {
  const { quote, beginning, any, all, without } = languages[isPostgres(db) ? 'postgres' : 'sqlite']
  function write(some: Condition): string {
    if ('token' in some) return quote + some.token + quote + (some.isBeginning ? beginning : '')
    if ('any' in some) return `(${some.any.map(write).join(any)})`
    const excluded = some.without ?? []
    const required = `(${some.all.map(write).join(all)})`
    return excluded.length === 0 ? required : `(${required}${without}${write({ any: excluded })})`
  }
  return write(condition)
}

/** A word as it is, as a beginning, or by its stem. */
const anyForm = ({ word, stems }: SearchWord): Condition => ({
  any: [{ token: word, isBeginning: true }, ...stems.map((token) => ({ token }))],
})

/** Documents for which a condition holds. */
const matching = (db: Db, condition: Condition) =>
  isPostgres(db)
    ? sql<boolean>`documents.tokens @@ cast(${expression(db, condition)} as tsquery)`
    : sql<boolean>`documents.doc in (select rowid from document_tokens where document_tokens match ${expression(db, condition)})`

/** Ids of documents of a kind in which all of `words` are found. */
export function documentsWithWords(db: Db, kind: DocumentKind, words: SearchWord[]): RawBuilder<string> {
  const condition = { all: [{ token: fieldToken(kind) }, ...words.map(anyForm)] }
  return sql<string>`(select ref_id from documents where ${matching(db, condition)})`
}

interface DocumentFilter {
  condition: Condition
  /** Moments; the first is included, the second isn't. */
  from?: number | undefined
  until?: number | undefined
  /** Whose drafts, and comments on them, are found too: an author's, or everybody's. */
  draftsOf: string | 'all'
}

/** Not published and not theirs: the index knows all posts. */
const hidden = (kind: DocumentKind, draftsOf: string) =>
  sql<boolean>`exists (select 1 from posts ${kind === 'comment' ? sql`join comments on comments.post_id = posts.id where comments.id` : sql`where posts.id`}
    = documents.ref_id and posts.published_at is null and posts.author_id <> ${draftsOf})`

function found(db: Db, kind: DocumentKind, { condition, from, until, draftsOf }: DocumentFilter) {
  const mayBeHidden = (kind === 'post' || kind === 'comment') && draftsOf !== 'all'
  return db
    .selectFrom('documents')
    .where(matching(db, condition))
    .$if(from !== undefined, (query) => query.where('at', '>=', from as number))
    .$if(until !== undefined, (query) => query.where('at', '<', until as number))
    .$if(mayBeHidden, (query) => query.where((document) => document.not(hidden(kind, draftsOf))))
}

/** The newest documents of a kind, below a number. */
export const findDocuments = (
  db: Db,
  kind: DocumentKind,
  filter: DocumentFilter,
  { below, limit }: { below?: number | undefined; limit: number },
) =>
  found(db, kind, filter)
    .select(['doc', 'ref_id', 'at'])
    .$if(below !== undefined, (query) => query.where('doc', '<', below as number))
    .orderBy('doc', 'desc')
    .limit(limit)
    .execute()

/** Counts up to `max`. */
export const countDocuments = async (db: Db, kind: DocumentKind, filter: DocumentFilter, max: number) =>
  countRows(db.selectFrom(found(db, kind, filter).select('doc').limit(max).as('found')))
