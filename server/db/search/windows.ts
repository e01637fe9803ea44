// PostgreSQL reads all documents with a word before it can tell which are the newest: millions, for a common word. So the
// index knows of each document in which window its number is, and common words are looked up in the newest windows first.
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import type { DocumentKind } from './schema.ts'

/** A window has 512 numbers, as the migration of the index has it. */
const windowBits = 9
const maxWindows = 64

/** Tokens of a document, as PostgreSQL's index has them. */
export const documentVector = sql<string>`array_to_tsvector(string_to_array(documents.tokens || ' #' || cast(documents.doc >> ${sql.lit(windowBits)} as text), ' '))`

interface Below {
  kind: DocumentKind
  below?: number | undefined
}

/**
 * For each of these kinds tokens of the windows with its newest documents, some `count` of them; none for a kind that has
 * fewer.
 */
export async function newestWindows(tx: Db, kinds: Below[], count: number): Promise<Map<DocumentKind, string[]>> {
  if (kinds.length === 0) return new Map()
  const bounds = kinds.map(({ kind, below }) => {
    const newest = sql`select doc from documents where kind = ${kind} ${below === undefined ? sql`` : sql`and doc < ${below}`}
      order by doc desc limit 1`
    return sql`select ${sql.lit(kind)} as kind, (${newest}) as high, (${newest} offset ${count - 1}) as low`
  })
  const { rows } = await sql<{ kind: DocumentKind; high: number | null; low: number | null }>`${sql.join(
    bounds,
    sql` union all `,
  )}`.execute(tx)
  return new Map(
    rows.flatMap(({ kind, high, low }) => (high === null || low === null ? [] : [[kind, windowsOf(low, high)]])),
  )
}

/** Other kinds may have nearly all numbers between these: the newest windows then. */
function windowsOf(low: number, high: number) {
  const [first, last] = [low, high].map((doc) => Math.floor(doc / 2 ** windowBits)) as [number, number]
  const from = Math.max(first, last - maxWindows + 1)
  return Array.from({ length: last - from + 1 }, (_, n) => `#${from + n}`)
}
