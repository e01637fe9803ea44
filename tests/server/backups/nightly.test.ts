// @databases both
// Snapshots that the server makes by itself, each night and before it changes the database of an older version.
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { openBackups } from '../../../server/backups/nightly/backups.ts'
import { createNightlyBackups } from '../../../server/backups/nightly/schedule.ts'
import { readConfig } from '../../../server/config.ts'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import { newId } from '../../../server/ids.ts'
import { poll } from '../../../server/lib/poll.ts'
import {
  backup,
  command,
  filesBelow,
  hipatiasServer,
  newBucket,
  newStore,
  signIn,
  snapshotsIn,
} from '../../support/server/backups.ts'
import { restoreDatabase043 } from '../../support/server/database/database-043.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import { migrationsIn } from '../../support/server/database/schema-of.ts'
import {
  inDatabase,
  locationOfThisTest,
  run,
  serversOfThisFile,
} from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()
const day = 24 * 3_600_000

/** As if everything had happened so long ago. */
const age = (place: DatabaseLocation, ms: number) =>
  inDatabase(place, (db) =>
    db
      .updateTable('backup_runs')
      .set(({ eb }) => ({ started_at: eb('started_at', '-', ms) }))
      .execute(),
  )

/** Kinds of the work of this night that has not ended. */
const unfinished = (place: DatabaseLocation) =>
  inDatabase(place, async (db) => {
    const ended = (await rowsOf(db, 'backup_runs')).filter(
      ({ started_at, ended_at }) => started_at > Date.now() - day / 2 && ended_at !== null,
    )
    return ['snapshot', 'forget'].filter((kind) => !ended.some((run) => run.kind === kind))
  })

const listed = async (place: DatabaseLocation, settings: Record<string, string>) =>
  (await command(place, 'backup list', settings)).lines.filter((line) => line !== '').map((line) => line.split(' ')[0])

