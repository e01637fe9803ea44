const onDay = (days: number, hour: string, timeZone: string, now: number) =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).add({ days }).withPlainTime(hour)
    .epochMilliseconds

/** The last moment up to `now` at which it was this hour (`03:30`) in the time zone, in milliseconds since 1970. */
export function lastMomentAt(hour: string, timeZone: string, now: number): number {
  const today = onDay(0, hour, timeZone, now)
  return today <= now ? today : onDay(-1, hour, timeZone, now)
}

/** The first one after `now`. */
export function nextMomentAt(hour: string, timeZone: string, now: number): number {
  const today = onDay(0, hour, timeZone, now)
  return today > now ? today : onDay(1, hour, timeZone, now)
}
