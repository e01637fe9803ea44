import type { Config } from '../../config.ts'

/** What the process for snapshots is asked to do. */
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
  /** What was made, with the message that says so. */
  made?: Made
}

export interface Made {
  snapshot: string
  /** Of the files in it. */
  size: number
  faulty_files: number
}
