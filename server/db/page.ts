export interface Page<T> {
  items: T[]
  total: number
  /** Cursor of the next page, or the query fields that request it. */
  next: Cursor | Record<string, string> | null
}

/** Sort key of the last item, not its row: the next page is found even if that item was deleted. */
export type Cursor = (string | number)[]

/** `rows` must be read with `limit + 1`: the extra one shows that there is a next page. */
export function pageOf<T>(rows: T[], limit: number, total: number, keyOf: (row: T) => Cursor): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, total, next: rows.length > limit && last !== undefined ? keyOf(last) : null }
}

export const mapPage = <T, U>(page: Page<T>, map: (item: T) => U): Page<U> => ({
  ...page,
  items: page.items.map(map),
})
