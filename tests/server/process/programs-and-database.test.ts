// @databases both
// Programs and their database (DECISIONS §1): several servers on one, one of another version, of no community, out of reach.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { isRoot } from '../../../tools/debian.ts'
import { freePort } from '../../../tools/free-port.ts'
import { createDatabase } from '../../../tools/postgres.ts'
import { personWith } from '../../support/server/community.ts'
import { migrationsIn } from '../../support/server/database/schema-of.ts'
import { onPostgres, onSqlite } from '../../support/server/on-database.ts'
import {
  inDatabase,
  locationOfThisTest,
  run,
  serversOfThisFile,
  signIn,
  usersIn,
} from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const { stopAtEnd: keep, open, start, stop } = serversOfThisFile()

test('a second server on the same folder is refused on SQLite; on PostgreSQL it serves the same people', async () => {
  const { place, server: first, hipatia } = await open()
  if (place.databaseUrl) {
    const second = await start(place)
    const there = personWith(second.origin, hipatia.token)
    expect((await there.get('/auth/me')).status).toBe(200)
    expect((await hipatia.post('/auth/logout')).status).toBe(204)
    expectRefusal(await there.get('/auth/me'), 401)
    await stop(second)
  } else {
    const stderr = expect.stringContaining('another server is running on this data folder')
    expect(await run('main', [], place).ended).toMatchObject({ code: 1, stdout: '', stderr })
    await signIn(first.origin, 'Hipatia')
  }
  await stop(first)
})

test('four servers that start at once on a new database make a single admin on PostgreSQL; on SQLite only one opens', async () => {
  const place = await locationOfThisTest()
  const servers = Array.from({ length: 4 }, () => run('main', [], place))
  keep(...servers)
  // all are open or refused before any is stopped: a late process would find the folder free
  await Promise.all(servers.map((server) => server.waitForOutput(/open at /).catch(() => undefined)))
  for (const server of servers) server.kill('SIGTERM')
  const opened = await Promise.all(servers.map((server) => server.ended))
  expect(opened.filter(({ code }) => code === 0)).toHaveLength(place.databaseUrl ? 4 : 1)
  expect(opened.filter(({ stdout }) => stdout.includes('First admin'))).toHaveLength(1)
  expect(await usersIn(place)).toHaveLength(1)
})

test('commands of a newer or an older version are refused and leave the schema to the server that runs on it', async () => {
  const { place, server } = await open()
  const reset = () => run('admin', ['reset-password', 'Hipatia'], place).ended
  const refusal = (reason: string) => ({ code: 1, stdout: '', stderr: expect.stringContaining(reason) })
  await inDatabase(place, async (db) => {
    const before = await migrationsIn(db)
    const last = before.pop() ?? ''
    await sql`delete from kysely_migration where name = ${last}`.execute(db)
    expect(await reset()).toMatchObject(refusal(`older version of Alejandría (it lacks ${last})`))
    expect(await migrationsIn(db)).toEqual(before)

    const future = '999-of-the-future'
    await sql`insert into kysely_migration (name, timestamp) values (${last}, ''), (${future}, '')`.execute(db)
    expect(await reset()).toMatchObject(refusal(`newer version of Alejandría (it has ${future})`))
    await sql`delete from kysely_migration where name = ${future}`.execute(db)
  })
  await signIn(server.origin, 'Hipatia')
  expect(await reset()).toMatchObject({ code: 0 })
  await stop(server)
})

test('commands in a folder or a database without a community are refused, and create none', async () => {
  const place = await locationOfThisTest()
  const reason = place.databaseUrl
    ? 'the database holds no community yet; start the server first'
    : `There is no community in ${place.dataDir}: check DATA_DIR.`
  const create = () => run('admin', ['create-admin', 'Hipatia', 'hipatia@example.com'], place).ended
  for (let turn = 0; turn < 2; turn++) expect(await create()).toMatchObject({ code: 1, stderr: `${reason}\n` })
  if (!place.databaseUrl) expect(readdirSync(place.dataDir)).toEqual([])
})

const oneLine = ({ source }: RegExp) => expect.stringMatching(new RegExp(`^${source}\\n$`))
const expectOneLine = async (place: DatabaseLocation, settings: Record<string, string>, line: RegExp) =>
  expect(await run('main', [], place, settings).ended).toMatchObject({ code: 1, stdout: '', stderr: oneLine(line) })
const outOfReach = (reason: string) => new RegExp(`the database of DATABASE_URL is out of reach \\(${reason}\\)`)

test('an unreachable database at the start is reported on a single line', async () => {
  const nobody = `postgres://alejandria@127.0.0.1:${await freePort()}/alejandria`
  await expectOneLine(await locationOfThisTest(), { DATABASE_URL: nobody }, outOfReach('.+'))
})

/** Rights of files count for root too. */
const rights = '-dac_override,-dac_read_search'
const withoutOverride = isRoot ? ['setpriv', '--bounding-set', rights, '--inh-caps', rights] : []

onPostgres(
  'a database of another encoding, none, one without rights and one without TLS are refused in one line',
  async () => {
    const place = await locationOfThisTest()
    const url = place.databaseUrl ?? ''
    const latin = await createDatabase(url, "template0 encoding 'LATIN1' locale_provider libc locale 'C'")
    const asking = (change: (address: URL) => void) => {
      const address = new URL(url)
      change(address)
      return { DATABASE_URL: address.href }
    }
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create role visitante login')
    onTestFinished(async () => {
      await client.query('drop role visitante')
      await client.end()
    })
    const encoding = /the database of DATABASE_URL has the encoding LATIN1; it takes UTF8.*/
    await expectOneLine(place, { DATABASE_URL: latin }, encoding)
    const nowhere = asking((address) => Object.assign(address, { pathname: '/nada' }))
    await expectOneLine(place, nowhere, outOfReach('database "nada" does not exist'))
    const stranger = asking((address) => Object.assign(address, { username: 'visitante' }))
    await expectOneLine(place, stranger, /the database of DATABASE_URL lets its account make no tables; it takes .+/)
    const encrypted = asking((address) => address.searchParams.set('sslmode', 'verify-full'))
    await expectOneLine(place, encrypted, outOfReach('.*SSL.*'))
    const unknown = asking((address) => address.searchParams.set('sslrootcert', '/nada.pem'))
    await expectOneLine(place, unknown, outOfReach("ENOENT.*'/nada.pem'"))
  },
)

onSqlite('a data folder of another account, or a file in its place, is refused in one line', async () => {
  const { dataDir } = await locationOfThisTest()
  const file = join(dataDir, 'archivo')
  writeFileSync(file, '')
  const refused = /DATA_DIR is ".+"; it takes a folder that this account may write to \(.+\)/
  await expectOneLine({ dataDir }, { DATA_DIR: file }, refused)
  const closed = join(dataDir, 'ajena')
  mkdirSync(closed, { mode: 0 })
  for (const [program, args] of [
    ['main', []],
    ['admin', ['reset-password', 'Ana']],
  ] as const) {
    const ended = await run(program, [...args], { dataDir }, { DATA_DIR: closed }, withoutOverride).ended
    expect(ended).toMatchObject({ code: 1, stderr: oneLine(refused) })
  }
})
