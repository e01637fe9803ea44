// @databases both
// Snapshots by the operator's commands, of the community of a real server (DECISIONS §7).
import { cpSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { Post } from '../../../contract/posts.ts'
import { createIdentity } from '../../../server/backups/store/encryption.ts'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  archiveIn,
  backup,
  command,
  commandLine,
  copyOfStore,
  filesBelow,
  newBucket,
  newStore,
  signIn,
  snapshotOfThisFile,
  snapshotsIn,
} from '../../support/server/backups.ts'
import { expectDone, personWith, startCommunity } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { schemaOf } from '../../support/server/database/schema-of.ts'
import { cheapenHashes, restoreHashes } from '../../support/server/hashes.ts'
import {
  inDatabase,
  locationOfThisTest,
  run,
  serversOfThisFile,
} from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()
const blobsOf = (folder: string) => filesBelow(join(folder, 'blobs'))

const text = { title: 'El faro', content: '# Luz\n\nUn texto con **énfasis**, «comillas» y 🗼.' }
let image: ArchiveFile
let oldToken: string | undefined
const { place, original, name } = await snapshotOfThisFile(async (community) => {
  const ana = await community.signIn('Ana')
  oldToken = ana.token
  const post = await ana.writes(text)
  await ana.drafts({ title: 'Para mañana' })
  expectDone(await community.hipatia.post(`/comments/post/${post.id}`, { content: 'Muy bonito.' }))
  image = await ana.uploads(fixture('foto.jpg'))
  await ana.uploads(fixture('acta.pdf'))
  await community.deliverMail()
})

test('a snapshot is made by one command, whose last line is its name; the list names it, and all of it can be read back', async () => {
  expect(name).toMatch(/^\d{8}T\d{6}Z$/)
  const store = await copyOfStore(original)
  const before = blobsOf(store)
  expect(before).toHaveLength(2)
  const made = await commandLine(place, 'backup', { BACKUP_TO: store })
  expect(made).toMatchObject({ code: 0 })
  const second = made.lines.at(-1) ?? ''
  expect(second > name).toBe(true)
  const { lines: listed } = await commandLine(place, 'backup list', { BACKUP_TO: store })
  expect(listed.map((line) => line.split(' ')[0])).toEqual([name, second])
  expect(blobsOf(store), 'the bytes of a file are stored once').toEqual(before)
  // only the account that made it can read it
  for (const path of filesBelow(store)) expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o600])
  const { code, lines } = await commandLine(place, 'backup verify', { BACKUP_TO: store })
  expect({ code, last: lines.at(-1) }).toEqual({ code: 0, last: expect.stringContaining(`${second} is whole`) })
})

