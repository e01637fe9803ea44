// @databases both
// The state of the server: what administrators and monitors read (issue 13, "The state of the house").
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { State } from '../../../contract/state.ts'
import type { Schema } from '../../../server/db/schema.ts'
import { createDiagnostics } from '../../../server/diagnostics/diagnostics.ts'
import { newId } from '../../../server/ids.ts'
import { type Community, communityOfThisTest, days, expectDone, minutes } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const stateToken = 'la-llave-del-monitor'
let community: Community
beforeEach(async () => {
  community = await communityOfThisTest({ stateToken })
})

const stateOf = async ({ hipatia }: Community) => expectDone(await hipatia.get<State>('/admin/state'))
const careOf = async (of: Community) => (await stateOf(of)).care
/** What a monitor is answered. */
const readByMonitor = ({ withToken }: Community) => withToken(stateToken).get<State>('/admin/state')

/** A run of this moment, which has ended. */
function insertRun(run: Partial<Schema['backup_runs']>, { db, clock } = community) {
  const times = { started_at: clock.now, seen_at: clock.now, ended_at: clock.now }
  return insertRows(db, 'backup_runs', [{ id: newId(), kind: 'snapshot', ...times, done_bytes: 0, ...run }])
}

test('in a new community all is well, and everything is said', async () => {
  const state = await stateOf(community)
  const nothingMade = { last: null, failure: null, verified: null }
  expect(state).toEqual({
    status: 'ok',
    care: [],
    at: community.moment(),
    clock_trusted_at: null,
    processes: [{ version: '0.0.0-test', started_at: community.moment() }],
    database: { kind: community.isPostgres ? 'postgresql' : 'sqlite', bytes: expect.any(Number) },
    archive: { kind: 'folder', files: 0, bytes: 0 },
    search: { filling: null, files: { waiting: 0, text: 0, none: 0, scanned: 0, encrypted: 0, broken: 0, failed: 0 } },
    disk: { free_bytes: expect.any(Number), total_bytes: expect.any(Number) },
    snapshots: { is_set: false, is_on_data_disk: false, ...nothingMade, next_at: null, running: null },
    mail: { is_set: true, queued: 0, held: null },
    imports: [],
    public_url: 'https://alejandria.example',
    refused_sign_ins: 0,
    policy_reports: 0,
    errors: [],
    slow_requests: [],
  })
  expect(state.database.bytes).toBeGreaterThan(100_000)
  expect(state.disk.free_bytes).toBeLessThan(state.disk.total_bytes)
})

test('files are counted with their bytes, links and other people’s refused sign-ins too, for a day', async () => {
  const { hipatia } = community
  for (const bytes of ['Querida Safo', 'El faro']) await hipatia.uploads({ bytes })
  await hipatia.links('https://faro.example/')
  for (const name of ['Hipatia', 'Nadie']) await community.tryToSignIn(name, 'no es esta')
  expect(await stateOf(community)).toMatchObject({ archive: { files: 2, bytes: 19 }, refused_sign_ins: 2 })
  community.advanceClock(days(1) + 1)
  expect(await stateOf(community)).toMatchObject({ archive: { files: 2 }, refused_sign_ins: 0 })
})

