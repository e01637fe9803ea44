import { afterEach, beforeEach, expect } from 'vitest'
import { type Community, minutes } from './community.ts'

/**
 * For tests of bad input: fails each test of the file that changes a prototype, and returns an expectation that the test
 * stored nothing so far but failed sign-ins, which are counted.
 */
export function watchForChanges(community: Community) {
  let before: Awaited<ReturnType<typeof community.readAllTables>>
  beforeEach(async () => {
    community.advanceClock(minutes(1))
    await community.hipatia.confirms()
    before = await community.readAllTables()
  })
  afterEach(() => {
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(
      [
        ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__', 'constructor'],
        ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'],
      ].toSorted(),
    )
  })
  return async () =>
    expect({ ...(await community.readAllTables()), login_failures: 0 }).toEqual({ ...before, login_failures: 0 })
}
