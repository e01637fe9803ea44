import type { AuditEvent } from '../../contract/audit.ts'
import { daysSince, sayDate } from '../ui/dates.ts'
import { texts } from './activity-texts.ts'

export interface ActivityDay {
  /** 'hoy', 'ayer', '3 de marzo' */
  day: string
  events: AuditEvent[]
}

function sayDay(date: Date, now: Date) {
  const days = daysSince(date, now)
  if (days <= 0) return texts.today
  return days === 1 ? texts.yesterday : sayDate(date, now)
}

/** The events in the order they come in, by days of the reader's calendar. */
export function byDay(events: AuditEvent[], now = new Date()) {
  const days: ActivityDay[] = []
  for (const event of events) {
    const day = sayDay(new Date(event.at), now)
    const last = days.at(-1)
    if (last?.day === day) last.events.push(event)
    else days.push({ day, events: [event] })
  }
  return days
}
