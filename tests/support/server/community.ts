/**
 * A community of named people on a real server, with a free port, a new database, and an adjustable clock.
 */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, inject, onTestFinished } from 'vitest'
import type { Problem } from '../../../contract/index.ts'
import type { User } from '../../../contract/users.ts'
import { buildApp } from '../../../server/app.ts'
import { openBackups } from '../../../server/backups/nightly/backups.ts'
import { memoryBus, postgresBus } from '../../../server/bus/bus.ts'
import { readConfig } from '../../../server/config.ts'
import { type DatabaseLocation, openDatabase, sqliteFile } from '../../../server/db/db.ts'
import { createDiagnostics } from '../../../server/diagnostics/diagnostics.ts'
import { openEpochFile } from '../../../server/epoch/epoch-file.ts'
import { openTextExtractor } from '../../../server/file-texts/extract.ts'
import type { WriteWatchTimes } from '../../../server/health/write-watch.ts'
import type { BudgetSizes } from '../../../server/http/budgets.ts'
import { newId } from '../../../server/ids.ts'
import { openImages } from '../../../server/images/images.ts'
import { createBackground } from '../../../server/lib/background.ts'
import { openMailTransport } from '../../../server/mail/transports/open.ts'
import type { MailTransport } from '../../../server/mail/transports/transport.ts'
import { createMailOutbox } from '../../../server/mail/worker/outbox.ts'
import type { Outbound } from '../../../server/outbound/fetch.ts'
import { readPushKeys } from '../../../server/push/crypto.ts'
import { createPushOutbox } from '../../../server/push/worker/outbox.ts'
import { readSecret } from '../../../server/secrets/queries.ts'
import { openStorage } from '../../../server/storage/open.ts'
import type { Scanner } from '../../../server/storage/scanner.ts'
import type { Storage } from '../../../server/storage/storage.ts'
import { ensureFirstAdmin } from '../../../server/users/first-admin.ts'
import { createDatabase } from '../../../tools/postgres.ts'
import { recordWrites } from './database/watch-writes.ts'
import {
  account,
  expectDone,
  type NewAccount,
  type Person,
  passwordOf,
  personWith,
  type RequestOptions,
  signedInAs,
} from './person.ts'

export {
  type Answer,
  expectDone,
  type FileToSend,
  nextOf,
  type Person,
  pagesOf,
  passwordOf,
  personWith,
  type RequestOptions,
} from './person.ts'
export { days, minutes, seconds } from './times.ts'

interface Options {
  /** Proxies whose X-Forwarded-For is trusted. */
  trustedProxies?: string[]
  publicUrl?: string
  /** Used instead of a new database. */
  location?: DatabaseLocation
  /** A folder by default. */
  storage?: Storage | undefined
  maxUploadBytes?: number
  quotaBytes?: number
  /** The token of a monitor. */
  stateToken?: string
  /** False for a community without a mail server. */
  sendsMail?: boolean
  /** A folder by default. */
  mailTransport?: MailTransport | undefined
  /** None by default. */
  scanner?: Scanner
  /** Without it no page has a title, and no push message arrives. */
  outbound?: Outbound
  bodyTimeoutMs?: number
  /** Place for snapshots; none by default, and none is made by itself. */
  backupTo?: string
  /** Instead of the server's own, but those of `fastPeople`. */
  budgets?: Partial<BudgetSizes>
  writeWatch?: WriteWatchTimes
  linkAnswerMs?: number
  /** First moment of its clock. */
  startsAt?: number
}

const noOutbound: Outbound = {
  readTitle: async () => null,
  findTitle: async () => ({ title: null, mayRetry: false }),
  readImage: async () => null,
  download: async () => false,
  mayPost: () => true,
  post: async () => 'refused',
}

const publicUrl = 'https://alejandria.example'
const withoutTimes = { last_seen_at: undefined, expires_at: undefined, heartbeat_at: undefined }

const start = Date.parse('2026-03-02T09:00:00.000Z')

