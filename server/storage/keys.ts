import type { Range } from './storage.ts'

/** Throws for an invalid key, which is a bug: keys never come from users. */
export function checkKey(key: string) {
  if (!/^[0-9a-f]{32}(\.(thumb|screen))?$/.test(key))
    throw new Error(`not a key of the storage: ${JSON.stringify(key)}`)
  return key
}

/** Throws for an invalid range; one that begins after the last byte is valid and empty. */
export function checkRange(range?: Range) {
  if (range && !(range.start >= 0 && range.end >= range.start && Number.isSafeInteger(range.start + range.end)))
    throw new Error(`not a range of bytes: ${range.start} to ${range.end}`)
  return range
}