test('makes one at the first start and one each night, none in between, and after a week forgets and reads back', async () => {
  const place = await locationOfThisTest()
  const store = { BACKUP_TO: await newStore() }
  const first = await servers.start(place, { ...hipatiasServer, ...store })
  await first.waitForOutput(/"the snapshot was read back: it is whole"/)
  const ofFirstNight = await listed(place, store)
  expect(ofFirstNight).toHaveLength(1)
  await servers.stop(first)

  await age(place, day)
  const second = await servers.start(place, store)
  await second.waitForOutput(/"a snapshot was made"/)
  await expect.poll(() => unfinished(place)).toEqual([])
  const lines = await servers.stop(second)
  const now = await listed(place, store)
  expect(now.at(-1)).not.toBe(ofFirstNight[0])
  // the first one is younger than a week
  expect(lines).not.toContain('read back')

  const third = await servers.start(place, store)
  // by then what is due has begun; a disk of the machine that is full needs care
  await third.waitForOutput(/"all is well"|"something needs care/)
  expect(await servers.stop(third)).not.toContain('snapshot')
  expect(await unfinished(place)).toEqual([])
  expect(await listed(place, store)).toEqual(now)

  // after a week it forgets by the rule, and reads one back
  await age(place, 8 * day)
  const fourth = await servers.start(place, { ...store, BACKUP_KEEP: '1d' })
  await fourth.waitForOutput(/"the snapshot was read back: it is whole"/)
  await servers.stop(fourth)
  const [only, ...others] = await listed(place, store)
  expect(others).toEqual([])
  expect(now).not.toContain(only)
})

test('a store that is away is logged with its reason, and tried again until it is back', async () => {
  const place = await locationOfThisTest()
  await (await openDatabase(place)).close()
  const store = await newStore()
  const config = readConfig({
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl,
    BACKUP_TO: join(store, 'disk', 'snapshots'),
  })
  const logged: string[] = []
  const note = (about: unknown, text?: string) => void logged.push(`${text} ${JSON.stringify(about)}`)
  const log = { info: note, error: note } as never
  await inDatabase(place, async (db) => {
    const backups = openBackups(config)
    const work = createNightlyBackups({ db, now: Date.now, newId, log }, backups, config, [50])
    const nightly = poll({ everyMs: 50, work, onError() {} })
    await expect.poll(() => logged.filter((line) => line.includes('is its disk mounted?')).length).toBeGreaterThan(1)
    const noted = { kind: 'snapshot', fault: expect.stringContaining('is its disk mounted?') }
    expect(await rowsOf(db, 'backup_runs')).toContainEqual(expect.objectContaining(noted))
    renameSync(await newStore(), join(store, 'disk'))
    await expect.poll(() => logged.filter((line) => line.startsWith('a snapshot was made'))).toHaveLength(1)
    await expect.poll(() => logged.filter((line) => line.includes('it is whole'))).toHaveLength(1)
    await backups.stop()
    await nightly.stop()
  })
})

test('a server that stops in the middle of it ends at once, and makes one at the next start', async () => {
  const place = await locationOfThisTest()
  const s3 = await newBucket()
  const store = snapshotsIn(s3)
  s3.faults.waitFor = { key: /manifest/, until: new Promise(() => {}) }
  const server = await servers.start(place, { ...hipatiasServer, ...store })
  await expect.poll(() => s3.counts.waiting).toBeGreaterThan(0)
  await servers.stop(server)
  s3.faults.waitFor = undefined
  expect([...s3.objects.keys()].filter((key) => key.includes('manifest'))).toEqual([])

  const next = await servers.start(place, store)
  await next.waitForOutput(/"a snapshot was made"/)
  await servers.stop(next)
  expect(await listed(place, store)).toHaveLength(1)
})

// SQLite has one process
if (inject('postgresUrl'))
  test('one of several processes makes it', async () => {
    const place = await locationOfThisTest()
    const store = { BACKUP_TO: await newStore() }
    await servers.stop(await servers.start(place, hipatiasServer))
    const several = await Promise.all([1, 2, 3].map(() => servers.start(place, store)))
    await Promise.race(several.map(({ waitForOutput }) => waitForOutput(/"the snapshot was read back: it is whole"/)))
    const outputs = []
    for (const server of several) outputs.push(await servers.stop(server))
    expect(outputs.join('').match(/"a snapshot was made"/g)).toHaveLength(1)
    expect(outputs.join('')).not.toContain('"level":50')
    expect(await listed(place, store)).toHaveLength(1)
  })

describe('a database of the version before', () => {
  async function oldCommunity() {
    const place = await locationOfThisTest()
    await restoreDatabase043(place)
    return place
  }

  test('is kept as a snapshot first, which can be restored', async () => {
    const place = await oldCommunity()
    const store = await newStore()
    const server = await servers.start(place, { BACKUP_TO: store })
    // it is that of the night too
    expect((await servers.stop(server)).match(/a snapshot was made/g)).toHaveLength(1)
    const manifest = filesBelow(store).find((path) => path.endsWith('manifest.json')) ?? ''
    expect(readFileSync(manifest, 'utf8')).toContain('"schema":"043-pictures-in-texts"')
    const [name] = await listed(place, { BACKUP_TO: store })
    const target = await locationOfThisTest()
    expect(await command(target, `restore ${name}`, { BACKUP_TO: store })).toMatchObject({ code: 0 })
    const posts = await inDatabase(target, (db) => rowsOf(db, 'posts', { title: 'El faro de la isla' }))
    expect(posts).toHaveLength(1)
  })

  test('stays as it is while no snapshot can be made; the server says why, and how to go on without', async () => {
    const place = await oldCommunity()
    const before = await inDatabase(place, migrationsIn)
    const away = join(await newStore(), 'not', 'there')
    expect(await run('main', [], place, { BACKUP_TO: away }).ended).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('is its disk mounted?'),
      stderr: expect.stringMatching(/left as it is.*BACKUP_TO empty/),
    })
    expect(await inDatabase(place, migrationsIn)).toEqual(before)

    const server = await servers.start(place, { BACKUP_TO: '' })
    await signIn(server.origin, 'Bruno')
    await servers.stop(server)
    expect(await inDatabase(place, migrationsIn)).not.toEqual(before)
    // its newest rows are older than a day
    await command(place, 'clock confirm')
    await backup(place, { BACKUP_TO: await newStore() })
  })
})
