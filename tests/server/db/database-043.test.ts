// @databases both
// A database with the 43 migrations from before `001-first` is taken over: it gets the schema of a new one and loses
// nothing. An older one is refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ArchiveFile } from '../../../contract/files.ts'
import { keptTables } from '../../../server/backups/snapshots/tables.ts'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { migrateIn } from '../../../server/db/migrate.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { sweep } from '../../../server/files/sweep.ts'
import { fillIndex } from '../../../server/search/fill.ts'
import { command } from '../../support/server/backups.ts'
import { type Community, createLocation, expectDone, startCommunity } from '../../support/server/community.ts'
import { contentOf } from '../../support/server/database/content-of.ts'
import { restoreDatabase043, storeOf043 } from '../../support/server/database/database-043.ts'
import { migrationsIn, schemaOf } from '../../support/server/database/schema-of.ts'
import { inDatabase, locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

type Rows = Record<string, unknown>[]

/** Brings it up to date, or as far as the migration `last`. */
async function takeOver(place: DatabaseLocation, last?: string) {
  const { db, close } = await openDatabase(place, { alone: false, schema: 'leave' })
  await transaction(db, (tx) => migrateIn(tx, last)).finally(close)
}

const record = (place: DatabaseLocation) => inDatabase(place, migrationsIn)

test('it gets the schema of a new one, and no row is lost or changed', async () => {
  const place = await locationOfThisTest()
  await restoreDatabase043(place)
  const before = await inDatabase(place, contentOf)
  const empty = Object.keys(before).filter((name) => before[name]?.length === 0)
  expect(empty).toEqual([])
  const other = await locationOfThisTest()
  for (const last of ['001-first', undefined]) {
    await takeOver(place, last)
    await takeOver(other, last)
    expect(await inDatabase(place, schemaOf)).toEqual(await inDatabase(other, schemaOf))
    expect(await record(place)).toEqual(await record(other))
    if (last !== undefined) expect(await inDatabase(place, contentOf)).toEqual(before)
  }
})

describe('its community', () => {
  let place: Awaited<ReturnType<typeof createLocation>>
  let community: Community
  let made: Awaited<ReturnType<typeof restoreDatabase043>>
  let ana: ReturnType<Community['withToken']>
  let bruno: typeof ana
  beforeAll(async () => {
    place = await createLocation({ isEmpty: true })
    made = await restoreDatabase043(place)
    community = await startCommunity({ location: place, startsAt: Date.parse('2026-03-02T10:00:00.000Z') })
    // a migration may have emptied it
    expect(await fillIndex(community.services, { pauseRatio: 0 })).toBe(true)
    ana = community.withToken(made.anaToken)
    bruno = community.withToken(expectDone(await community.tryToSignIn('Bruno')).access_token)
  })
  afterAll(async () => {
    await community.close()
    place.remove()
  })
  const readAs = async <T = Rows>(path: string, person: Pick<typeof ana, 'get'> = ana) =>
    expectDone(await person.get<T>(path))

  test('signs in by passwords of before, and an old session is still signed in', async () => {
    expect(await readAs('/auth/me')).toMatchObject({ name: 'Ana', email: 'ana@alejandria.example' })
    expect((await community.tryToSignIn('Bruno', 'no es')).status).toBe(401)
    expect((await community.tryToSignIn('Gala')).body.code).toBe('second_factor_required')
  })

  test('has posts with comments, versions, links and covers, which are found', async () => {
    const [post] = await readAs('/posts?limit=10&q=lejos')
    expect(post).toMatchObject({ title: 'El faro de la isla', category_name: 'Faros', author_name: 'Ana' })
    expect(await readAs(`/posts/${post?.id}/versions/1`)).toMatchObject({ content: 'Primera versión.' })
    const comments = await readAs(`/comments/post/${post?.id}`)
    expect(comments.map(({ author_name }) => author_name)).toEqual(['Bruno', 'Carla', 'Bruno'])
    expect(await readAs('/posts/drafts/my', bruno)).toMatchObject([{ title: 'Un borrador' }])
    expect(await readAs('/search?q=aceite')).toMatchObject([{ kind: 'file', title: 'notas.txt' }])
  })

  test('has files with their bytes and smaller versions, and goes on with an upload', async () => {
    const [, , notes, picture] = await readAs<ArchiveFile[]>('/files?limit=10')
    expect(`${(await ana.fetchesBytes(notes?.cloudinary_url ?? '')).bytes}`).toBe('Aceite, mecha y espejo.')
    for (const address of [picture?.cloudinary_url, picture?.thumb_url, picture?.screen_url])
      expect((await ana.fetchesBytes(address ?? '')).status).toBe(200)
    const tus = { 'tus-resumable': '1.0.0', 'upload-offset': '5', 'content-type': 'application/offset+octet-stream' }
    const address = `/files/uploads/${made.uploadId}`
    const uploaded = expectDone(await ana.ask<ArchiveFile>('PATCH', address, { raw: ' fin\n', headers: tus }))
    expect(`${(await ana.fetchesBytes(uploaded.cloudinary_url)).bytes}`).toBe('medio fin\n')
    expect(await community.storedKeys()).toContain('f'.repeat(32))
    await sweep(community.services, { alone: true })
    expect(await community.storedKeys()).not.toContain('f'.repeat(32))
  })

  test('writes on where the chat was, and recognizes a repeat', async () => {
    expect(await readAs('/chat/reading', bruno)).toMatchObject({ seq: 2, unread: 1, head: 4 })
    expectDone(await bruno.post('/chat/messages', { message: 'Yo' }))
    const messages = await readAs('/chat/messages')
    expect(messages.map(({ seq, message }) => [seq, message])).toEqual([
      [1, 'Hola a todos'],
      [2, 'Buenas'],
      [3, '¿Quién viene al faro hoy?'],
      [4, ''],
      [5, 'Yo'],
    ])
    const again = { message: 'Hola a todos', client_id: '00000001-0000-4000-8000-000000000000' }
    expect(expectDone(await ana.post('/chat/messages', again))).toMatchObject({ seq: 1 })
  })

  test('still can’t change its audit trail', async () => {
    const change = community.db.updateTable('audit_events').set({ actor_name: 'Nadie' })
    await expect(change.execute()).rejects.toThrow('only ever added to')
  })
})

test('several processes that open it at once take it over once', async () => {
  const place = await locationOfThisTest()
  await restoreDatabase043(place)
  const processes = Array.from({ length: 4 }, () => run('open-database', [], place))
  for (const { code, stdout, stderr } of await Promise.all(processes.map(({ ended }) => ended)))
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
  const other = await locationOfThisTest()
  await takeOver(other)
  expect(await record(place)).toEqual(await record(other))
})

test('a snapshot that was made then is whole, and restored with all of its rows', async () => {
  const store = { BACKUP_TO: await storeOf043() }
  const place = await locationOfThisTest()
  const [name = ''] = (await command(place, 'backup list', store)).lines.map((line) => line.split(' ')[0])
  expect(await command(place, `restore ${name}`, store)).toMatchObject({ code: 0 })
  expect(await command(place, 'backup verify', store)).toMatchObject({ code: 0 })
  const restored = await inDatabase(place, contentOf)
  const laterTables = ['imports', 'imported']
  expect(keptTables.filter((table) => restored[table]?.length === 0)).toEqual(laterTables)
  expect(restored.posts?.join()).toContain('El faro de la isla')
  expect((await command(place, 'files check')).lines).toEqual([
    expect.stringMatching(/ 0 missing, 0 damaged; 0 orphaned/),
  ])
})

test('one of before it is refused by the server and by commands, with a line that names the version to start first', async () => {
  const place = await locationOfThisTest()
  await restoreDatabase043(place)
  await inDatabase(place, (db) => sql`delete from kysely_migration where name = '043-pictures-in-texts'`.execute(db))
  const everything = async () => ({
    bytes: place.databaseUrl ? '' : readFileSync(join(place.dataDir, 'alejandria.db')).toString('base64'),
    content: await inDatabase(place, contentOf),
    record: await record(place),
  })
  const before = await everything()
  const refusal = /^the database is of an older version .* start commit 2cf02e6a of it first, then this one\n$/
  for (const [program, ...args] of [['main'], ['admin', 'reset-password', 'Hipatia']] as const) {
    const stderr = expect.stringMatching(refusal)
    expect(await run(program, args, place).ended).toMatchObject({ code: 1, stdout: '', stderr })
  }
  expect(await everything()).toEqual(before)
})

test('one that a newer version took over is refused and not changed', async () => {
  const place = await locationOfThisTest()
  await restoreDatabase043(place)
  await inDatabase(place, (db) =>
    sql`insert into kysely_migration (name, timestamp) values ('044-of-the-future', '2030-01-01')`.execute(db),
  )
  const before = await record(place)
  await expect(takeOver(place)).rejects.toThrow(/newer version .*\(it has 044-of-the-future\)/)
  expect(await record(place)).toEqual(before)
})
