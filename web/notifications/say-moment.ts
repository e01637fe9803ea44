import { daysSince, sayDate, sayTime } from '../ui/dates.ts'

/** 'hoy a las 18:05', 'ayer a las 23:50', 'mañana a las 0:20', 'el 3 de marzo a las 18:05': to come or gone by. */
export function sayMoment(date: Date, now = new Date()) {
  const days = daysSince(date, now)
  const said = sayDate(date, now)
  if (days === 0) return said
  const day = days === -1 ? 'mañana' : days === 1 ? said : `el ${said}`
  return `${day} a ${date.getHours() === 1 ? 'la' : 'las'} ${sayTime(date)}`
}
