import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/schema.ts'

/** What rules and routes can reach. Made once, in `start.ts`, for the demo, or by a test. */
export interface Services {
  db: Db
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUIDv7 as 32 hexadecimal digits; later ones sort after earlier ones. */
  newId(): string
  log: FastifyBaseLogger
  settings: {
    /** A session unused for so many days ends. */
    sessionDays: number
  }
}
