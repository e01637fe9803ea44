// Errors of both databases. SQLite's are extended result codes, PostgreSQL's are SQLSTATEs.
interface DatabaseError {
  code?: string
  errcode?: number
  message?: string
}

const sqlite = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  damaged: 11,
  full: 13,
  cantOpen: 14,
  notADatabase: 26,
  unique: [2067, 1555],
  foreignKey: 787,
  /** Failed syncs of a file and of a folder. */
  failedSync: [1034, 1290],
}
/** The first byte says what happened, the rest where. */
const primary = (errcode = 0) => errcode & 0xff
const diskFailures = new Set(['EIO', 'EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'EMFILE', 'ENFILE'])
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
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || primary(errcode) === sqlite.full
}

/** A statement took longer than it may, or waited so long for others. */
export class DatabaseTooSlow extends Error {
  constructor(options?: ErrorOptions) {
    super('the database was too slow', options)
  }
}

/** 57014: PostgreSQL's statement_timeout. */
export const isTooSlow = (error: unknown) =>
  error instanceof DatabaseTooSlow || (error as DatabaseError).code === '57014'

/** The database, or what is needed to ask it, isn't there now. */
export class DatabaseUnavailable extends Error {}

/** True while another process holds SQLite's lock. */
export function isLocked(error: unknown) {
  const code = primary((error as DatabaseError).errcode)
  return code === sqlite.busy || code === sqlite.locked
}

/** True if SQLite doesn't know what of its file is on the disk. */
export const isSyncFailure = (error: unknown) => sqlite.failedSync.includes((error as DatabaseError).errcode ?? 0)

/** True if the file of the database holds something else than was written. */
export function isDamaged(error: unknown) {
  const { code, errcode } = error as DatabaseError
  return (
    code === 'XX001' ||
    code === 'XX002' ||
    primary(errcode) === sqlite.damaged ||
    primary(errcode) === sqlite.notADatabase
  )
}

/** True if a disk can't be read or written now, or no more files can be opened. */
export const isDiskFailure = (error: unknown) => diskFailures.has((error as DatabaseError).code ?? '')

const forbidding = /^(EACCES|EPERM|EROFS|EEXIST|ENOTDIR|ENOENT|28P01|28000|3D000|42501)$/

/**
 * True if the database's place doesn't let this account in, or isn't there: a folder without rights, a wrong password, a
 * database that wasn't made, a connection without the TLS that is asked for.
 */
export function isForbidden(error: unknown) {
  const { code = '', errcode, message = '' } = error as DatabaseError
  return (
    forbidding.test(code) ||
    [sqlite.readOnly, sqlite.cantOpen].includes(primary(errcode)) ||
    /does not support SSL|certificate/.test(message)
  )
}

/** True if the database, or its disk, can't be used now. */
export function isUnreachable(error: unknown) {
  const { code = '', errcode, message = '' } = error as DatabaseError
  return (
    lostConnection.test(code) ||
    error instanceof DatabaseUnavailable ||
    isTooSlow(error) ||
    isLocked(error) ||
    isDamaged(error) ||
    [sqlite.readOnly, sqlite.io, sqlite.cantOpen].includes(primary(errcode)) ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout/.test(message)
  )
}
