/** A small community of named people on a real server: a free port, a fresh database, HTTP by fetch, a clock to set. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import type { Category } from '../../contract/categories.ts'
import type { ArchiveFile } from '../../contract/files.ts'
import type { Problem } from '../../contract/index.ts'
import type { Post } from '../../contract/posts.ts'
import type { Role, User } from '../../contract/users.ts'
import { buildApp } from '../../server/app.ts'
import { ensureFirstAdmin } from '../../server/auth/first-admin.ts'
import { readConfig } from '../../server/config.ts'
import { openDatabase, type Place } from '../../server/db/db.ts'
import { newId } from '../../server/ids.ts'
import { deliverDue } from '../../server/mail/deliver.ts'
import { openLease } from '../../server/mail/lease.ts'
import type { Mailer } from '../../server/mail/mailer.ts'
import { openMailer } from '../../server/mail/open.ts'
import type { Outside } from '../../server/outside/outside.ts'
import { openPictures } from '../../server/pictures/pictures.ts'
import { memoryBus } from '../../server/realtime/bus.ts'
import { postgresBus } from '../../server/realtime/postgres-bus.ts'
import { readSecret } from '../../server/secrets/secrets.ts'
import { openFolder } from '../../server/storage/folder.ts'
import { openIncoming } from '../../server/storage/incoming.ts'
import type { Storage } from '../../server/storage/storage.ts'
import { createDatabase } from './postgres.ts'

export interface Answer<T = Problem> {
  status: number
  headers: Headers
  /** The JSON of the answer; undefined when there is none. */
  body: T
  /** The answer as it came. */
  text: string
}

export interface Sent {
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is, instead of `body`. */
  raw?: string | Uint8Array<ArrayBuffer> | FormData
  headers?: Record<string, string>
}

/** A post as one would type it; what isn't given is made up. */
interface Draft {
  title?: string
  content?: string
  category_id?: string | null
  is_published?: boolean
}

/** A file to be sent. */
export interface Sendable {
  name?: string
  type?: string
  bytes: string | Uint8Array<ArrayBuffer>
}

const parse = (text: string, type: string | null) => (text && type?.includes('json') ? JSON.parse(text) : undefined)

async function ask<T>(origin: string, token: string | undefined, method: string, path: string, sent: Sent) {
  const { body, raw, headers } = sent
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(payload === undefined || payload instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload }),
  })
  const text = await response.text()
  const answer: Answer<T> = {
    status: response.status,
    headers: response.headers,
    body: parse(text, response.headers.get('content-type')),
    text,
  }
  return answer
}

/** The body of an answer that had to be a success. */
export function done<T>({ status, body, text }: Answer<T>): T {
  if (status < 200 || status > 299) throw new Error(`refused: ${status} ${text}`)
  return body
}

/** Somebody at a browser, signed in with a token or not. */
export function someone(origin: string, token?: string) {
  const person = {
    token,
    ask: <T = Problem>(method: string, path: string, sent: Sent = {}) => ask<T>(origin, token, method, path, sent),
    get: <T = Problem>(path: string, sent?: Sent) => person.ask<T>('GET', path, sent),
    post: <T = Problem>(path: string, body?: unknown, sent: Sent = {}) =>
      person.ask<T>('POST', path, { body, ...sent }),
    put: <T = Problem>(path: string, body?: unknown, sent: Sent = {}) => person.ask<T>('PUT', path, { body, ...sent }),
    delete: <T = Problem>(path: string, sent?: Sent) => person.ask<T>('DELETE', path, sent),

    /** Publishes a post. */
    writes: async (post: Draft = {}) =>
      done(
        await person.post<Post>('/posts', {
          title: 'Sobre las bibliotecas',
          content: 'Un texto.',
          is_published: true,
          ...post,
        }),
      ),
    /** Saves a post that isn't published. */
    drafts: (post: Draft = {}) => person.writes({ is_published: false, ...post }),
    /** Uploads a file as a form does; the answer as it comes. */
    sendsFile: (file: Sendable, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({ uploaded_by: 'alguien', ...fields })) form.append(name, value)
      const { name = 'archivo.bin', type = '', bytes } = file
      form.append('file', new Blob([bytes], { type }), name)
      return person.post<ArchiveFile & Problem>('/files/upload', undefined, { raw: form })
    },
    /** Puts a file into the archive. */
    uploads: async (file: Sendable, fields?: Record<string, string>) => done(await person.sendsFile(file, fields)),
    /** Adds a link. */
    links: async (url: string, more: object = {}) =>
      done(await person.post<ArchiveFile>('/files/url', { url, uploaded_by: 'alguien', ...more })),
    /** Opens an address of bytes, as a browser does: without a token. */
    opensAddress: async (address: string | null, sent: { method?: string; headers?: Record<string, string> } = {}) => {
      const response = await fetch(new URL(address ?? '', origin), sent)
      return {
        status: response.status,
        headers: response.headers,
        bytes: Buffer.from(await response.arrayBuffer()),
      }
    },
    /** Makes a category (admins). */
    opens: async (name: string, description?: string) =>
      done(await person.post<Category>('/categories', { name, description })),
    /** Makes an account (admins). */
    admits: async (name: string, more: Partial<NewAccount> = {}) =>
      done(await person.post<User>('/auth/users', { ...account(name), ...more })),
  }
  return person
}

