// @databases both
// 'Copia ahora': administrators ask for a snapshot and see its outcome (issue 13, "The state of the house").
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { State } from '../../../contract/state.ts'
import { fixture } from '../../support/fixtures.ts'
import { command, filesBelow, newBucket, newStore, signIn, snapshotsIn } from '../../support/server/backups.ts'
import { communityOfThisTest, expectDone, minutes } from '../../support/server/community.ts'
import { inDatabase, locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const servers = serversOfThisFile()
type Hipatia = Pick<Awaited<ReturnType<typeof signIn>>, 'get' | 'post'>

const stateOf = async (hipatia: Hipatia) => expectDone(await hipatia.get<State>('/admin/state'))
/** Slower than the tokens of a look at the state come back, so that a long wait isn't refused. */
const waitOptions = { timeout: 30_000, interval: 250 }
const makeSnapshot = (hipatia: Hipatia) => hipatia.post<State>('/admin/state/snapshot')

/** The state when nothing runs any more. */
async function stateAtRest(hipatia: Hipatia) {
  await expect.poll(async () => (await stateOf(hipatia)).snapshots.running, waitOptions).toBeNull()
  return stateOf(hipatia)
}

/** A server with the snapshot of its first night. */
async function openAfterFirstNight(settings: Record<string, string>) {
  const opened = await servers.open(settings)
  const { hipatia } = opened
  await expect.poll(async () => (await stateOf(hipatia)).snapshots.verified, waitOptions).not.toBeNull()
  const { snapshots } = await stateAtRest(hipatia)
  expect(snapshots).toMatchObject({ is_set: true, verified: { name: snapshots.last?.name, is_whole: true } })
  expect(Date.parse(snapshots.next_at ?? '')).toBeGreaterThan(Date.now())
  return opened
}

/** A community in this process, which makes snapshots only when it is asked. */
async function communityWith(backupTo?: string) {
  const place = await locationOfThisTest()
  const community = await communityOfThisTest({
    // the program that makes them goes by the machine's clock, which moves on
    location: place,
    stateToken: 'la-llave-del-monitor',
    startsAt: Date.now() + minutes(1),
    ...(backupTo !== undefined && { backupTo }),
  })
  return { ...community, place }
}

test('Hipatia asks for one, sees it running and made; the trail says that she asked', async () => {
  const store = await newStore()
  const { hipatia, place } = await communityWith(store)
  await hipatia.uploads(fixture('foto.jpg'))
  const begun = expectDone(await makeSnapshot(hipatia))
  expect(begun.snapshots.running).not.toBeNull()
  const detail = 'Se está haciendo o comprobando una copia ahora mismo. Espera a que termine.'
  expectRefusal(await makeSnapshot(hipatia), 409, { detail })
  const { snapshots, care } = await stateAtRest(hipatia)
  expect(snapshots.last).toMatchObject({ bytes: fixture('foto.jpg').bytes.length, faulty_files: 0 })
  expect(care).toEqual([])
  const { lines } = await command(place, 'backup list', { BACKUP_TO: store })
  expect(lines.at(-1)).toContain(snapshots.last?.name)
  const events = expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=server'))
  expect(events.map(({ action, actor_name }) => [action, actor_name])).toEqual([['snapshot_requested', 'Hipatia']])
})

test('a disk that isn’t mounted needs care until the next snapshot, and nothing is copied in its place; nor in a new place, unless the operator says so', async () => {
  const disk = join(await newStore(), 'disk')
  mkdirSync(disk)
  const { hipatia, place } = await communityWith(disk)
  expectDone(await makeSnapshot(hipatia))
  const { snapshots: before } = await stateAtRest(hipatia)
  expect(before).toMatchObject({ is_on_data_disk: true, failure: null })
  const mounted = `${disk}-mounted`
  renameSync(disk, mounted)
  mkdirSync(disk)
  expectDone(await makeSnapshot(hipatia))
  const { care, snapshots } = await stateAtRest(hipatia)
  expect(care).toEqual(expect.arrayContaining(['snapshot_failed', 'snapshot_place_changed']))
  const refusal = `the last snapshot, ${before.last?.name}, isn't in ${disk}: is its disk mounted?`
  expect(snapshots.failure?.reason).toContain(refusal)
  expect(filesBelow(disk)).toEqual([])
  const settings = { BACKUP_TO: disk }
  const refused = await command(place, 'backup', settings)
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(refusal) })
  rmSync(disk, { recursive: true })

  renameSync(mounted, disk)
  expectDone(await makeSnapshot(hipatia))
  const back = await stateAtRest(hipatia)
  for (const code of ['snapshot_failed', 'snapshot_place_changed']) expect(back.care).not.toContain(code)
  expect(back.snapshots.failure).toBeNull()

  const other = { BACKUP_TO: await newStore() }
  expect((await command(place, 'backup', other)).stderr).toContain('backup --new-place')
  expect(await command(place, 'backup --new-place', other)).toMatchObject({ code: 0 })
  expect(await command(place, 'backup', other)).toMatchObject({ code: 0 })
})

