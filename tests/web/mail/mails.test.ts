// The polled list of mails, and the times of deliveries.
import { describe, expect, it } from 'vitest'
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

describe('refreshing the newest mails', () => {
  const mails = loaded([mail('faro', 1), mail('puerto', 1)], [mail('patio', 1)])

  it('updates loaded mails in their places and leaves older pages alone', () => {
    const next = withNewest(mails, [mail('faro'), mail('puerto', 1)])
    expect(namesIn(next)).toEqual([['faro', 'puerto'], ['patio']])
    expect(next?.pages[0]?.items[0]?.queued).toBe(0)
    expect(next?.pages[1]).toEqual(mails.pages[1])
    expect(next?.pageParams).toEqual(mails.pageParams)
  })

  it('puts new mails first', () => {
    expect(namesIn(withNewest(mails, [mail('nave', 2), mail('faro')]))).toEqual([['nave', 'faro', 'puerto'], ['patio']])
    expect(namesIn(withNewest(loaded([]), [mail('nave', 2)]))).toEqual([['nave']])
  })

  it('gives up if all mails are new, as others in between may be missing', () => {
    expect(withNewest(mails, [mail('nave'), mail('ancla')])).toBeUndefined()
  })

  it('notices a mail further down that is still queued', () => {
    expect(hasOlderQueued(mails, [mail('faro'), mail('puerto')])).toBe(true)
    expect(hasOlderQueued(loaded([mail('faro', 1)], [mail('patio')]), [mail('faro', 1)])).toBe(false)
  })
})

describe('the time of a delivery', () => {
  const now = new Date(2026, 10, 21, 23, 55)
  const formatted = (...[month, day, hour, minute]: [number, number, number, number]) =>
    formatDayAndTime(new Date(2026, month - 1, day, hour, minute), now)

  it('has an hour, also after midnight', () => {
    expect(formatted(11, 21, 23, 50)).toBe('hoy a las 23:50')
    expect(formatted(11, 22, 0, 20)).toBe('mañana a las 0:20')
    expect(formatted(11, 22, 1, 5)).toBe('mañana a la 1:05')
    expect(formatted(11, 20, 23, 59)).toBe('ayer a las 23:59')
  })

  it('has a day if it is further away', () => {
    expect(formatted(11, 23, 0, 20)).toBe('el 23 de noviembre a las 0:20')
    expect(formatted(11, 18, 13, 0)).toBe('el 18 de noviembre a las 13:00')
    expect(formatDayAndTime(new Date(2027, 0, 1, 1, 0), now)).toBe('el 1 de enero de 2027 a la 1:00')
  })
})
