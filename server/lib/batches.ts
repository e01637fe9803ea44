/** Splits a list, as a statement takes a limited number of values. */
export function* batches<T>(items: T[], size: number) {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
