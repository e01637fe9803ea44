const minuteMs = 60_000
/** Offsets of time zones are multiples of this. */
const quarterMs = 15 * minuteMs

/** Formatting takes microseconds, and lists are sorted by time: the last text is kept as long as it is the same. */
function remembering(format: Intl.DateTimeFormat, spanMs: number) {
  let last: number | undefined
  let text = ''
  return (at: number) => {
    const span = Math.floor(at / spanMs)
    if (span !== last) text = format.format(at)
    last = span
    return text
  }
}

/** Moments in the time zone of the community. */
export function createDates(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions, spanMs = quarterMs) =>
    remembering(new Intl.DateTimeFormat('es', { timeZone, ...options }), spanMs)
  const isoDay = remembering(
    new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
    quarterMs,
  )
  const day = format({ day: 'numeric', month: 'long', year: 'numeric' })
  const time = format({ hour: 'numeric', minute: '2-digit', hourCycle: 'h23' }, minuteMs)
  return {
    /** '2024-03-05' */
    isoDay,
    /** '2024' */
    year: (at: number) => isoDay(at).slice(0, 'YYYY'.length),
    /** '5 de marzo de 2024' */
    day,
    /** 'martes, 5 de marzo de 2024' */
    weekday: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** 'marzo de 2024' */
    month: format({ month: 'long', year: 'numeric' }),
    /** 'marzo' */
    monthName: format({ month: 'long' }),
    /** '18:05' */
    time,
    /** '5 de marzo de 2024, 18:05' */
    dayAndTime: (at: number) => `${day(at)}, ${time(at)}`,
  }
}

export type Dates = ReturnType<typeof createDates>

/** The moment at which a year, a month or a day ('2026', '2026-03', '2026-03-15') begins. */
export function dayBegins(date: string, timeZone: string) {
  const [year = '', month = '01', day = '01'] = date.split('-')
  const plain = Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: Number(day) })
  return plain.toZonedDateTime(timeZone).epochMilliseconds
}
