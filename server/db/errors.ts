// Errors of both databases. SQLite's are extended result codes, PostgreSQL's are SQLSTATEs.
interface DatabaseError {
  code?: string
  errcode?: number
  message?: string
}

const sqlite = { busy: 5, full: 13, unique: [2067, 1555], foreignKey: 787 }
const lostConnection = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0[1-5]|53300|08...)$/

/** True if a unique index refused the row. `about`: a part of the name of the index or its column. */
export function isTaken(error: unknown, about: string) {
  const { code, errcode, message = '', constraint = '' } = error as DatabaseError & { constraint?: string }
  return (
    (code === '23505' && constraint.includes(about)) ||
    (sqlite.unique.includes(errcode ?? 0) && message.includes(about))
  )
}

/** True if a referenced row is missing, or a row to be deleted is still referenced. */
export function isBrokenReference(error: unknown) {
  const { code, errcode } = error as DatabaseError
  // 1811: SQLite reports `on delete restrict` as a refusal of a trigger
  return code === '23503' || code === '23001' || errcode === sqlite.foreignKey || errcode === 1811
}

export function isStorageFull(error: unknown) {
  const { code, errcode = 0 } = error as DatabaseError
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || (errcode & 0xff) === sqlite.full
}

export function isUnreachable(error: unknown) {
  const { code = '', errcode = 0, message = '' } = error as DatabaseError
  return (
    lostConnection.test(code) ||
    (errcode & 0xff) === sqlite.busy ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message)
  )
}