test('a snapshot that is dated later than now needs care until it is taken away', async () => {
  const store = await newStore()
  const { hipatia, place } = await communityWith(store)
  mkdirSync(join(store, 'snapshots'))
  const later = join(store, 'snapshots', '20991125T153337Z.manifest.json')
  writeFileSync(later, '')
  expectDone(await makeSnapshot(hipatia))
  const { care, snapshots } = await stateAtRest(hipatia)
  expect(care).toContain('snapshot_dated_later')
  expect(snapshots.last?.name).toMatch(/^20[2-8]/)
  rmSync(later)
  expect(await command(place, 'backup forget', { BACKUP_TO: store })).toMatchObject({ code: 0 })
  expect((await stateOf(hipatia)).care).not.toContain('snapshot_dated_later')
})

test('files whose bytes are gone need care; neither the log nor a monitor has their names', async () => {
  const store = await newStore()
  const { hipatia, place, withToken, logText } = await communityWith(store)
  await hipatia.uploads({ name: 'Carta a Safo.txt', bytes: 'Querida Safo' })
  const [path = ''] = filesBelow(join(place.dataDir, 'files')).filter((path) => statSync(path).size === 12)
  rmSync(path)
  expectDone(await makeSnapshot(hipatia))
  const { care, snapshots, errors } = await stateAtRest(hipatia)
  expect(care).toEqual(['files_missing', 'errors'])
  expect(snapshots.last).toMatchObject({ bytes: 0, faulty_files: 1 })
  expect(errors).toMatchObject([{ kind: 'a snapshot lacks something', count: 1 }])
  const monitored = await withToken('la-llave-del-monitor').get<State>('/admin/state')
  expect(expectDone(monitored)).toMatchObject({ status: 'care', care: ['files_missing', 'errors'] })
  expect(monitored.text).not.toContain('Safo')
  expect(logText()).toContain(`${basename(path)} is missing in the archive`)
  expect(logText()).not.toContain('Safo')
  const { stderr } = await command(place, 'backup', { BACKUP_TO: store })
  expect(stderr).toContain(`"Carta a Safo.txt" (${basename(path)})`)
})

test('without a place Hipatia reads how to set one, and nothing is noted in the trail', async () => {
  const { hipatia } = await communityWith()
  const detail = 'No hay ningún sitio para las copias. Quien se ocupa del servidor lo elige con el ajuste BACKUP_TO.'
  expectRefusal(await makeSnapshot(hipatia), 409, { detail })
  expect(expectDone(await hipatia.get('/audit?kind=server'))).toEqual([])
})

test('the operator’s snapshot is seen, and no other begins; the log says what needs care; a restart remembers errors', async () => {
  const s3 = await newBucket()
  const store = snapshotsIn(s3)
  const { place, server, hipatia } = await openAfterFirstNight(store)
  await server.waitForOutput(/"level":30,.*"care":\[\].*"all is well"/)
  const { promise: until, resolve: release } = Promise.withResolvers<void>()
  s3.faults.waitFor = { key: /manifest/, until }
  const made = command(place, 'backup', store)
  await expect.poll(async () => (await stateOf(hipatia)).snapshots.running?.kind, waitOptions).toBe('snapshot')
  expectRefusal(await makeSnapshot(hipatia), 409)
  release()
  expect(await made).toMatchObject({ code: 0 })
  s3.faults.waitFor = undefined

  await inDatabase(place, async (db) => {
    await db.schema.alterTable('categories').renameTo('moved_away').execute()
    expectRefusal(await hipatia.get('/categories'), 500)
    await db.schema.alterTable('moved_away').renameTo('categories').execute()
  })
  await servers.stop(server)

  const next = await servers.start(place, store)
  await next.waitForOutput(/"level":40,.*"care":\["errors"\].*"something needs care/)
  const again = await signIn(next.origin, 'Hipatia')
  expect(await stateOf(again)).toMatchObject({ status: 'care', errors: [{ kind: 'internal', count: 1 }] })
  await servers.stop(next)
})

// SQLite has one process
if (inject('postgresUrl'))
  test('two processes are listed by both, until one stops; one snapshot runs at a time', async () => {
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    const { place, server: first, hipatia } = await openAfterFirstNight(store)
    const second = await servers.start(place, store)
    const there = await signIn(second.origin, 'Hipatia')
    for (const person of [hipatia, there])
      await expect.poll(async () => (await stateOf(person)).processes, waitOptions).toHaveLength(2)

    const { promise: until, resolve: release } = Promise.withResolvers<void>()
    s3.faults.waitFor = { key: /manifest/, until }
    const answers = await Promise.all([hipatia, there, hipatia, there].map(makeSnapshot))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    release()
    s3.faults.waitFor = undefined
    await stateAtRest(there)
    await servers.stop(second)
    expect((await stateOf(hipatia)).processes).toHaveLength(1)
    await servers.stop(first)
  })
