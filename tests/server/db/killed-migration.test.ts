// @databases both
// kill -9 of a server in the middle of its migrations: the next start makes of the old database the same as without the
// kill (tests/README.md, 5).
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { signIn } from '../../support/server/backups.ts'
import { contentOf } from '../../support/server/database/content-of.ts'
import { restoreDatabase043 } from '../../support/server/database/database-043.ts'
import { schemaOf } from '../../support/server/database/schema-of.ts'
import { locationOfThisTest, run, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const { start, stop, stopAtEnd } = serversOfThisFile()

/** Brings the database up to date and returns everything in it. */
async function everythingIn(place: DatabaseLocation) {
  await using opened = await openDatabase(place, { alone: false })
  return { schema: await schemaOf(opened.db), content: await contentOf(opened.db) }
}

function changeSqlite({ dataDir }: DatabaseLocation, statements: string) {
  const database = new DatabaseSync(join(dataDir, 'alejandria.db'))
  database.exec(statements)
  database.close()
}

/** Posts that a migration changes: more than SQLite keeps in memory until the commit. */
const manyPosts = `
  with recursive n (i) as (select 1 union all select i + 1 from n limit 4000)
    insert into posts (id, title, content, excerpt, excerpt_cut, word_count, author_id, created_at, updated_at, version)
    select 'p' || i, 'x', printf('%.1000c', 'x'), 'x', 0, 1, (select min(id) from users), i, i, 1 from n`

/** The migration that changes posts is never recorded as done. */
const trap = `
  create view endless as with recursive n (i) as (select 1 union all select i + 1 from n) select i from n;
  create trigger trap before insert on kysely_migration begin select count(*) from endless; end`

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
  await client.query('begin; lock table posts in share mode')
  return {
    async isHeld() {
      const waiting = "select from pg_locks where relation = 'posts'::regclass and not granted"
      return (await client.query(waiting)).rowCount === 1
    },
    release: () => client.query('rollback'),
  }
}

test('after a kill in the middle of its migrations a database becomes the same as without the kill', async () => {
  const places = [await locationOfThisTest(), await locationOfThisTest()] as const
  for (const place of places) {
    await restoreDatabase043(place)
    if (!place.databaseUrl) changeSqlite(place, manyPosts)
  }
  const [place, untouched] = places
  const held = place.databaseUrl ? await holdInPostgres(place.databaseUrl) : await holdInSqlite(place)
  const server = run('main', [], place)
  stopAtEnd(server)
  await expect.poll(held.isHeld, { interval: 5 }).toBe(true)
  server.kill('SIGKILL')
  expect((await server.ended).stdout).not.toContain('open at')
  await held.release()

  expect(await everythingIn(place)).toEqual(await everythingIn(untouched))
  const again = await start(place)
  await signIn(again.origin, 'Bruno')
  await stop(again)
})
