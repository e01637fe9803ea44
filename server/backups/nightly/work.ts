import type { Config } from '../../config.ts'

/** Work of the process for snapshots. */
export type Work = 'night' | 'snapshot' | 'before a migration'

/** Of the process, if another one was at work on the same snapshots. */
export const exitCodeInUse = 3

/** Sent to the process, which does one and ends: with 0 if all of it went well. */
export interface Request {
  config: Config
  work: Work
}

/** Sent by the process, for the log of the server. */
export interface Message {
  level: 'info' | 'error'
  about: Record<string, unknown>
  text: string
  /** With the message that a snapshot was made. */
  made?: Made
}

export interface Made {
  snapshot: string
  /** Of the files in it. */
  size: number
  faulty_files: number
}
