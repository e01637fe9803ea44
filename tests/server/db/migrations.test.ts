// @databases both
// Schema: one set of migrations, run at start under a lock; a newer schema than the program's is refused (DECISIONS
// §1).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import type { Db } from '../../../server/db/schema.ts'
import { insertRows, newPost, newUser, rowsOf } from '../../support/server/database/rows.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest, run } from '../../support/server/processes/server-process.ts'

const open = (place: DatabaseLocation) => openDatabase(place, { alone: false })

/** Tables with their columns, and the times of migrations. */
async function schemaOf(place: DatabaseLocation) {
  const { db, close } = await open(place)
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const { rows } = await sql`select name, timestamp from kysely_migration order by name`.execute(db)
  await close()
  const columns = tables.map(({ name, columns: of }) => [
    name,
    of.map((column) => [column.name, column.dataType, column.isNullable]),
  ])
  return { columns: columns.toSorted(), rows }
}

const lockNames = async (db: Db) =>
  (await db.selectFrom('locks').select('name').orderBy('name').execute()).map(({ name }) => name)

describe('a new database', () => {
  test('gets every table; another start keeps them with their content', async () => {
    const place = await locationOfThisTest()
    await (await open(place)).close()
    const first = await schemaOf(place)
    expect(first.columns.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        ...['categories', 'chat_messages', 'chat_readings', 'comments', 'counters', 'health', 'locks'],
        ...['login_failures', 'posts', 'presence', 'processes', 'sessions', 'users'],
      ]),
    )
    expect(first.rows.length).toBeGreaterThan(0)
    const { db, close } = await open(place)
    const row = { id: '1'.repeat(32), name: 'Historia', name_key: 'historia', created_at: 1 }
    await insertRows(db, 'categories', [row])
    await close()
    const again = await open(place)
    expect(await again.db.selectFrom('categories').select('name').execute()).toEqual([{ name: 'Historia' }])
    await again.close()
    expect(await schemaOf(place)).toEqual(first)
  })

  test('opened many times at once in the same process is made once', async () => {
    const place = await locationOfThisTest()
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(place)))
    for (const { db } of opened) expect(await lockNames(db)).toEqual(['accounts'])
    await Promise.all(opened.map(({ close }) => close()))
    expect(new Set((await schemaOf(place)).rows.map((row) => (row as { name: string }).name)).size).toBe(
      (await schemaOf(place)).rows.length,
    )
  })

  test('opened by several processes at once is made once', async () => {
    const place = await locationOfThisTest()
    const processes = Array.from({ length: 4 }, () => run('open-database', [], place))
    for (const { code, stdout, stderr } of await Promise.all(processes.map(({ ended }) => ended)))
      expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' })
    const { db, close } = await open(place)
    expect(await lockNames(db)).toEqual(['accounts'])
    await close()
  })
})

describe('a database made by a newer version', () => {
  test('is refused with a message, and not changed', async () => {
    const place = await locationOfThisTest()
    const { db, close } = await open(place)
    await sql`insert into kysely_migration (name, timestamp) values ('999-of-the-future', '2030-01-01')`.execute(db)
    await sql`alter table posts add column mood text`.execute(db)
    await close()
    const bytes = () => (place.databaseUrl ? '' : readFileSync(join(place.dataDir, 'alejandria.db')).toString('base64'))
    const before = bytes()

    await expect(open(place)).rejects.toThrow(/newer version .*999-of-the-future/)
    const { code, stdout, stderr } = await run('main', [], place).ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('999-of-the-future')
    expect(bytes()).toBe(before)
  })
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
    await db.insertInto('users').values(person('a')).execute()
    for (const wrong of [{ role: 'root' }, { name_key: 'a' }, { email_key: 'a' }, { name: null }])
      await expect(db.insertInto('users').values(person('b', wrong)).execute()).rejects.toThrow()
    const post = (changes = {}) => newPost({ id: 'a' }, changes)
    for (const wrong of [post({ author_id: 'nobody' }), post({ category_id: 'none' })])
      await expect(db.insertInto('posts').values(wrong).execute()).rejects.toThrow()
    await db.insertInto('posts').values(post()).execute()
    await expect(db.deleteFrom('users').execute()).rejects.toThrow()
    const comment = { id: '2', post_id: 'none', author_id: 'a', content: 'x', created_at: 1, updated_at: 1 }
    await expect(db.insertInto('comments').values(comment).execute()).rejects.toThrow()
    // a deleted person's name becomes free
    await db.updateTable('users').set({ deleted_at: 1 }).execute()
    const namesake = person('b', { name_key: 'a', email_key: 'a' })
    await db.insertInto('users').values(namesake).execute()
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
