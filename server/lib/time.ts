/** Moment of the database (milliseconds since 1970) in the API's format. */
export const toIso = (at: number) => new Date(at).toISOString()
