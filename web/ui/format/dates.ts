import { texts } from '../texts.ts'

const formatBy = (options: Intl.DateTimeFormatOptions): ((date: Date) => string) =>
  new Intl.DateTimeFormat('es', options).format

const formatDayOfThisYear = formatBy({ day: 'numeric', month: 'long' })
const formatShortDayOfThisYear = formatBy({ day: 'numeric', month: 'short' })
const formatShortDay = formatBy({ day: 'numeric', month: 'short', year: 'numeric' })

/** '3 de marzo de 2024' */
export const formatDay = formatBy({ day: 'numeric', month: 'long', year: 'numeric' })

/** 'marzo de 2024' */
export const formatMonth = formatBy({ month: 'long', year: 'numeric' })

/** 'viernes, 20 de noviembre de 2026, 18:05' */
export const formatFullDate = formatBy({ dateStyle: 'full', timeStyle: 'short' })

/** '18:05' */
export const formatTime = formatBy({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })

/** Whole days of the reader's calendar from `date` to `now`: 0 is today, 1 yesterday. */
export function daysSince(date: Date, now = new Date()) {
  const noon = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate())
  return Math.round((noon(now) - noon(date)) / 86_400_000)
}

/** 'hoy' or 'ayer'; undefined for any other day. */
export const formatNearDay = (date: Date, now = new Date()) => [texts.today, texts.yesterday][daysSince(date, now)]

/** 'hoy a las 18:05', 'ayer', '3 de marzo', '3 de marzo de 2024' */
export function formatDate(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  if (days === 0) return texts.todayAt(formatTime(date), date.getHours() === 1)
  if (days === 1) return texts.yesterday
  return date.getFullYear() === now.getFullYear() ? formatDayOfThisYear(date) : formatDay(date)
}

/** 'hoy a las 18:05', 'ayer a las 23:50', 'mañana a las 0:20', 'el 3 de marzo a las 18:05' */
export function formatDayAndTime(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  const formatted = formatDate(date, now)
  if (days === 0) return formatted
  const day = days === -1 ? 'mañana' : days === 1 ? formatted : `el ${formatted}`
  return `${day} a ${date.getHours() === 1 ? 'la' : 'las'} ${formatTime(date)}`
}

/** 'hoy', 'hace 1 día', 'hace 6 días', then '3 mar', '3 mar 2024' (SPEC §2, News) */
export function formatDaysAgo(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  if (days === 0) return texts.today
  if (days > 0 && days < 7) return texts.daysAgo(days)
  return date.getFullYear() === now.getFullYear() ? formatShortDayOfThisYear(date) : formatShortDay(date)
}