type Someone = ReturnType<typeof someone>
/** Somebody with an account, signed in. */
export type Person = Someone & { id: string; name: string; token: string }

interface NewAccount {
  name: string
  email: string
  password: string
  role: Role
  phone: string
  avatar: string
}

/** The password of everybody in a community. */
export const passwordOf = (name: string) => `la clave de ${name}`

const asAddress = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^\w.]+/g, '')
    .toLowerCase()

const account = (name: string) => ({
  name,
  email: `${asAddress(name)}@alejandria.example`,
  password: passwordOf(name),
})

interface Options {
  /** Proxies whose X-Forwarded-For is believed. */
  trustedProxies?: string[]
  https?: boolean
  /** The address that people open. */
  publicUrl?: string
  /** The database to open instead of a fresh one. */
  place?: Place
  /** Where bytes are kept instead of in a folder. */
  storage?: Storage | undefined
  maxUpload?: number
  /** Who takes mails instead of a folder. */
  mailer?: Mailer | undefined
  /** What there is outside; nothing at all otherwise. */
  outside?: Outside
  /** Milliseconds in which a body has to be there. */
  bodyWithin?: number
}

const unused = { last_seen_at: undefined, expires_at: undefined }

const start = Date.parse('2026-03-02T09:00:00.000Z')
export const seconds = (count: number) => count * 1000
export const minutes = (count: number) => count * seconds(60)
export const days = (count: number) => count * minutes(24 * 60)

