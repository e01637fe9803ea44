/** Splits a list, as a statement takes a limited number of values. */
export function* batches<T>(items: T[], size: number) {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}

/** Rows in batches: `read` returns the next ones after a row, or the first ones. */
export async function* readInBatches<T>(size: number, read: (after: T | undefined, limit: number) => Promise<T[]>) {
  let after: T | undefined
  do {
    const rows = await read(after, size)
    yield rows
    after = rows.length === size ? rows.at(-1) : undefined
  } while (after)
}
