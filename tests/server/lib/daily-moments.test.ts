import { expect, test } from 'vitest'
import { lastMomentAt, nextMomentAt } from '../../../server/lib/daily-moments.ts'

test.each([
  ['03:00', 'Europe/Madrid', '2026-07-02T12:00:00Z', '2026-07-02T01:00:00Z'],
  ['03:00', 'Europe/Madrid', '2026-12-02T12:00:00Z', '2026-12-02T02:00:00Z'],
  ['03:00', 'Europe/Madrid', '2026-12-02T01:59:59Z', '2026-12-01T02:00:00Z'],
  ['03:00', 'Europe/Madrid', '2026-12-02T02:00:00Z', '2026-12-02T02:00:00Z'],
  // the clock goes from 02:00 to 03:00, and there is no 02:30
  ['02:30', 'Europe/Madrid', '2026-03-29T12:00:00Z', '2026-03-29T01:30:00Z'],
  // the clock goes back from 03:00 to 02:00, and there are two 02:30
  ['02:30', 'Europe/Madrid', '2026-10-25T12:00:00Z', '2026-10-25T00:30:00Z'],
  ['03:30', 'America/Lima', '2026-07-01T08:29:00Z', '2026-06-30T08:30:00Z'],
])('the last %s in %s before %s was at %s', (hour, timeZone, now, then) => {
  expect(new Date(lastMomentAt(hour, timeZone, Date.parse(now))).toISOString()).toBe(new Date(then).toISOString())
})

test.each([
  ['03:00', 'Europe/Madrid', '2026-07-01T12:00:00Z', '2026-07-02T01:00:00Z'],
  ['03:00', 'Europe/Madrid', '2026-12-01T12:00:00Z', '2026-12-02T02:00:00Z'],
  ['03:00', 'Europe/Madrid', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
  ['03:00', 'America/Lima', '2026-07-01T07:59:00Z', '2026-07-01T08:00:00Z'],
  ['03:00', 'America/Lima', '2026-07-01T08:00:00Z', '2026-07-02T08:00:00Z'],
])('the next %s in %s after %s is at %s', (hour, timeZone, now, then) => {
  expect(new Date(nextMomentAt(hour, timeZone, Date.parse(now))).toISOString()).toBe(new Date(then).toISOString())
})