describe('snapshots', () => {
  test('three days without one need care; a new one doesn’t', async () => {
    community.advanceClock(days(3))
    expect(await careOf(community)).toEqual([])
    community.advanceClock(1000)
    expect(await careOf(community)).toEqual(['snapshot_old'])
    await insertRun({ snapshot: '20260305T090001Z', size: 19, faulty_files: 0 })
    const last = { name: '20260305T090001Z', made_at: community.moment(), bytes: 19, faulty_files: 0 }
    expect(await stateOf(community)).toMatchObject({ status: 'ok', care: [], snapshots: { last } })
    community.advanceClock(days(3) + 1)
    expect(await careOf(community)).toEqual(['snapshot_old'])
  })

  test('a failed one needs care with its reason until one is made; the reason isn’t for monitors', async () => {
    await insertRun({ fault: 'BACKUP_TO is full of "Carta a Safo.pdf"' })
    const { care, snapshots } = await stateOf(community)
    expect(care).toEqual(['snapshot_failed'])
    expect(snapshots.failure).toEqual({ at: community.moment(), reason: 'BACKUP_TO is full of "Carta a Safo.pdf"' })
    const answer = await readByMonitor(community)
    expect(expectDone(answer).snapshots.failure).toEqual({ at: community.moment(), reason: null })
    expect(answer.text).not.toContain('Safo')
    community.advanceClock(minutes(5))
    await insertRun({ snapshot: '20260302T090500Z', faulty_files: 0 })
    expect(await stateOf(community)).toMatchObject({ status: 'ok', snapshots: { failure: null } })
  })

  test('one that died is a failed one, and one that is being made shows how far it is', async () => {
    const progress = { step: 'files', done_bytes: 20, total_bytes: 100, ended_at: null }
    // meanwhile another one is read back
    await insertRun({ kind: 'verify', ...progress })
    await insertRun(progress)
    const seen = { kind: 'snapshot', started_at: community.moment(), step: 'files', done_bytes: 20, total_bytes: 100 }
    expect(await stateOf(community)).toMatchObject({ care: [], snapshots: { running: seen } })
    community.advanceClock(minutes(2))
    const snapshots = { running: null, failure: { reason: 'it was broken off' } }
    expect(await stateOf(community)).toMatchObject({ care: ['snapshot_failed'], snapshots })
  })

  test('files that could not be copied, and a snapshot that isn’t whole, need care', async () => {
    const snapshot = '20260302T090000Z'
    await insertRun({ snapshot, size: 5, faulty_files: 2 })
    await insertRun({ kind: 'verify', snapshot, fault: 'the bytes of 12 have changed' })
    const verified = { name: snapshot, is_whole: false, reason: 'the bytes of 12 have changed' }
    const snapshots = { last: { faulty_files: 2 }, verified }
    expect(await stateOf(community)).toMatchObject({ care: ['snapshot_damaged', 'files_missing'], snapshots })
    community.advanceClock(1000)
    await insertRun({ snapshot, size: 5, faulty_files: 0 })
    await insertRun({ kind: 'verify', snapshot })
    expect(await stateOf(community)).toMatchObject({ care: [], snapshots: { verified: { is_whole: true } } })
  })

  test('three weeks after the first one, or the last that was read back, one that isn’t read back needs care', async () => {
    community = await communityOfThisTest({ stateToken, backupTo: '/mnt/copias' })
    const snapshot = '20260302T090000Z'
    // members’ sessions end meanwhile
    const careOf = async (of: Community) => expectDone(await readByMonitor(of)).care
    await insertRun({ snapshot })
    community.advanceClock(days(21))
    await insertRun({ snapshot })
    expect(await careOf(community)).toEqual([])
    community.advanceClock(1)
    expect(await careOf(community)).toEqual(['snapshot_unverified'])
    await insertRun({ kind: 'verify', fault: 'verify needs 900 MB of room' })
    expect(await careOf(community)).toEqual(['snapshot_unverified'])
    await insertRun({ kind: 'verify', snapshot })
    expect(await careOf(community)).toEqual([])
    community.advanceClock(days(21) + 1)
    await insertRun({ snapshot })
    expect(await careOf(community)).toEqual(['snapshot_unverified'])

    const without = await communityOfThisTest({ stateToken })
    await insertRun({ snapshot }, without)
    without.clock.now = community.clock.now
    expect(await careOf(without)).toEqual(['snapshot_old'])
  })
})

test('mail that is held for an hour needs care, with the reason for administrators only', async () => {
  const { db, clock, hipatia } = community
  await community.signIn('Ana')
  expectDone(await hipatia.post('/notifications/admin/broadcast', { subject: 'Aviso', message: 'Cerramos.' }))
  const hold = { name: 'mail', reason: '550 no entra nadie', failures: 1, next_try_at: clock.now } as const
  await insertRows(db, 'mail_holds', [{ ...hold, since: clock.now - minutes(60) + 1 }])
  const held = { reason: '550 no entra nadie', next_try_at: community.moment() }
  expect(await stateOf(community)).toMatchObject({ care: [], mail: { queued: 2, held } })
  community.advanceClock(1)
  expect(await careOf(community)).toEqual(['mail_held'])
  const monitored = expectDone(await readByMonitor(community))
  expect(monitored).toMatchObject({ status: 'care', care: ['mail_held'], mail: { held: { reason: null } } })
})

