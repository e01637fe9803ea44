import type { AuditEvent } from '../../contract/audit.ts'
import { daysSince, formatDate } from '../ui/format/dates.ts'
import { texts } from './texts.ts'

export interface AuditDay {
  /** 'hoy', 'ayer', '3 de marzo' */
  day: string
  events: AuditEvent[]
}

function formatDay(date: Date, now: Date) {
  const days = daysSince(date, now)
  if (days <= 0) return texts.today
  return days === 1 ? texts.yesterday : formatDate(date, now)
}

/** Groups the events by day of the reader's calendar, in their order. */
export function groupByDay(events: AuditEvent[], now = new Date()) {
  const days: AuditDay[] = []
  for (const event of events) {
    const day = formatDay(new Date(event.at), now)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
