/** A page of a list: its items, how many the whole list has, and where the next page begins. */
export interface Page<T> {
  items: T[]
  total: number
  /** A cursor, or other fields of the query that the next page is asked for with. */
  next: Cursor | Record<string, string> | null
}

/** The sort key of the last item seen. It names a place, not a row: the page after it is found though the row is gone. */
export type Cursor = (string | number)[]

/** Makes a page of what was read with `limit + 1`: the one too many says that there is more. */
export function pageOf<T>(rows: T[], limit: number, total: number, keyOf: (row: T) => Cursor): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

/** The same page with its items turned into something else. */
export const mapPage = <T, U>(page: Page<T>, turn: (item: T) => U): Page<U> => ({
  ...page,
  items: page.items.map(turn),
})
