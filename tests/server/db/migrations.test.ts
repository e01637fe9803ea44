// @databases both
// Schema: one set of migrations, run at start under a lock; a newer schema than the program's is refused (DECISIONS
// §1).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import type { Db } from '../../../server/db/schema.ts'
import { changeRows, insertRows, newPost, newUser, rowsOf } from '../../support/server/database/rows.ts'
import { migrationsIn, schemaOf } from '../../support/server/database/schema-of.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { inDatabase, locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

const open = (place: DatabaseLocation) => openDatabase(place, { alone: false })

/** The whole schema, and the times of migrations. */
const madeIn = (place: DatabaseLocation) =>
  inDatabase(place, async (db) => {
    const { rows } = await sql`select name, timestamp from kysely_migration order by name`.execute(db)
    return { schema: await schemaOf(db), rows }
  })

describe('a new database', () => {
  test('gets every table; another start keeps them with their content', async () => {
    const place = await locationOfThisTest()
    const { db, close } = await open(place)
    const tables = (await db.introspection.getTables()).map(({ name }) => name)
    expect(tables).toEqual(
      expect.arrayContaining([
        ...['categories', 'chat_messages', 'chat_readings', 'comments', 'counters', 'health', 'locks'],
        ...['login_failures', 'posts', 'presence', 'processes', 'sessions', 'users'],
      ]),
    )
    const row = { id: '1'.repeat(32), name: 'Historia', name_key: 'historia', created_at: 1 }
    await insertRows(db, 'categories', [row])
    await close()
    const first = await madeIn(place)
    expect(first.rows.length).toBeGreaterThan(0)
    const again = await open(place)
    expect(await rowsOf(again.db, 'categories')).toMatchObject([{ name: 'Historia' }])
    await again.close()
    expect(await madeIn(place)).toEqual(first)
  })

  test('opened many times at once, in the same process or by several, is made once', async () => {
    const place = await locationOfThisTest()
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(place)))
    for (const { db } of opened) expect(await rowsOf(db, 'locks')).toEqual([{ name: 'accounts' }])
    await Promise.all(opened.map(({ close }) => close()))
    const migrations = await inDatabase(place, migrationsIn)
    expect(migrations).toEqual([...new Set(migrations)])

    const other = await locationOfThisTest()
    const processes = Array.from({ length: 4 }, () => run('open-database', [], other))
    for (const ended of await Promise.all(processes.map(({ ended }) => ended)))
      expect(ended).toMatchObject({ code: 0, stdout: '', stderr: '' })
    expect(await inDatabase(other, (db) => rowsOf(db, 'locks'))).toEqual([{ name: 'accounts' }])
    expect(await inDatabase(other, migrationsIn)).toEqual(migrations)
  })
})

test('a database made by a newer version is refused with a message, and not changed', async () => {
  const place = await locationOfThisTest()
  const { db, close } = await open(place)
  await sql`insert into kysely_migration (name, timestamp) values ('999-of-the-future', '2030-01-01')`.execute(db)
  await sql`alter table posts add column mood text`.execute(db)
  await close()
  const bytes = () => (place.databaseUrl ? '' : readFileSync(join(place.dataDir, 'alejandria.db')).toString('base64'))
  const before = bytes()

  await expect(open(place)).rejects.toThrow(/newer version .*999-of-the-future/)
  const refused = { code: 1, stdout: '', stderr: expect.stringContaining('999-of-the-future') }
  expect(await run('main', [], place).ended).toMatchObject(refused)
  expect(bytes()).toBe(before)
})

const person = (id: string, changes = {}) => newUser(id, { id, email: id, email_key: id, ...changes })

describe('the schema itself refuses rows that break the rules', () => {
  let db: Db
  let close: () => Promise<void>
  beforeEach(async () => {
    ;({ db, close } = await open(await locationOfThisTest()))
    onTestFinished(close)
  })

  test('posts and comments without author or post, unknown roles, duplicate names', async () => {
    await insertRows(db, 'users', [person('a')])
    for (const wrong of [{ role: 'root' }, { name_key: 'a' }, { email_key: 'a' }, { name: null }])
      await expect(insertRows(db, 'users', [person('b', wrong)])).rejects.toThrow()
    for (const wrong of [{ author_id: 'nobody' }, { category_id: 'none' }])
      await expect(insertRows(db, 'posts', [newPost({ id: 'a' }, wrong)])).rejects.toThrow()
    await insertRows(db, 'posts', [newPost({ id: 'a' })])
    await expect(db.deleteFrom('users').execute()).rejects.toThrow()
    const comment = { id: '2', post_id: 'none', author_id: 'a', content: 'x', created_at: 1, updated_at: 1 }
    await expect(insertRows(db, 'comments', [comment])).rejects.toThrow()
    // a deleted person's name becomes free
    await changeRows(db, 'users', { deleted_at: 1 })
    await insertRows(db, 'users', [person('b', { name_key: 'a', email_key: 'a' })])
  })

  test('duplicate numbers or client_ids of messages, presence without a session or a process', async () => {
    const [ana, bruno] = ['a', 'b']
    await insertRows(db, 'users', [person(ana), person(bruno)])
    const says = (seq: number, changes: object = {}) => {
      const row = { seq, id: `${seq}`, author_id: ana, client_id: 'x', message: 'Hola', unpaired: null, created_at: 1 }
      return insertRows(db, 'chat_messages', [Object.assign(row, changes)])
    }
    await says(1)
    await says(2, { author_id: bruno })
    await says(3, { client_id: null, unpaired: 'rest' })
    await says(4, { client_id: null, unpaired: 'socket' })
    for (const wrong of [{ seq: 1 }, { id: '1' }, {}, { author_id: 'nobody' }, { message: null }, { unpaired: 'post' }])
      await expect(says(5, { ...(Object.keys(wrong).length > 0 && { client_id: 'y' }), ...wrong })).rejects.toThrow()
    await expect(db.deleteFrom('users').where('id', '=', ana).execute()).rejects.toThrow()
    const counters = await db.selectFrom('counters').selectAll().orderBy('name').execute()
    expect(Object.fromEntries(counters.map(({ name, value }) => [name, value]))).toEqual({ chat: 0, chat_changes: 0 })

    await insertRows(db, 'processes', [{ id: 'p', lease_until: 1 }])
    const session = { id: 's', token_hash: 't', user_id: ana, created_at: 1, last_seen_at: 1, expires_at: 1 }
    await insertRows(db, 'sessions', [session])
    const present = { process_id: 'p', session_id: 's' }
    await insertRows(db, 'presence', [present])
    for (const wrong of [{ session_id: 'nobody' }, { process_id: 'nowhere' }, {}])
      await expect(insertRows(db, 'presence', [{ ...present, ...wrong }])).rejects.toThrow()
    // the end of a session, or of a process, deletes its presence
    await db.deleteFrom('sessions').execute()
    expect(await rowsOf(db, 'presence')).toEqual([])
  })

  onSqlite('on SQLite every commit reaches the disk, and readers don’t wait for writers', async () => {
    const pragma = async (name: string) =>
      Object.values((await sql`${sql.raw(`pragma ${name}`)}`.execute(db)).rows[0] as object)[0]
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    // a lock is waited for by a timer: tests/server/db/out-of-reach.test.ts
    expect(await pragma('busy_timeout')).toBe(0)
  })
})
