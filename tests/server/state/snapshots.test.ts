// @databases both
// 'Copia ahora': administrators ask for a snapshot and see its outcome (issue 13, "The state of the house").
import { renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, inject, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { State } from '../../../contract/state.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { fixture } from '../../support/fixtures.ts'
import {
  command,
  filesBelow,
  hipatiasServer,
  newBucket,
  newStore,
  signIn,
  snapshotsIn,
} from '../../support/server/backups.ts'
import { expectDone, personWith } from '../../support/server/person.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const servers = serversOfThisFile()
type Hipatia = Awaited<ReturnType<typeof signIn>>

const stateOf = async (hipatia: Hipatia) => expectDone(await hipatia.get<State>('/admin/state'))
const makeSnapshot = (hipatia: Hipatia) => hipatia.post<State>('/admin/state/snapshot')

/** The state when nothing runs any more. */
async function stateAtRest(hipatia: Hipatia) {
  await expect
    .poll(async () => (await stateOf(hipatia)).snapshots.running, { timeout: 30_000, interval: 300 })
    .toBeNull()
  return stateOf(hipatia)
}

/** A server with the snapshot of its first night. */
async function serverAfterFirstNight(place: DatabaseLocation, settings: Record<string, string>) {
  const server = await servers.start(place, { ...hipatiasServer, ...settings })
  const hipatia = await signIn(server.origin, 'Hipatia')
  await expect
    .poll(async () => (await stateOf(hipatia)).snapshots.verified, { timeout: 30_000, interval: 300 })
    .not.toBeNull()
  await stateAtRest(hipatia)
  return { server, hipatia }
}

test('Hipatia asks for one, sees it running and made; the trail says that she asked', async () => {
  const place = await locationOfThisTest()
  const store = { BACKUP_TO: await newStore() }
  const { server, hipatia } = await serverAfterFirstNight(place, store)
  const { snapshots: before } = await stateOf(hipatia)
  expect(before).toMatchObject({ is_set: true, verified: { name: before.last?.name, is_whole: true }, failure: null })
  expect(Date.parse(before.next_at ?? '')).toBeGreaterThan(Date.now())
  await hipatia.uploads(fixture('foto.jpg'))

  const begun = expectDone(await makeSnapshot(hipatia))
  expect(begun.snapshots.running).not.toBeNull()
  const detail = 'Se está haciendo o comprobando una copia ahora mismo. Espera a que termine.'
  expectRefusal(await makeSnapshot(hipatia), 409, { detail })
  const { snapshots, care } = await stateAtRest(hipatia)
  expect(snapshots.last?.name).not.toBe(before.last?.name)
  expect(snapshots.last).toMatchObject({ bytes: fixture('foto.jpg').bytes.length, faulty_files: 0 })
  expect(care).toEqual([])
  const { lines } = await command(place, 'backup list', store)
  expect(lines.at(-1)).toContain(snapshots.last?.name)

  const events = expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=server'))
  expect(events.map(({ action, actor_name }) => [action, actor_name])).toEqual([['snapshot_requested', 'Hipatia']])
  await servers.stop(server)
})

test('a place that is away fails with its reason, and the next snapshot makes up for it', async () => {
  const place = await locationOfThisTest()
  const folder = await newStore()
  const store = { BACKUP_TO: join(folder, 'disk', 'snapshots'), LOG_LEVEL: 'silent' }
  renameSync(await newStore(), join(folder, 'disk'))
  const { server, hipatia } = await serverAfterFirstNight(place, store)
  renameSync(join(folder, 'disk'), join(folder, 'unplugged'))
  expectDone(await makeSnapshot(hipatia))
  const failed = await stateAtRest(hipatia)
  expect(failed.care).toContain('snapshot_failed')
  expect(failed.snapshots.failure?.reason).toContain('is its disk mounted?')

  renameSync(join(folder, 'unplugged'), join(folder, 'disk'))
  expectDone(await makeSnapshot(hipatia))
  expect((await stateAtRest(hipatia)).snapshots.failure).toBeNull()
  await servers.stop(server)
})

test('files whose bytes are gone need care; neither the log nor a monitor has their names', async () => {
  const place = await locationOfThisTest()
  const token = { STATE_TOKEN: 'la-llave-del-monitor' }
  const store = { BACKUP_TO: await newStore() }
  const { server, hipatia } = await serverAfterFirstNight(place, { ...store, ...token })
  await hipatia.uploads({ name: 'Carta a Safo.txt', bytes: 'Querida Safo' })
  const [path = ''] = filesBelow(join(place.dataDir, 'files')).filter((path) => statSync(path).size === 12)
  rmSync(path)
  expectDone(await makeSnapshot(hipatia))
  const { care, snapshots, errors } = await stateAtRest(hipatia)
  expect(care).toEqual(['files_missing', 'errors'])
  expect(snapshots.last).toMatchObject({ bytes: 0, faulty_files: 1 })
  expect(errors).toMatchObject([{ kind: 'a snapshot lacks something', count: 1 }])
  const monitored = await personWith(server.origin, token.STATE_TOKEN).get<State>('/admin/state')
  expect(expectDone(monitored)).toMatchObject({ status: 'care', care: ['files_missing', 'errors'] })
  expect(monitored.text).not.toContain('Safo')
  const log = await servers.stop(server)
  expect(log).toContain(`${basename(path)} is missing in the archive`)
  expect(log).not.toContain('Safo')
  expect((await command(place, 'backup', store)).stderr).toContain(`"Carta a Safo.txt" (${basename(path)})`)
})

test('without a place Hipatia reads how to set one, and nothing is noted in the trail', async () => {
  const place = await locationOfThisTest()
  const server = await servers.start(place, hipatiasServer)
  const hipatia = await signIn(server.origin, 'Hipatia')
  const detail = 'No hay ningún sitio para las copias. Quien se ocupa del servidor lo elige con el ajuste BACKUP_TO.'
  expectRefusal(await makeSnapshot(hipatia), 409, { detail })
  expect(expectDone(await hipatia.get('/audit?kind=server'))).toEqual([])
  await servers.stop(server)
})

test('one that the operator makes is seen, and no other one begins', async () => {
  const place = await locationOfThisTest()
  const s3 = await newBucket()
  const store = snapshotsIn(s3)
  const { server, hipatia } = await serverAfterFirstNight(place, store)
  let release = () => {}
  s3.faults.waitFor = { key: /manifest/, until: new Promise<void>((resolve) => (release = resolve)) }
  const made = command(place, 'backup', store)
  await expect.poll(async () => (await stateOf(hipatia)).snapshots.running?.kind, { interval: 300 }).toBe('snapshot')
  expectRefusal(await makeSnapshot(hipatia), 409)
  release()
  expect(await made).toMatchObject({ code: 0 })
  s3.faults.waitFor = undefined
  await servers.stop(server)
})

test('the log says what needs care and when all is well again; errors are remembered after a restart', async () => {
  const place = await locationOfThisTest()
  const store = { BACKUP_TO: await newStore() }
  const { server, hipatia } = await serverAfterFirstNight(place, store)
  await server.waitForOutput(/"level":30,.*"care":\[\].*"all is well"/)
  const { db, close } = await openDatabase(place, { alone: false, schema: 'leave' })
  await db.schema.alterTable('categories').renameTo('moved_away').execute()
  expectRefusal(await hipatia.get('/categories'), 500)
  await db.schema.alterTable('moved_away').renameTo('categories').execute()
  await close()
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
    const place = await locationOfThisTest()
    const s3 = await newBucket()
    const store = snapshotsIn(s3)
    const { server: first, hipatia } = await serverAfterFirstNight(place, store)
    const second = await servers.start(place, store)
    const there = { ...hipatia, ...(await signIn(second.origin, 'Hipatia')) }
    for (const person of [hipatia, there])
      await expect
        .poll(async () => (await stateOf(person)).processes, { timeout: 30_000, interval: 300 })
        .toHaveLength(2)

    let release = () => {}
    s3.faults.waitFor = { key: /manifest/, until: new Promise<void>((resolve) => (release = resolve)) }
    const answers = await Promise.all([hipatia, there, hipatia, there].map(makeSnapshot))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
    release()
    s3.faults.waitFor = undefined
    await stateAtRest(there)
    await servers.stop(second)
    expect((await stateOf(hipatia)).processes).toHaveLength(1)
    await servers.stop(first)
  })