describe('a restore', () => {
  test('into an empty place brings everything back, with indexes, constraints and triggers, and everybody signs in again', async () => {
    const store = await copyOfStore(original)
    const target = await locationOfThisTest()
    expect(await commandLine(target, `restore ${name}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
    const schema = await inDatabase(place, schemaOf)
    for (const part of [/create (unique )?index/i, /create trigger/i, /foreign key|references/i])
      expect(schema.join('\n')).toMatch(part)
    expect(await inDatabase(target, schemaOf)).toEqual(schema)
    expect((await command(target, 'files check')).lines).toEqual(['2 files checked: 0 missing, 0 damaged; 0 orphaned'])
    const server = await servers.start(target)
    expect((await personWith(server.origin, oldToken).get('/auth/me')).status).toBe(401)
    const ana = await signIn(server.origin, 'Ana')
    const list = await ana.get<Post[]>('/posts')
    expect(list.headers.get('x-total-count')).toBe('1')
    expect(expectDone(list)).toMatchObject([text])
    // the server indexes it again
    const found = async () => expectDone(await ana.get<Post[]>('/posts?q=enfasis')).map(({ title }) => title)
    await expect.poll(found, { timeout: 30_000 }).toEqual(['El faro'])
    const hipatia = await signIn(server.origin, 'Hipatia')
    const events = expectDone(await hipatia.get<AuditEvent[]>('/audit'))
    expect(events.filter(({ action }) => action === 'database_restored')).toHaveLength(1)
    const { cloudinary_url } = expectDone(await ana.get<ArchiveFile>(`/files/${image.id}`))
    expect((await ana.fetchesBytes(cloudinary_url)).bytes.equals(fixture('foto.jpg').bytes)).toBe(true)
    await servers.stop(server)
  })

  test('into a bucket, into SQLite with a folder, and back: the last snapshot equals the first', async () => {
    const s3 = await newBucket()
    const store = await copyOfStore(original)
    const moves: [DatabaseLocation, archive: Record<string, string>, next: Record<string, string>][] = [
      [await locationOfThisTest(), archiveIn(s3), snapshotsIn(s3, '/copias')],
      [{ dataDir: (await locationOfThisTest()).dataDir, databaseUrl: undefined }, {}, { BACKUP_TO: await newStore() }],
      [await locationOfThisTest(), {}, { BACKUP_TO: await newStore() }],
    ]
    let from: Record<string, string> = { BACKUP_TO: store }
    let again = name
    for (const [target, archive, next] of moves) {
      expect(await command(target, `restore ${again}`, { ...archive, ...from })).toMatchObject({ code: 0 })
      const { lines } = await command(target, 'files check', archive)
      expect(lines).toEqual(['2 files checked: 0 missing, 0 damaged; 0 orphaned'])
      again = await backup(target, { ...archive, ...next })
      from = next
    }
    expect([...s3.objects.keys()].filter((key) => key.startsWith('files/'))).toHaveLength(2)
    const otherStore = from.BACKUP_TO ?? ''
    const partsOf = (folder: string, snapshot: string) =>
      filesBelow(join(folder, 'snapshots'))
        .filter((path) => !path.endsWith('manifest.json'))
        .map((path) => [basename(path).replace(snapshot, ''), readFileSync(path).toString('base64')])
    expect(partsOf(otherStore, again)).toEqual(partsOf(store, name))
    expect(blobsOf(otherStore).map((path) => basename(path))).toEqual(blobsOf(store).map((path) => basename(path)))
  })

  test('refuses a place with a community; with --replace it keeps a snapshot of that first', async () => {
    const store = await copyOfStore(original)
    const target = await locationOfThisTest()
    const { hipatia, close } = await startCommunity({ location: target })
    await hipatia.writes({ title: 'Lo que había' })
    await close()

    const refuses = async () => {
      const refused = await command(target, `restore ${name}`, { BACKUP_TO: store })
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('--replace') })
    }
    await refuses()
    if (target.databaseUrl !== undefined) {
      // it is found where queries find it, also behind an empty schema that comes first on the search path
      await using opened = await openDatabase(target, { alone: false, schema: 'leave' })
      await sql`create schema authorization current_user`.execute(opened.db)
      await refuses()
      const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(opened.db)
      await sql`drop schema ${sql.id(rows[0]?.name ?? '')}`.execute(opened.db)
    }
    const titles = () =>
      inDatabase(target, async (db) => (await rowsOf(db, 'posts')).map(({ title }) => title).toSorted())
    expect(await titles()).toEqual(['Lo que había'])

    const replaced = await command(target, `restore ${name} --replace`, { BACKUP_TO: store })
    expect(replaced).toMatchObject({ code: 0 })
    expect(await titles()).toEqual(['El faro', 'Para mañana'])
    const [, kept = ''] = /kept as (\w+)/.exec(replaced.lines.join('\n')) ?? []
    // the rule doesn't take it
    await backup(target, { BACKUP_TO: store })
    await command(target, 'backup forget', { BACKUP_TO: store, BACKUP_KEEP: '1d' })
    expect((await command(target, 'backup list', { BACKUP_TO: store })).lines.join('\n')).toContain(kept)
    expect(await command(target, `restore ${kept} --replace`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
    expect(await titles()).toEqual(['Lo que había'])
    // the file that was in between is deleted when the server starts
    await servers.stop(await servers.start(target))
    expect((await command(target, 'files check')).lines).toEqual(['0 files checked: 0 missing, 0 damaged; 0 orphaned'])
  })

  test('into a place whose archive outlived its database leaves the files that are newer', async () => {
    const store = await newStore()
    const target = await locationOfThisTest()
    const { hipatia, close } = await startCommunity({ location: target })
    await hipatia.uploads(fixture('foto.jpg'))
    const ofTarget = await backup(target, { BACKUP_TO: store })
    await hipatia.uploads(fixture('acta.pdf'))
    await close()
    const after = await locationOfThisTest()
    cpSync(join(target.dataDir, 'files'), join(after.dataDir, 'files'), { recursive: true })

    expect(await command(after, `restore ${ofTarget}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
    await servers.stop(await servers.start(after))
    const { lines } = await command(after, 'files check')
    expect(lines.at(-1)).toBe('1 files checked: 0 missing, 0 damaged; 1 orphaned')
  })

  test('that was killed half-way leaves a place on which no server starts, and can be run again', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    const ofBucket = await backup(place, store)
    const target = await locationOfThisTest()
    s3.faults.waitFor = { key: /^blobs\//, until: new Promise(() => {}) }
    const restoring = run('admin', ['restore', ofBucket], target, store)
    await expect.poll(() => s3.counts.waiting).toBeGreaterThan(0)
    restoring.kill('SIGKILL')
    await restoring.ended
    s3.faults.waitFor = undefined

    const stderr = expect.stringContaining('restore was interrupted: run it again')
    expect(await run('main', [], target).ended).toMatchObject({ code: 1, stderr })
    expect(await command(target, `restore ${ofBucket}`, store)).toMatchObject({ code: 0 })
    const server = await servers.start(target)
    await signIn(server.origin, 'Ana')
    await servers.stop(server)
  })

  test('refuses a place with a running server, which goes on', async () => {
    const { place: target, server } = await servers.open()
    const refused = await command(target, `restore ${name} --replace`, { BACKUP_TO: await copyOfStore(original) })
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/server is running/) })
    await signIn(server.origin, 'Hipatia')
    await servers.stop(server)
  })
})

