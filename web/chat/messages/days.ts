import { daysSince } from '../../ui/format/dates.ts'
import { texts } from '../texts.ts'

const day = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat('es', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })

/** 'hoy', 'ayer', 'viernes, 20 de noviembre', 'sábado, 20 de diciembre de 2025' */
export function formatDay(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  if (days === 0) return texts.today
  if (days === 1) return texts.yesterday
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)
}

export const isSameDay = (a: Date, b: Date) => daysSince(a, b) === 0
