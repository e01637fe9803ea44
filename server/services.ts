import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './db/schema.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outside } from './outside/outside.ts'
import type { Pictures } from './pictures/pictures.ts'
import type { Bus } from './realtime/bus.ts'
import type { Incoming } from './storage/incoming.ts'
import type { Storage } from './storage/storage.ts'

/** What rules and routes can reach. Made once, in `start.ts`, for the demo, or by a test. */
export interface Services {
  db: Db
  /** Milliseconds since 1970. */
  now(): number
  /** A new UUIDv7 as 32 hexadecimal digits; later ones sort after earlier ones. */
  newId(): string
  log: FastifyBaseLogger
  /** Tells all processes what to read again. */
  bus: Bus
  /** The bytes of the archive. */
  storage: Storage
  /** Where bytes lie while they arrive. */
  incoming: Incoming
  /** Makes smaller versions of pictures. */
  pictures: Pictures
  /** Takes what is mailed. */
  mailer: Mailer
  /** What links to unsubscribe are signed with. */
  unsubscribeKey: Buffer
  /** Reads pages of other sites. */
  outside: Outside
  /** What addresses of bytes are signed with. */
  addressKey: Buffer
  settings: {
    /** A session unused for so many days ends. */
    sessionDays: number
    /** The most bytes that a file may have. */
    maxUpload: number
    /** The address that people open: where links in mails lead. */
    publicUrl: string
    /** A third-party viewer of PDFs, with `{url}` where the document goes, and the address people open. */
    docsViewer?: { url: string; publicUrl: string } | undefined
  }
}