test('the key of a store costs whoever guesses its passphrase 2^18 steps of scrypt', async () => {
  restoreHashes()
  onTestFinished(cheapenHashes)
  const key = Buffer.from(await createIdentity('el faro no duerme nunca')).toString('latin1')
  expect(key).toMatch(/\n-> scrypt \S+ 18\n/)
})

test('nothing in a store with a passphrase can be read without it, and all of it with it', async () => {
  const store = await newStore()
  const encrypted = { BACKUP_TO: store, BACKUP_PASSPHRASE: 'el faro no duerme nunca' }
  const made = await backup(place, encrypted)
  for (const path of filesBelow(store))
    if (!path.endsWith('lock')) expect(readFileSync(path, 'latin1')).toMatch(/^age-encryption\.org\/v1/)
  expect(await command(place, 'backup verify', encrypted)).toMatchObject({ code: 0 })
  const target = await locationOfThisTest()
  expect(await command(target, `restore ${made}`, encrypted)).toMatchObject({ code: 0 })
  const refused: [string, Record<string, string>][] = [
    ['backup', { BACKUP_TO: store }],
    ['backup list', { BACKUP_TO: store }],
    [`restore ${made}`, { ...encrypted, BACKUP_PASSPHRASE: 'otra cosa distinta' }],
  ]
  for (const [words, wrong] of refused) {
    const stderr = expect.stringMatching(/^.*BACKUP_PASSPHRASE.*\n$/)
    expect(await command(target, words, wrong)).toMatchObject({ code: 1, stderr })
  }
})
