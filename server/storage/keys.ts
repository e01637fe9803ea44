import type { Range } from './storage.ts'

/** Refuses what can't be a key: a mistake in the program, as keys are never typed by anybody. */
export function checkKey(key: string) {
  if (!/^[0-9a-f]{32}(\.(thumb|screen))?$/.test(key))
    throw new Error(`not a key of the storage: ${JSON.stringify(key)}`)
  return key
}

/** Refuses a part that is none; one that begins behind the last byte is allowed, and empty. */
export function checkRange(range?: Range) {
  if (range && !(range.start >= 0 && range.end >= range.start && Number.isSafeInteger(range.start + range.end)))
    throw new Error(`not a part of bytes: ${range.start} to ${range.end}`)
  return range
}
