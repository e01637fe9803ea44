import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { documentVector, tokenTable } from './documents.ts'
import type { DocumentKind } from './schema.ts'
import { fieldToken } from './tokens.ts'

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

/** With the kind where the index has all kinds, or where nothing else is asked for. */
function conditionIn(db: Db, kind: DocumentKind, condition: Condition): Condition {
  const all = 'all' in condition ? condition.all : [condition]
  if (all.length > 0 && !isPostgres(db)) return condition
  return { ...('all' in condition && condition), all: [{ token: fieldToken(kind) }, ...all] }
}

/** An expression that PostgreSQL checks in its index. */
const matching = (search: string) => sql<boolean>`${documentVector} @@ cast(${search} as tsquery)`

/** A condition for the documents of a kind, in the database's language. */
export const searchExpression = (db: Db, kind: DocumentKind, condition: Condition) =>
  expression(db, conditionIn(db, kind, condition))

/** Ids of the documents of a kind that fit; `search` is their `searchExpression`. */
export const idsOfDocuments = (db: Db, kind: DocumentKind, search: string): RawBuilder<string> =>
  isPostgres(db)
    ? sql<string>`(select ref_id from documents where ${matching(search)})`
    : sql<string>`(select ref_id from documents where doc in (select rowid from ${tokenTable(kind)}(${search})))`

export interface DocumentFilter {
  /** Moments; the first is included, the second isn't. */
  from?: number | undefined
  until?: number | undefined
  /** Author whose drafts, and comments on them, are found too; 'all' for everybody's. */
  draftsOf: string | 'all'
}

/** Documents of a kind for which a condition holds, perhaps only those with numbers below one. */
export interface Asked {
  kind: DocumentKind
  condition: Condition
  below?: number | undefined
}

/** Ids of drafts that aren't theirs, or of the comments on them: the index knows all posts, and drafts are few. */
function hiddenIds(kind: DocumentKind, draftsOf: string) {
  const drafts = sql`select id from posts where published_at is null and author_id <> ${draftsOf}`
  return kind === 'comment' ? sql`select id from comments where post_id in (${drafts})` : drafts
}

/**
 * The documents for which a condition holds, with their rows or to be counted. FTS5 finds them in their order, one by one, as
 * they are needed.
 */
function found(
  db: Db,
  { kind, condition, below }: Asked,
  { from, until, draftsOf }: DocumentFilter,
  { withRows }: { withRows: boolean },
) {
  const search = searchExpression(db, kind, condition)
  const doc = isPostgres(db) ? sql`documents.doc` : sql`found.rowid`
  const mayBeHidden = (kind === 'post' || kind === 'comment') && draftsOf !== 'all'
  const hidden = sql`select doc from documents where kind = ${kind} and ref_id in (${hiddenIds(kind, draftsOf)})`
  const ofNumbers = [
    ...(below === undefined ? [] : [sql`${doc} < ${below}`]),
    ...(mayBeHidden ? [sql`${doc} not in (${hidden})`] : []),
  ]
  const ofMoments = [
    ...(from === undefined ? [] : [sql`documents.at >= ${from}`]),
    ...(until === undefined ? [] : [sql`documents.at < ${until}`]),
  ]
  const where = (conditions: RawBuilder<unknown>[]) =>
    conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  if (isPostgres(db)) return sql`from documents ${where([matching(search), ...ofNumbers, ...ofMoments])}`
  const match = sql`from ${tokenTable(kind)}(${search}) as found`
  return withRows || ofMoments.length > 0
    ? sql`${match} cross join documents ${where([sql`documents.doc = found.rowid`, ...ofNumbers, ...ofMoments])}`
    : sql`${match} ${where(ofNumbers)}`
}

export interface FoundDocument {
  kind: DocumentKind
  doc: number
  ref_id: string
  at: number
}

/**
 * Runs a read of the index. PostgreSQL would rather read all documents than look up a common word in the index, and doesn't
 * know that each costs it the reading of a long list of words.
 */
const readIndex = async <T>(db: Db, read: RawBuilder<T>): Promise<T[]> =>
  isPostgres(db)
    ? db.transaction().execute(async (tx) => {
        await sql`set local enable_seqscan = off`.execute(tx)
        return (await read.execute(tx)).rows
      })
    : (await read.execute(db)).rows

/** The newest documents of each of these, up to `limit`. */
export async function findDocuments(
  db: Db,
  asked: Asked[],
  filter: DocumentFilter,
  limit: number,
): Promise<FoundDocument[]> {
  if (asked.length === 0) return []
  // with "+ 0" PostgreSQL sorts what its index of tokens has found, instead of trying document after document
  const order = isPostgres(db) ? sql`documents.doc + 0` : sql`found.rowid`
  const parts = asked.map(
    (one) =>
      sql`select * from (select documents.kind, documents.doc, documents.ref_id, documents.at ${found(db, one, filter, { withRows: true })}
        order by ${order} desc limit ${limit}) as ${sql.ref(`${one.kind}s`)}`,
  )
  return readIndex(db, sql<FoundDocument>`${sql.join(parts, sql` union all `)}`)
}

/** Counts each of these up to `max`. */
export async function countDocuments(
  db: Db,
  asked: Asked[],
  filter: DocumentFilter,
  max: number,
): Promise<Map<DocumentKind, number>> {
  if (asked.length === 0) return new Map()
  const parts = asked.map(
    (one) =>
      sql`select ${sql.lit(one.kind)} as kind, count(*) as count
        from (select 1 ${found(db, one, filter, { withRows: false })} limit ${max}) as ${sql.ref(`${one.kind}s`)}`,
  )
  const counts = await readIndex(db, sql<{ kind: DocumentKind; count: number }>`${sql.join(parts, sql` union all `)}`)
  return new Map(counts.map(({ kind, count }) => [kind, Number(count)]))
}
