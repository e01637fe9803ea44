// The relative dates of news (SPEC §2, "News"; DECISIONS §3).
import { expect, test } from 'vitest'
import { formatDaysAgo } from '../../../web/ui/format/dates.ts'

/** Local time. */
const now = new Date(2026, 10, 21, 12, 30)

test.each([
  ['this moment', now, 'hoy'],
  ['this morning', new Date(2026, 10, 21, 0, 0), 'hoy'],
  ['last night, though that was an hour and a half before', new Date(2026, 10, 20, 23, 59), 'hace 1 día'],
  ['yesterday at midnight', new Date(2026, 10, 20, 0, 0), 'hace 1 día'],
  ['the day before yesterday', new Date(2026, 10, 19, 23, 59), 'hace 2 días'],
  ['six days ago', new Date(2026, 10, 15, 0, 0), 'hace 6 días'],
  ['seven days ago', new Date(2026, 10, 14, 23, 59), '14 nov'],
  ['New Year of the same year', new Date(2026, 0, 1), '1 ene'],
  ['the last day of the year before', new Date(2025, 11, 31, 23, 59), '31 dic 2025'],
  ['tomorrow, by a clock that is wrong', new Date(2026, 10, 22, 9, 0), '22 nov'],
])('a news item shared %s has the right relative date', (_when, date, expected) => {
  expect(formatDaysAgo(date, now)).toBe(expected)
})

test('a date less than seven days ago is relative in the previous year too, and over a change to summer or winter time', () => {
  expect(formatDaysAgo(new Date(2025, 11, 30), new Date(2026, 0, 2))).toBe('hace 3 días')
  expect(formatDaysAgo(new Date(2026, 9, 24, 23, 30), new Date(2026, 9, 25, 23, 30))).toBe('hace 1 día')
  expect(formatDaysAgo(new Date(2026, 2, 28, 0, 30), new Date(2026, 2, 29, 23, 30))).toBe('hace 1 día')
})
