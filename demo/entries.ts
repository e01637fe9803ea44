import { readFileSync } from 'node:fs'

/** Entries of a file: each begins with a line `--- head`, its text follows. */
export function readEntries(path: string) {
  const [, ...parts] = readFileSync(path, 'utf8').split(/^--- (.+)\n/m)
  return Array.from({ length: parts.length / 2 }, (_, index) => ({
    head: parts[2 * index] ?? '',
    text: (parts[2 * index + 1] ?? '').trim(),
  }))
}

export function findByName<T>(map: Map<string, T>, name: string): T {
  const found = map.get(name)
  if (!found) throw new Error(`nothing in the demo is named "${name}"`)
  return found
}
