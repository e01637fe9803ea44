// The polled list of mails, and the times of deliveries.
import { expect, test } from 'vitest'
import type { Mail } from '../../../contract/mail.ts'
import type { PagedData } from '../../../web/api/paged.ts'
import { hasOlderQueued, withNewest } from '../../../web/mail/refresh-mails.ts'
import { formatDayAndTime } from '../../../web/ui/format/dates.ts'

const mail = (name: string, queued = 0): Mail => ({
  id: name,
  kind: 'broadcast',
  subject: name,
  created_by: 'Hipatia',
  created_at: '2026-11-20T10:00:00.000Z',
  queued,
  sent: 2 - queued,
  saved: 0,
  failed: 0,
  skipped: 0,
})
const loaded = (...pages: Mail[][]): PagedData<Mail> => ({
  pages: pages.map((items, index) => ({ items, total: 9, next: index < pages.length - 1 ? `${index + 1}` : null })),
  pageParams: pages.map((_, index) => (index ? `${index}` : '')),
})
const namesIn = (mails: PagedData<Mail> | undefined) => mails?.pages.map(({ items }) => items.map(({ id }) => id))

const mails = loaded([mail('faro', 1), mail('puerto', 1)], [mail('patio', 1)])

test('loaded mails are refreshed in their places, and older pages left alone', () => {
  const next = withNewest(mails, [mail('faro'), mail('puerto', 1)])
  expect(namesIn(next)).toEqual([['faro', 'puerto'], ['patio']])
  expect(next?.pages[0]?.items[0]?.queued).toBe(0)
  expect(next?.pages[1]).toEqual(mails.pages[1])
  expect(next?.pageParams).toEqual(mails.pageParams)
})

test('new mails come first; if all are new others in between may be missing', () => {
  expect(namesIn(withNewest(mails, [mail('nave', 2), mail('faro')]))).toEqual([['nave', 'faro', 'puerto'], ['patio']])
  expect(namesIn(withNewest(loaded([]), [mail('nave', 2)]))).toEqual([['nave']])
  expect(withNewest(mails, [mail('nave'), mail('ancla')])).toBeUndefined()
})

test('a mail further down that is still queued is noticed', () => {
  expect(hasOlderQueued(mails, [mail('faro'), mail('puerto')])).toBe(true)
  expect(hasOlderQueued(loaded([mail('faro', 1)], [mail('patio')]), [mail('faro', 1)])).toBe(false)
})

test.each([
  [[2026, 11, 21, 23, 50], 'hoy a las 23:50'],
  [[2026, 11, 22, 0, 20], 'mañana a las 0:20'],
  [[2026, 11, 22, 1, 5], 'mañana a la 1:05'],
  [[2026, 11, 20, 23, 59], 'ayer a las 23:59'],
  [[2026, 11, 23, 0, 20], 'el 23 de noviembre a las 0:20'],
  [[2026, 11, 18, 13, 0], 'el 18 de noviembre a las 13:00'],
  [[2027, 1, 1, 1, 0], 'el 1 de enero de 2027 a la 1:00'],
] as const)('the time of a delivery at %j has an hour, and a day if it is far away', ([year, month, ...time], said) => {
  expect(formatDayAndTime(new Date(year, month - 1, ...time), new Date(2026, 10, 21, 23, 55))).toBe(said)
})
