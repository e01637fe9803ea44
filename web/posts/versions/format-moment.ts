import { daysSince, formatDate, formatTime } from '../../ui/format/dates.ts'

/** With the time, as a day may have several versions: 'ayer, 18:05' */
export const formatMoment = (date: Date) =>
  daysSince(date) === 0 ? formatDate(date) : `${formatDate(date)}, ${formatTime(date)}`
