import { storeEntry } from '../api/local-entries.ts'

const maxSearches = 8

/** Signing out clears this key (web/api/session.ts). */
const keyOf = (person: string) => `searches ${person}`

/** The last searches of a person in this browser, the newest first. */
export function readSearches(person: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(person)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
  } catch {
    return [] // the storage is blocked, or has something else
  }
}

export function rememberSearch(person: string, typed: string) {
  const text = typed.trim()
  if (text === '') return
  const others = readSearches(person).filter((one) => one.toLowerCase() !== text.toLowerCase())
  storeEntry(keyOf(person), JSON.stringify([text, ...others].slice(0, maxSearches)))
}

export const clearSearches = (person: string) => storeEntry(keyOf(person), null)
