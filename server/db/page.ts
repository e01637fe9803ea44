import { sql } from 'kysely'

export interface Page<T> {
  items: T[]
  total: number
  /** Cursor of the next page, or the query fields that request it; those with null are left out. */
  next: Cursor | Record<string, string | null> | null
  /** Counts of parts of the list. */
  counts?: ReadonlyMap<string, number>
  /** Something to search for instead. */
  suggestion?: string | undefined
  /** The last change that the items show for sure. */
  changes?: number
  /** Items that the person hasn't read. */
  unread?: number
  /** The search index is being filled: there may be more. */
  isIncomplete?: boolean
  /** Nothing has all words of the search: the items have some of them. */
  isPartial?: boolean
}

/** Sort key of the last item, not its row: the next page is found even if that item was deleted. */
export type Cursor = (string | number)[]

/** Bytes of texts after which a page ends: answers stay small, and so does the memory for them. */
const maxPageBytes = 2 ** 20

/** Bytes of a text column as stored. Neither database reads the text for it. */
export const octetLength = (column: string) => sql<number>`coalesce(octet_length(${sql.ref(column)}), 0)`

/** An author's id, or null once the account is deleted; for queries that join `users` on the same column. */
export const authorIdUnlessDeleted = (column: `${string}.author_id` | 'files.uploader_id') =>
  sql<string | null>`case when users.deleted_at is null then ${sql.ref(column)} end`

/** The first rows of a page by their bytes, up to the one that passes `maxPageBytes`; at least one. */
export function cutByBytes<T extends { bytes: number }>(rows: T[]): T[] {
  let bytes = 0
  const last = rows.findIndex((row) => {
    bytes += row.bytes
    return bytes > maxPageBytes
  })
  return last === -1 ? rows : rows.slice(0, last + 1)
}

/**
 * Page of a list with texts, which also ends by their bytes. `heads` must be read with `limit + 1`; only the texts of
 * the page are read then, by `readRows`, in the same order.
 */
export async function pageOfTexts<H extends { id: string; bytes: number }, T>(
  heads: H[],
  limit: number,
  total: number,
  keyOf: (head: H) => Cursor,
  readRows: (ids: string[]) => Promise<T[]>,
): Promise<Page<T>> {
  const page = pageOf(heads, Math.min(limit, cutByBytes(heads).length), total, keyOf)
  return { ...page, items: page.items.length > 0 ? await readRows(page.items.map(({ id }) => id)) : [] }
}

/** `rows` must be read with `limit + 1`: the extra one shows that there is a next page. */
export function pageOf<T>(rows: T[], limit: number, total: number, keyOf: (row: T) => Cursor): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

export const mapPage = <T, U>(page: Page<T>, map: (item: T) => U): Page<U> => ({ ...page, items: page.items.map(map) })
