// What is mailed, looked at again and again while it is on its way, and the moments that are said of it.
import { describe, expect, it } from 'vitest'
import type { Mail } from '../../contract/notifications.ts'
import { isOlderUnderWay, type Mails, withMail, withNewest } from '../../web/notifications/mails-state.ts'
import { sayMoment } from '../../web/notifications/say-moment.ts'

const mail = (name: string, queued = 0): Mail => ({
  ...{ id: name, kind: 'broadcast', subject: name, created_by: 'Hipatia' },
  ...{ created_at: '2026-11-20T10:00:00.000Z', queued, sent: 2 - queued, failed: 0, skipped: 0 },
})
const loaded = (...pages: Mail[][]): Mails => ({
  pages: pages.map((items, index) => ({ items, total: 9, next: index < pages.length - 1 ? `${index + 1}` : null })),
  pageParams: pages.map((_, index) => (index ? `${index}` : '')),
})
const namesIn = (mails: Mails | undefined) => mails?.pages.map(({ items }) => items.map(({ id }) => id))

describe('the newest mails, among those that are loaded', () => {
  const mails = loaded([mail('faro', 1), mail('puerto', 1)], [mail('patio', 1)])

  it('stand where they stood, as they are now, and nothing else is asked for', () => {
    const next = withNewest(mails, [mail('faro'), mail('puerto', 1)])
    expect(namesIn(next)).toEqual([['faro', 'puerto'], ['patio']])
    expect(next?.pages[0]?.items[0]?.queued).toBe(0)
    expect(next?.pages[1]).toEqual(mails.pages[1])
    expect(next?.pageParams).toEqual(mails.pageParams)
  })

  it('come first where they are new', () => {
    expect(namesIn(withNewest(mails, [mail('nave', 2), mail('faro')]))).toEqual([['nave', 'faro', 'puerto'], ['patio']])
    expect(namesIn(withNewest(loaded([]), [mail('nave', 2)]))).toEqual([['nave']])
  })

  it('are not enough where all of them are new: some in between would be missing', () => {
    expect(withNewest(mails, [mail('nave'), mail('ancla')])).toBeUndefined()
  })

  it('are not all: one further down may be on its way', () => {
    expect(isOlderUnderWay(mails, [mail('faro'), mail('puerto')])).toBe(true)
    expect(isOlderUnderWay(loaded([mail('faro', 1)], [mail('patio')]), [mail('faro', 1)])).toBe(false)
  })

  it('are put back one by one where their failed ones are tried again', () => {
    expect(withMail(mails, mail('patio')).pages[1]?.items).toEqual([mail('patio')])
  })
})

describe('a moment of the post', () => {
  const now = new Date(2026, 10, 21, 23, 55)
  const said = (...[month, day, hour, minute]: [number, number, number, number]) =>
    sayMoment(new Date(2026, month - 1, day, hour, minute), now)

  it('has its hour, also past midnight', () => {
    expect(said(11, 21, 23, 50)).toBe('hoy a las 23:50')
    expect(said(11, 22, 0, 20)).toBe('mañana a las 0:20')
    expect(said(11, 22, 1, 5)).toBe('mañana a la 1:05')
    expect(said(11, 20, 23, 59)).toBe('ayer a las 23:59')
  })

  it('has its day where that is further away', () => {
    expect(said(11, 23, 0, 20)).toBe('el 23 de noviembre a las 0:20')
    expect(said(11, 18, 13, 0)).toBe('el 18 de noviembre a las 13:00')
    expect(sayMoment(new Date(2027, 0, 1, 1, 0), now)).toBe('el 1 de enero de 2027 a la 1:00')
  })
})
