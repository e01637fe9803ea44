import { afterEach, beforeEach, expect } from 'vitest'
import { type Community, minutes } from './community.ts'

/**
 * For tests of bad input: fails each test of the file that changes a prototype, and returns an expectation that the test
 * stored nothing so far but failed sign-ins, which are counted.
 */
export function watchForChanges(community: Community) {
  let writes = community.watchWrites()
  beforeEach(async () => {
    community.advanceClock(minutes(1))
    await community.hipatia.confirms()
    writes = community.watchWrites()
  })
  afterEach(() => {
    expect(Object.getOwnPropertyNames(Object.prototype).toSorted()).toEqual(
      [
        ...['__defineGetter__', '__defineSetter__', '__lookupGetter__', '__lookupSetter__', '__proto__', 'constructor'],
        ...['hasOwnProperty', 'isPrototypeOf', 'propertyIsEnumerable', 'toLocaleString', 'toString', 'valueOf'],
      ].toSorted(),
    )
  })
  return () => expect(writes().filter((statement) => !statement.includes('"login_failures"'))).toEqual([])
}

/** Fails if the server had an error so far. */
export const expectNoFailures = ({ log }: Pick<Community, 'log'>) =>
  expect(log().filter(({ level, status }) => Number(level) >= 50 || Number(status) >= 500)).toEqual([])
