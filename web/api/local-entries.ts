// Entries of localStorage, which may be blocked or full: then nothing is stored, and the page goes on without it.

export function readEntry(key: string) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes the entry. */
export function storeEntry(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}
