/** Counts by key; a key without a count takes no memory. */
export function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    keys: () => counts.keys(),
    add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key: string) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
