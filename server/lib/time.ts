/** Clocks of processes differ by less. What is later than it can be, by more than this, is of a time when the clock was wrong. */
export const maxSkewMs = 60_000

/** Moment of the database (milliseconds since 1970) in the API's format. */
export const toIso = (at: number) => new Date(at).toISOString()

/** Moment of an edit: after the moment before it, so that the two times show the edit. */
export const editMoment = (before: string, now: number) => Math.max(now, Date.parse(before) + 1)
