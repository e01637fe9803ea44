import { expect, test } from 'vitest'
import { toIso } from '../../../server/lib/time.ts'

test('a moment is written as the standard has it, before 1970, on leap days and at the ends of days too', () => {
  const day = 24 * 60 * 60_000
  const moments = [0, -1, 1, day - 1, day, Date.UTC(2024, 1, 29, 23, 59, 59, 999), Date.UTC(1999, 11, 31), -day * 400.5]
  for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2031, 0, 1); at += 7_919_123) moments.push(at)
  expect(moments.map(toIso)).toEqual(moments.map((at) => new Date(at).toISOString()))
})
