import { daysSince, sayDate, sayTime } from '../ui/dates.ts'

/** When a version was saved, with its time: a day may have several. 'ayer, 18:05' */
export const sayMoment = (date: Date) => (daysSince(date) === 0 ? sayDate(date) : `${sayDate(date)}, ${sayTime(date)}`)