/** A new data folder with a new database, or in a run on PostgreSQL there, which has the schema unless `isEmpty`. */
export async function createLocation({ isEmpty = false } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  const postgresUrl = inject('postgresUrl')
  const template = isEmpty ? undefined : inject('postgresTemplate')
  const databaseUrl = postgresUrl && (await createDatabase(postgresUrl, template))
  if (!databaseUrl && !isEmpty)
    copyFileSync(join(inject('sqliteTemplate') ?? '', sqliteFile), join(dataDir, sqliteFile))
  const place: DatabaseLocation = { dataDir, databaseUrl }
  return { ...place, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** Tests write to the chat and sign in faster than people, and their hashes are cheap. */
const fastPeople = {
  messages: { burst: 200, perSecond: 20 },
  signIns: { burst: 100_000, perSecond: 100_000 },
  signInsOfOne: { burst: 100_000, perSecond: 100_000 },
}

/** Signs several people in, one after the other: their ids are in this order. */
export const inTurn =
  (signIn: (name: string) => Promise<Person>) =>
  async <Names extends string[]>(...names: Names) => {
    const people: Person[] = []
    for (const name of names) people.push(await signIn(name))
    return people as { [At in keyof Names]: Person }
  }

/** Starts a community with Hipatia as the first admin. Close it at the end, or start it by one of the functions below. */
export async function startCommunity({
  location: place,
  storage,
  mailTransport,
  outbound,
  scanner,
  backupTo,
  maxUploadBytes = 2 ** 20,
  budgets: givenBudgets,
  startsAt = start,
  ...options
}: Options = {}) {
  const newLocation = place ? undefined : await createLocation()
  const { dataDir, databaseUrl } = place ?? (newLocation as DatabaseLocation)
  const database = await openDatabase(place ?? (newLocation as DatabaseLocation))
  const { db, readDb, integrity } = database
  const watchWrites = recordWrites(db)
  let tables: string[] | undefined
  const clock = { now: startsAt }
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: publicUrl,
    BACKUP_TO: backupTo,
  })
  const services = {
    db,
    readDb,
    integrity,
    newId,
    now: () => clock.now,
    bus: databaseUrl ? await postgresBus(databaseUrl, () => {}) : memoryBus(),
    ...(await openStorage(config)),
    ...(storage ? { storage } : {}),
    epochFile: openEpochFile(dataDir),
    images: openImages(join(dataDir, 'image-being-read')),
    textExtractor: openTextExtractor(join(dataDir, 'file-being-read')),
    scanner,
    diagnostics: createDiagnostics(() => clock.now),
    background: createBackground(),
    mailTransport: mailTransport ?? (await openMailTransport(config)),
    unsubscribeKey: await readSecret(db, 'unsubscribe'),
    passwordLinkKey: await readSecret(db, 'password_links'),
    factorKey: await readSecret(db, 'factors'),
    outbound: outbound ?? noOutbound,
    pushKeys: await readPushKeys(db),
    urlSigningKey: await readSecret(db, 'content_addresses'),
    backups: backupTo === undefined ? undefined : openBackups(config),
    settings: { sessionDays: 30, maxUploadBytes, timeZone: config.TIME_ZONE, publicUrl, sendsMail: true, ...options },
  }
  await ensureFirstAdmin(services, account('Hipatia'))
  const lines: string[] = []
  const app = await buildApp(services, {
    version: '0.0.0-test',
    logStream: { write: (line) => void lines.push(line) },
    budgets: { ...fastPeople, ...givenBudgets },
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const visitor = personWith(origin)

  /** Returns the answer to a sign-in, successful or not. */
  const tryToSignIn = (name: string, password = passwordOf(name), sent: RequestOptions = {}) =>
    visitor.post<{ access_token: string; user: User } & Problem>('/auth/login', { name, password }, sent)

  async function open(name: string, password?: string, sent?: RequestOptions): Promise<Person> {
    return signedInAs(origin, expectDone(await tryToSignIn(name, password, sent)), password ?? passwordOf(name))
  }
  const members = new Map<string, Promise<unknown>>([['Hipatia', Promise.resolve()]])
  const signedIn = await open('Hipatia')
  const { createsAccount } = signedIn
  const hipatia = Object.assign(signedIn, {
    createsAccount(name: string, more?: Partial<NewAccount>) {
      const user = createsAccount(name, more)
      members.set(name, user)
      return user
    },
  })

  /** Signs somebody in, after creating their account if necessary; a second call is a second browser. */
  async function signIn(name: string, password?: string) {
    if (!members.has(name)) members.set(name, hipatia.createsAccount(name))
    await members.get(name)
    return open(name, password)
  }

  return {
    origin,
    port,
    app,
    db,
    /** Milliseconds since 1970; moved by tests only. */
    clock,
    advanceClock: (milliseconds: number) => {
      clock.now += milliseconds
    },
    /** The current moment as the API writes it. */
    moment: () => new Date(clock.now).toISOString(),
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    logText: () => lines.join(''),
    isPostgres: database.dialect === 'postgres',
    dataDir,
    services: { ...services, log: app.log },
    visitor,
    hipatia,
    tryToSignIn,
    signIn,
    signInAll: inTurn(signIn),
    withToken: (token: string) => personWith(origin, token),
    /** Watches from now on: the returned function lists the statements that wrote since, to check that there were none. */
    watchWrites,
    /** All rows of all tables, without those that the server itself writes at intervals and the times of last use of sessions. */
    async readAllTables() {
      tables ??= (await db.introspection.getTables())
        .map(({ name }) => name)
        .filter((name) => !/^(health|processes|(post|comment|message|news|file)_tokens.*)$/.test(name))
      const contents = tables.map(async (name) => {
        const { rows } = await sql`select * from ${sql.table(name)} order by 1`.execute(db)
        return [
          name,
          name === 'sessions' ? rows.map((row) => ({ ...(row as object), ...withoutTimes })) : rows,
        ] as const
      })
      return Object.fromEntries(await Promise.all(contents)) as Record<string, unknown[]>
    },
    async storedKeys() {
      const keys: string[] = []
      for await (const { key } of services.storage.list()) keys.push(key)
      return keys.toSorted()
    },
    /** Sends all mails that are due, as the worker of a server does; returns its outcome. */
    deliverMail: () => createMailOutbox({ ...services, log: app.log }).deliver(),
    /** Sends all push messages that are due, as the worker of a server does. */
    deliverPushes: () => createPushOutbox({ ...services, log: app.log }).deliver(),
    async insertComment(post: { id: string }, author: { id: string }, content = 'De acuerdo.') {
      const id = newId()
      const now = clock.now
      const row = { id, post_id: post.id, author_id: author.id, content, created_at: now, updated_at: now }
      await db.insertInto('comments').values(row).execute()
      return row
    },
    async close() {
      // a connection whose last answer has just been sent isn't idle yet
      const closing = setInterval(() => app.server.closeIdleConnections(), 20)
      await app.close()
      clearInterval(closing)
      services.images.close()
      services.textExtractor.close()
      services.mailTransport.close()
      await services.bus.close()
      await database.close()
      newLocation?.remove()
    },
  }
}

export type Community = Awaited<ReturnType<typeof startCommunity>>

/** Closed after all tests of the file, or of the group in which it is called. */
export async function communityOfThisFile(options?: Options) {
  const community = await startCommunity(options)
  afterAll(() => community.close())
  return community
}

/** Closed when the test ends. */
export async function communityOfThisTest(options?: Options) {
  const community = await startCommunity(options)
  onTestFinished(() => community.close())
  return community
}

/** Two servers of one database, which SQLite doesn't allow; closed when the test ends. */
export async function twoServersOfThisTest() {
  const location = await createLocation()
  const [first, second] = [await startCommunity({ location }), await startCommunity({ location })]
  onTestFinished(async () => {
    await second.close()
    await first.close()
    location.remove()
  })
  return [first, second] as const
}
