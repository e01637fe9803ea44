// What a database says when something is wrong, in one vocabulary for both. SQLite: extended result codes.
interface Fault {
  code?: string
  errcode?: number
  message?: string
}

const sqlite = { busy: 5, full: 13, unique: [2067, 1555], foreignKey: 787 }
const lostConnection = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|57P0[1-5]|53300|08...)$/

/** Whether a unique index refused the row. `about` is a part of the index's name or of its column's. */
export function isTaken(error: unknown, about: string) {
  const { code, errcode, message = '', constraint = '' } = error as Fault & { constraint?: string }
  return (
    (code === '23505' && constraint.includes(about)) ||
    (sqlite.unique.includes(errcode ?? 0) && message.includes(about))
  )
}

/** Whether a row that something refers to is missing or still in use. */
export function isBrokenReference(error: unknown) {
  const { code, errcode } = error as Fault
  // 1811: SQLite reports `on delete restrict` as a trigger's refusal
  return code === '23503' || code === '23001' || errcode === sqlite.foreignKey || errcode === 1811
}

export function isStorageFull(error: unknown) {
  const { code, errcode = 0 } = error as Fault
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || (errcode & 0xff) === sqlite.full
}

export function isOutOfReach(error: unknown) {
  const { code = '', errcode = 0, message = '' } = error as Fault
  return (
    lostConnection.test(code) ||
    (errcode & 0xff) === sqlite.busy ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message)
  )
}
