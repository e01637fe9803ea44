// @databases both
// kill -9 of a server in the middle of its migrations: the next start makes of the old database the same as without the
// kill (tests/README.md, 5).
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { expectDone, passwordOf } from '../../support/server/community.ts'
import { restoreDatabase005 } from '../../support/server/database-005.ts'
import { locationOfThisTest, login, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop, stopAtEnd } = serversOfThisFile()

/** Brings the database up to date and returns everything in it. */
async function contentOf(place: DatabaseLocation) {
  const { db, close } = await openDatabase(place, { alone: false })
  onTestFinished(close)
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  const contents = tables.map(async ({ name, columns }) => {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
    // migrations have the time at which they ran
    const texts = rows.map((row) => JSON.stringify({ ...row, timestamp: undefined }))
    return [name, columns, texts.toSorted()] as const
  })
  return Promise.all(contents)
}

function changeSqlite({ dataDir }: DatabaseLocation, statements: string) {
  const database = new DatabaseSync(join(dataDir, 'alejandria.db'))
  database.exec(statements)
  database.close()
}

/** Mails that a migration changes: more than SQLite keeps in memory until the commit. */
const manyMails = `
  with recursive n (i) as (select 1 union all select i + 1 from n limit 1000)
    insert into mails (id, kind, subject, body, author_id, created_at)
    select 'm' || i, 'security', 'x', 'x', (select min(id) from users), i from n;
  insert into deliveries (id, mail_id, user_id, state, attempts, due_at, reason)
    select mails.id || users.id, mails.id, users.id, 'failed', 1, 1, printf('%.1000c', 'x') from mails, users
    where mails.kind = 'security'`

/** The migration that inserts into this table never ends. */
const trap = `
  create view endless as with recursive n (i) as (select 1 union all select i + 1 from n) select i from n;
  create trigger trap before insert on locks begin select count(*) from endless; end`

async function holdInSqlite(place: DatabaseLocation) {
  changeSqlite(place, trap)
  const log = join(place.dataDir, 'alejandria.db-wal')
  return {
    isHeld: async () => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 2 ** 20,
    release: async () => changeSqlite(place, 'drop trigger trap; drop view endless'),
  }
}

async function holdInPostgres(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin; lock table locks in share mode')
  return {
    async isHeld() {
      const waiting = "select from pg_locks where relation = 'locks'::regclass and not granted"
      return (await client.query(waiting)).rowCount === 1
    },
    release: () => client.query('rollback'),
  }
}

test('after a kill in the middle of its migrations a database becomes the same as without the kill', async () => {
  const places = [await locationOfThisTest(), await locationOfThisTest()] as const
  for (const place of places) {
    await restoreDatabase005(place)
    if (!place.databaseUrl) changeSqlite(place, manyMails)
  }
  const [place, untouched] = places
  const held = place.databaseUrl ? await holdInPostgres(place.databaseUrl) : await holdInSqlite(place)
  const server = run('main', [], place)
  stopAtEnd(server)
  await expect.poll(held.isHeld, { interval: 5 }).toBe(true)
  server.kill('SIGKILL')
  expect((await server.ended).stdout).not.toContain('open at')
  await held.release()

  expect(await contentOf(place)).toEqual(await contentOf(untouched))
  const again = await start(place)
  const { access_token } = expectDone(await login(again.origin, 'Bruno', passwordOf('Bruno')))
  expect(access_token).not.toBe('')
  await stop(again)
})
