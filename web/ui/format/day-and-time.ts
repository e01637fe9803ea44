import { daysSince, formatDate, formatTime } from './dates.ts'

/** 'hoy a las 18:05', 'ayer a las 23:50', 'mañana a las 0:20', 'el 3 de marzo a las 18:05' */
export function formatDayAndTime(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  const formatted = formatDate(date, now)
  if (days === 0) return formatted
  const day = days === -1 ? 'mañana' : days === 1 ? formatted : `el ${formatted}`
  return `${day} a ${date.getHours() === 1 ? 'la' : 'las'} ${formatTime(date)}`
}