describe('errors', () => {
  test('need care for a day, by kind; refusals and bad input are none', async () => {
    const { db, hipatia, visitor } = community
    await visitor.get('/posts')
    await hipatia.post('/posts', {})
    await db.schema.alterTable('categories').renameTo('moved_away').execute()
    expectRefusal(await hipatia.get('/categories'), 500)
    expectRefusal(await hipatia.get('/categories'), 500)
    await db.schema.alterTable('moved_away').renameTo('categories').execute()
    community.services.log.error({ name: 'Carta a Safo.pdf' }, 'the sweep failed')
    community.services.log.warn('nothing to worry about')
    const errors = [
      { kind: 'internal', count: 2, last_at: community.moment() },
      { kind: 'the sweep failed', count: 1, last_at: community.moment() },
    ]
    expect(await stateOf(community)).toMatchObject({ care: ['errors'], errors })
    expect(expectDone(await readByMonitor(community)).errors).toEqual(errors)
    community.advanceClock(days(1))
    expect((await community.tryToSignIn('Hipatia')).status).toBe(200)
    await community.services.diagnostics.errors.write(db)
    expect(await stateOf(community)).toMatchObject({ care: [], errors: [] })
  })

  test('are counted together over processes and restarts, none twice, and kept in memory while the database takes none', async () => {
    const { db, services } = community
    const { errors } = services.diagnostics
    const another = createDiagnostics(services.now).errors
    errors.add('internal')
    another.add('internal')
    for (const counter of [errors, another, errors]) await counter.write(db)
    errors.add('internal')
    community.advanceClock(minutes(60))
    errors.add('internal')
    expect((await stateOf(community)).errors).toEqual([{ kind: 'internal', count: 4, last_at: community.moment() }])
    await db.schema.alterTable('error_counts').renameTo('moved_away').execute()
    await expect(errors.write(db)).rejects.toThrow()
    await db.schema.alterTable('moved_away').renameTo('error_counts').execute()
    await errors.write(db)
    expect((await stateOf(community)).errors).toMatchObject([{ kind: 'internal', count: 4 }])
  })
})

test('requests are timed by their row; those that keep people waiting need care until the day after, if more than one in twenty of a kind does; refusals don’t count', async () => {
  const { slowRequests } = community.services.diagnostics
  const addSlow = (count: number) => {
    for (let added = 0; added < count; added++) slowRequests.add('GET /api/posts', 3001)
  }
  addSlow(19)
  expect(await stateOf(community)).toMatchObject({ care: [], slow_requests: [] })
  addSlow(1)
  expect(await stateOf(community)).toMatchObject({ care: ['slow_requests'], slow_requests: ['GET /api/posts'] })
  for (let added = 0; added < 19 * 20 - 1; added++) slowRequests.add('GET /api/posts', 3000)
  expect(await stateOf(community)).toMatchObject({ care: ['slow_requests'] })
  slowRequests.add('GET /api/posts', 900)
  expect(await stateOf(community)).toMatchObject({ care: [], slow_requests: [] })
  community.advanceClock(days(1))
  addSlow(20)
  community.advanceClock(days(1))
  expect(await careOf(community)).toEqual(['slow_requests'])
  community.advanceClock(days(1))
  expect((await stateOf(community)).slow_requests).toEqual([])

  const timed = vi.spyOn(slowRequests, 'add')
  expectDone(await community.hipatia.get('/posts?limit=3'))
  expectRefusal(await community.hipatia.get('/posts?limit=0'), 422)
  expect(timed.mock.calls.filter(([request]) => request === 'GET /api/posts')).toHaveLength(1)
})

describe('the token of a monitor', () => {
  test('reads the state, and opens nothing else', async () => {
    const monitor = community.withToken(stateToken)
    const state = await stateOf(community)
    const read = expectDone(await readByMonitor(community))
    // others write to the disk too
    expect({ ...read, disk: {}, processes: [] }).toEqual({ ...state, disk: {}, processes: [] })
    for (const path of ['/auth/users', '/audit', '/posts', '/auth/me', '/notifications/admin/outbox'])
      expectRefusal(await monitor.get(path), 401)
    expectRefusal(await monitor.post('/admin/state/snapshot'), 401)
  })

  test('is the whole token and nothing like it; without the setting there is none', async () => {
    for (const wrong of [stateToken.slice(0, -1), `${stateToken}x`, stateToken.toUpperCase(), '', 'undefined'])
      expectRefusal(await community.withToken(wrong).get('/admin/state'), 401)
    const without = await communityOfThisTest()
    for (const wrong of [stateToken, '', 'undefined'])
      expectRefusal(await without.withToken(wrong).get('/admin/state'), 401)
  })
})
