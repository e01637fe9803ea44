import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { type Backups, openBackups } from './backups/nightly/backups.ts'
import { type Bus, memoryBus, postgresBus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { OpenDatabase } from './db/db.ts'
import type { Integrity } from './db/integrity.ts'
import type { Db } from './db/schema.ts'
import { createDiagnostics, type Diagnostics } from './diagnostics/diagnostics.ts'
import { type EpochFile, openEpochFile } from './epoch/epoch-file.ts'
import { openTextExtractor, type TextExtractor } from './file-texts/extract.ts'
import { newId } from './ids.ts'
import { type Images, openImages } from './images/images.ts'
import { type Background, createBackground } from './lib/background.ts'
import { openMailTransport } from './mail/transports/open.ts'
import type { MailTransport } from './mail/transports/transport.ts'
import { type Outbound, openOutbound } from './outbound/fetch.ts'
import { type PushKeys, readPushKeys } from './push/crypto.ts'
import { readSecret } from './secrets/queries.ts'
import type { Disk } from './storage/disk.ts'
import type { Incoming } from './storage/incoming.ts'
import { openStorage } from './storage/open.ts'
import { openScanner, type Scanner } from './storage/scanner.ts'
import type { Storage } from './storage/storage.ts'

/** Dependencies of rules and routes, opened once by the server, the demo or a test. */
export interface Services {
  db: Db
  /** Only reads: for slow reads, such as searches and counts of large tables. A statement over its time is 503. */
  readDb: Db
  integrity: Integrity
  /** Milliseconds since 1970. */
  now(): number
  /** New UUIDv7 as 32 hexadecimal digits, in ascending order. */
  newId(): string
  log: FastifyBaseLogger
  bus: Bus
  storage: Storage
  incoming: Incoming
  disk: Disk
  epochFile: EpochFile
  images: Images
  textExtractor: TextExtractor
  /** Absent if uploads aren't scanned. */
  scanner?: Scanner | undefined
  diagnostics: Diagnostics
  /** For work that no answer waits for. */
  background: Background
  /** Absent without a store for snapshots. */
  backups?: Backups | undefined
  mailTransport: MailTransport
  unsubscribeKey: Buffer
  /** Key of the tokens of links to choose a password. */
  passwordLinkKey: Buffer
  /** Key of what second factors keep secret. */
  factorKey: Buffer
  outbound: Outbound
  pushKeys: PushKeys
  urlSigningKey: Buffer
  settings: {
    /** Days without use after which a session ends. */
    sessionDays: number
    maxUploadBytes: number
    /** Maximum sum of the sizes of a member's files; unlimited if absent. */
    quotaBytes?: number | undefined
    /** For dates in files that people take away. */
    timeZone: string
    /** Address of the community, for links in mails. */
    publicUrl: string
    /** False if mails go to a folder only. */
    sendsMail: boolean
    /** Third-party viewer of PDFs, with `{url}` for the document's address. */
    docsViewer?: string | undefined
    isArchiveInBucket?: boolean
    /** With it a monitor reads the state. */
    stateToken?: string | undefined
  }
}

const reportListenError = (error: Error) => console.error(`listening to the database: ${error.message}`)

/** Chooses and opens the implementations by the settings; `log` comes with the server. */
export async function openServices(
  config: Config,
  { db, readDb, integrity }: OpenDatabase,
): Promise<Omit<Services, 'log'>> {
  const { DATABASE_URL: databaseUrl } = config
  return {
    db,
    readDb,
    integrity,
    now: Date.now,
    newId,
    bus: databaseUrl ? await postgresBus(databaseUrl, reportListenError) : memoryBus(),
    ...(await openStorage(config)),
    epochFile: openEpochFile(config.DATA_DIR),
    images: openImages(join(config.DATA_DIR, 'image-being-read')),
    textExtractor: openTextExtractor(join(config.DATA_DIR, 'file-being-read')),
    scanner: config.CLAMD && openScanner(config.CLAMD),
    diagnostics: createDiagnostics(Date.now),
    background: createBackground(),
    backups: config.BACKUP_TO === undefined ? undefined : openBackups(config),
    mailTransport: await openMailTransport(config),
    unsubscribeKey: await readSecret(db, 'unsubscribe'),
    passwordLinkKey: await readSecret(db, 'password_links'),
    factorKey: await readSecret(db, 'factors'),
    outbound: openOutbound({ hosts: config.OUTBOUND_HOSTS }),
    pushKeys: await readPushKeys(db),
    urlSigningKey: await readSecret(db, 'content_addresses'),
    settings: {
      sessionDays: config.SESSION_DAYS,
      maxUploadBytes: config.MAX_UPLOAD_MB * 2 ** 20,
      quotaBytes: config.QUOTA_MB === 0 ? undefined : config.QUOTA_MB * 2 ** 20,
      timeZone: config.TIME_ZONE,
      publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
      sendsMail: config.SMTP_URL !== undefined,
      docsViewer: config.DOCS_VIEWER_URL,
      isArchiveInBucket: config.S3_BUCKET !== undefined,
      stateToken: config.STATE_TOKEN,
    },
  }
}