/** Where a fresh database can be: a new folder, or a new database on the run's PostgreSQL. */
export async function freshPlace() {
  const dataDir = mkdtempSync(join(tmpdir(), 'alejandria-test-'))
  const postgresUrl = inject('postgresUrl')
  const place: Place = { dataDir, databaseUrl: postgresUrl && (await createDatabase(postgresUrl)) }
  return { ...place, remove: () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A community of which Hipatia is the first admin. Close it at the end. */
export async function foundCommunity({
  place,
  storage,
  mailer,
  outside,
  maxUpload = 2 ** 20,
  ...options
}: Options = {}) {
  const fresh = place ? undefined : await freshPlace()
  const { dataDir, databaseUrl } = place ?? (fresh as Place)
  const database = await openDatabase(place ?? (fresh as Place))
  const { db } = database
  const clock = { now: start }
  const services = {
    db,
    now: () => clock.now,
    newId,
    bus: databaseUrl ? await postgresBus(databaseUrl, () => {}) : memoryBus(),
    storage: storage ?? (await openFolder(join(dataDir, 'files'))),
    incoming: await openIncoming(join(dataDir, 'files/incoming')),
    pictures: openPictures(),
    mailer: mailer ?? (await openMailer(readConfig({ DATA_DIR: dataDir, PUBLIC_URL: 'https://alejandria.example' }))),
    unsubscribeKey: await readSecret(db, 'unsubscribe'),
    outside: outside ?? { readTitle: async () => null },
    addressKey: await readSecret(db, 'content_addresses'),
    settings: { sessionDays: 7, maxUpload, publicUrl: options.publicUrl ?? 'https://alejandria.example' },
  }
  await ensureFirstAdmin(services, account('Hipatia'))
  const lines: string[] = []
  const app = await buildApp(services, {
    version: '0.0.0-test',
    logTo: { write: (line) => void lines.push(line) },
    ...options,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const visitor = someone(origin)

  /** Tries to sign in and gives the answer as it comes. */
  const tryToSignIn = (name: string, password = passwordOf(name), sent: Sent = {}) =>
    visitor.post<{ access_token: string; user: User } & Problem>('/auth/login', { name, password }, sent)

  async function open(name: string, password?: string, sent?: Sent): Promise<Person> {
    const { access_token, user } = done(await tryToSignIn(name, password, sent))
    return { ...someone(origin, access_token), id: user.id, name: user.name, token: access_token }
  }
  const members = new Map<string, Promise<unknown>>([['Hipatia', Promise.resolve()]])
  const signedIn = await open('Hipatia')
  const hipatia = {
    ...signedIn,
    admits(name: string, more?: Partial<NewAccount>) {
      const user = signedIn.admits(name, more)
      members.set(name, user)
      return user
    },
  }

  return {
    origin,
    port,
    app,
    db,
    /** Milliseconds since 1970, which only tests move. */
    clock,
    /** Lets time pass. */
    passes: (milliseconds: number) => {
      clock.now += milliseconds
    },
    /** The moment on the wire. */
    moment: () => new Date(clock.now).toISOString(),
    /** Every line of the log so far, read. */
    log: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    logText: () => lines.join(''),
    isPostgres: database.dialect === 'postgres',
    dataDir,
    services: { ...services, log: app.log },
    visitor,
    hipatia,
    tryToSignIn,
    /** One more session of somebody, who gets an account first if need be; a second call is a second browser. */
    async signIn(name: string, password?: string) {
      if (!members.has(name)) members.set(name, hipatia.admits(name))
      await members.get(name)
      return open(name, password)
    },
    /** Somebody at a browser who has this token. */
    withToken: (token: string) => someone(origin, token),
    /** Every row of every table, to see that nothing changed; but for when sessions were last used. */
    async everything() {
      const tables = await db.introspection.getTables()
      const contents = tables.map(async ({ name }) => {
        const { rows } = await sql`select * from ${sql.table(name)} order by 1`.execute(db)
        return [name, name === 'sessions' ? rows.map((row) => ({ ...(row as object), ...unused })) : rows] as const
      })
      return Object.fromEntries(await Promise.all(contents)) as Record<string, unknown[]>
    },
    /** The keys of all stored bytes. */
    async storedKeys() {
      const keys: string[] = []
      for await (const { key } of services.storage.list()) keys.push(key)
      return keys.toSorted()
    },
    /** Sends all mails that are due, as the worker of a running server does; what it ended with. */
    async deliversMail() {
      const lease = openLease({ ...services, log: app.log })
      try {
        return await deliverDue({ ...services, log: app.log }, lease)
      } finally {
        await lease.close()
      }
    },
    /** Stores a comment as the comments of a later day will be. */
    async comments(post: { id: string }, author: { id: string }, content = 'De acuerdo.') {
      const id = newId()
      const now = clock.now
      const row = { id, post_id: post.id, author_id: author.id, content, created_at: now, updated_at: now }
      await db.insertInto('comments').values(row).execute()
      return row
    },
    async close() {
      // a line on which the last answer has just gone out isn't idle yet
      const closing = setInterval(() => app.server.closeIdleConnections(), 20)
      await app.close()
      clearInterval(closing)
      services.pictures.close()
      services.mailer.close()
      await services.bus.close()
      await database.close()
      fresh?.remove()
    },
  }
}

export type Community = Awaited<ReturnType<typeof foundCommunity>>
