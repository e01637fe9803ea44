import { texts } from '../texts.ts'

const locale = 'es'
const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' })
const dayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const monthOfYear = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' })
const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const shortDayOfYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' })
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h23' })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })

/** Whole days of the reader's calendar from `date` to `now`: 0 is today, 1 yesterday. */
export function daysSince(date: Date, now = new Date()) {
  const noon = (of: Date) => Date.UTC(of.getFullYear(), of.getMonth(), of.getDate())
  return Math.round((noon(now) - noon(date)) / 86_400_000)
}

/** '18:05' */
export function formatTime(date: Date) {
  return clock.format(date)
}

/** 'hoy a las 18:05', 'ayer', '3 de marzo', '3 de marzo de 2024' */
export function formatDate(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  if (days === 0) return texts.todayAt(formatTime(date), date.getHours() === 1)
  if (days === 1) return texts.yesterday
  return (date.getFullYear() === now.getFullYear() ? day : dayOfYear).format(date)
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
  return (date.getFullYear() === now.getFullYear() ? shortDay : shortDayOfYear).format(date)
}

/** '3 de marzo de 2024' */
export function formatDay(date: Date) {
  return dayOfYear.format(date)
}

/** 'marzo de 2024' */
export function formatMonth(date: Date) {
  return monthOfYear.format(date)
}

/** 'viernes, 20 de noviembre de 2026, 18:05' */
export function formatFullDate(date: Date) {
  return full.format(date)
}
