/** The last moment before `now` at which it was this hour (`03:30`) in the time zone, both in milliseconds since 1970. */
export function lastMomentAt(hour: string, timeZone: string, now: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = here.withPlainTime(hour)
  const isOver = Temporal.ZonedDateTime.compare(today, here) <= 0
  return (isOver ? today : here.subtract({ days: 1 }).withPlainTime(hour)).epochMilliseconds
}

/** The first one after `now`. */
export function nextMomentAt(hour: string, timeZone: string, now: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const today = here.withPlainTime(hour)
  const isOver = Temporal.ZonedDateTime.compare(today, here) <= 0
  return (isOver ? here.add({ days: 1 }).withPlainTime(hour) : today).epochMilliseconds
}
