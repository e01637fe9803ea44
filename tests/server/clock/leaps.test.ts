// @databases both
// A clock that leaps by more than a day: nothing goes by its age and no snapshot is named, until the leap is explained.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import type { Mail } from '../../../contract/mail.ts'
import type { ListedVersion } from '../../../contract/posts.ts'
import type { State } from '../../../contract/state.ts'
import type { WhatsNew } from '../../../contract/whats-new.ts'
import { deleteExpiredCounts } from '../../../server/auth/queries.ts'
import { findDue } from '../../../server/backups/nightly/schedule.ts'
import { checkClock, confirmClock } from '../../../server/clock/rules.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { sweep } from '../../../server/files/sweep.ts'
import { newId } from '../../../server/ids.ts'
import { hasWork } from '../../../server/mail/worker/outbox.ts'
import { queuePush } from '../../../server/push/queue.ts'
import { cleanUpPushes, hasDue } from '../../../server/push/worker/queries.ts'
import { createRetention } from '../../../server/retention/nightly.ts'
import { inFull } from '../../support/in-full.ts'
import { command, commandLine, hipatiasServer, newStore, signIn } from '../../support/server/backups.ts'
import { type Community, communityOfThisTest, expectDone, startCommunity } from '../../support/server/community.ts'
import { changeRows, insertRows, rowOf } from '../../support/server/database/rows.ts'
import { sendBroadcast } from '../../support/server/mailbox.ts'
import { locationOfThisTest, login, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { days, minutes } from '../../support/server/times.ts'

const servers = serversOfThisFile()
const ages = { KEEP_AUDIT_DAYS: 730, KEEP_MAILS_DAYS: 365, KEEP_VERSIONS: 50, KEEP_VERSIONS_DAYS: 365 }
const years = (count: number) => days(365 * count)
const night = { BACKUP_AT: '03:30', TIME_ZONE: 'Europe/Madrid' }
const stateToken = 'la-llave-del-monitor'

/** A community whose server has just started. */
async function start(options: { startsAt?: number } = {}) {
  const community = await communityOfThisTest({ startsAt: Date.now(), stateToken, ...options })
  await checkClock(community.services)
  return community
}

const stateOf = async ({ withToken }: Community) => expectDone(await withToken(stateToken).get<State>('/admin/state'))
const careOf = async (community: Community) => (await stateOf(community)).care

const warnings = (community: Community) =>
  community.log().flatMap(({ level, msg }) => (level === 40 && `${msg}`.startsWith('the clock') ? [`${msg}`] : []))

const dueOf = ({ db, clock }: Community) => findDue(db, night, clock.now)

/** What a server does by itself. */
async function worksAlone(community: Community) {
  const { services, db, clock } = community
  await checkClock(services)
  await createRetention(services, ages, 'Europe/Madrid')()
  await sweep(services, { alone: false })
  await deleteExpiredCounts(db, clock.now)
  await cleanUpPushes({ db, now: () => clock.now })
  if (await hasDue(db, clock.now)) await community.deliverPushes()
  if (await hasWork(services)) await community.deliverMail()
}

/** Rows of each kind that goes by its age. */
async function fill(community: Community) {
  const { db, clock, services, hipatia } = community
  const ana = await community.signIn('Ana')
  const { id } = await ana.writes({ title: 'El faro' })
  for (const content of ['Dos.', 'Tres.']) expectDone(await ana.put(`/posts/${id}`, { title: 'El faro', content }))
  expectDone(await sendBroadcast(community, { subject: 'Asamblea' }))
  await community.tryToSignIn('Ana', 'no es esta')
  expectDone(await hipatia.post(`/auth/password-links/for/${ana.id}`))
  await community.deliverMail()
  expectDone(await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' }))
  const { id: session_id } = await rowOf(db, 'sessions', { user_id: ana.id })
  const device = { id: newId(), session_id, endpoint: 'https://push.example/1', service: 'https://push.example' }
  const subscription = { ...device, p256dh: '', auth: '', hides_content: 0, created_at: clock.now }
  await insertRows(db, 'push_subscriptions', [subscription])
  const push = { thread: 'post:1', title: 'Amparo ha comentado tu post', body: '', path: '/blog/1' }
  await transaction(db, (tx) => queuePush(services, tx, [ana.id], push))
  const upload = { id: newId(), uploader_id: ana.id, name: 'mapa.pdf', declared_type: '', file_size: 9 }
  await insertRows(db, 'uploads', [{ ...upload, updated_at: clock.now }])
  const event = { id: newId(), at: clock.now - days(200), action: 'sign_out', actor_id: ana.id } as const
  await insertRows(db, 'audit_events', [{ ...event, actor_name: 'Ana' }])
  services.diagnostics.errors.add('un fallo')
  await services.diagnostics.errors.write(db)
  return ana
}

test('three years ahead nothing goes, and what waits to be sent still waits; back again all is as it was, and Ana still signed in', async () => {
  const community = await start()
  const { db, services, clock } = community
  const ana = await fill(community)
  const before = await community.readAllTables()
  const right = clock.now
  community.advanceClock(years(3))
  await worksAlone(community)
  expect(await community.readAllTables()).toEqual(before)
  expect(await dueOf(community)).toEqual([])

  // that of a session that is over by that clock, although the message is not
  await changeRows(db, 'pushes', { expires_at: clock.now + 1 })
  expect(await hasDue(db, clock.now)).toBe(false)

  // sign-ins and errors delete what is over; a mail that is late isn't one of the past
  expectDone(await community.tryToSignIn('Hipatia'))
  expectDone(await community.visitor.post('/auth/password-links', { name: 'Hipatia' }))
  services.diagnostics.errors.add('otro fallo')
  await services.diagnostics.errors.write(db)
  const after = await community.readAllTables()
  const keys = { sessions: 'id', error_counts: 'hour', known_devices: 'sign_hash', password_links: 'id' }
  for (const [table, key] of Object.entries(keys)) {
    const keysOf = (rows: unknown[] = []) => rows.map((row) => (row as Record<string, unknown>)[key])
    expect(keysOf(before[table]), table).not.toEqual([])
    expect(keysOf(after[table]), table).toEqual(expect.arrayContaining(keysOf(before[table])))
  }
  await changeRows(db, 'deliveries', { state: 'queued', due_at: right })
  await community.deliverMail()
  const unsent = () =>
    db
      .selectFrom('deliveries')
      .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
      .select(['mails.kind', 'state'])
      .where('state', '!=', 'sent')
      .execute()
  // its link is over by this clock
  expect(await unsent()).toEqual([{ kind: 'invitation', state: 'queued' }])

  const reader = await community.signIn('Ana')
  await changeRows(db, 'sessions', { heartbeat_at: clock.now })
  expectDone(await reader.put('/sections/blog', { until: new Date(clock.now).toISOString() }))

  const { care, clock_trusted_at } = await stateOf(community)
  expect(care).toContain('clock_doubted')
  expect(clock_trusted_at).toBe(new Date(right).toISOString())
  expect(warnings(community)).toEqual([expect.stringMatching(/^the clock has leapt: .*clock confirm/)])

  clock.now = right + minutes(5)
  expect(await hasDue(db, clock.now)).toBe(true)
  // to a device that isn't there
  await db.deleteFrom('pushes').execute()
  await worksAlone(community)
  expect(await careOf(community)).not.toContain('clock_doubted')
  expectDone(await ana.get('/auth/me'))
  expect(await unsent()).toEqual([])
  // nor is anything old that comes from now on; sessions of that time end when they would have, and are unconfirmed
  const { rows } = await sql`select max(created_at) as created, max(last_seen_at) as seen, max(heartbeat_at) as beat,
    max(device_since) as since, max(expires_at) as end, max(confirmed_at) as confirmed from sessions`.execute(db)
  const at = clock.now
  expect(rows).toEqual([{ created: at, seen: at, beat: at, since: at, end: at + days(30), confirmed: right }])
  const news = expectDone(await reader.get<WhatsNew>('/sections'))
  expect(Date.parse(news.blog.seen_until)).toBe(clock.now)
  expect(await dueOf(community)).toContain('snapshot')
})

test('what is old goes when the clock has been the same for a day, or the operator says that it is right', async () => {
  const community = await start()
  const { db, clock } = community
  const broadcasts = async () => {
    const hipatia = await community.signIn('Hipatia')
    const mails = expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails'))
    return mails.filter(({ kind }) => kind === 'broadcast')
  }
  expectDone(await sendBroadcast(community, { subject: 'Asamblea' }))
  await changeRows(db, 'deliveries', { state: 'failed' })
  const right = clock.now

  community.advanceClock(years(3))
  await worksAlone(community)
  // another leap begins another day
  community.advanceClock(years(1))
  await worksAlone(community)
  community.advanceClock(days(1) - 1)
  await worksAlone(community)
  expect(await broadcasts()).toHaveLength(1)
  expect(await careOf(community)).toContain('clock_doubted')
  community.advanceClock(1)
  await worksAlone(community)
  expect(await broadcasts()).toEqual([])
  expect(await careOf(community)).not.toContain('clock_doubted')
  expect(warnings(community)).toEqual([
    expect.stringMatching(/^the clock has leapt/),
    expect.stringMatching(/^the clock has leapt/),
    'the clock is trusted: it has been the same for a day',
  ])

  // the right one is now the one that leaps
  clock.now = right
  await worksAlone(community)
  expect(await careOf(community)).toContain('clock_doubted')
  await confirmClock(db, clock.now)
  expect(await careOf(community)).not.toContain('clock_doubted')
})

test('a server that is on for some hours a week or a month is doubted each other time; a night and a day off are no leap', async () => {
  const community = await start()
  community.advanceClock(days(1.4))
  await worksAlone(community)
  expect(await careOf(community)).not.toContain('clock_doubted')
  for (const pauseDays of [7, 31])
    for (const isDoubted of [true, false]) {
      community.advanceClock(days(pauseDays))
      await worksAlone(community)
      expect((await careOf(community)).includes('clock_doubted')).toBe(isDoubted)
    }
})

test('the first start of this version compares the clock with the newest rows', async () => {
  const community = await communityOfThisTest({ startsAt: Date.now(), stateToken })
  const { db, clock } = community
  community.advanceClock(years(3))
  await checkClock(community.services)
  expect(await careOf(community)).toContain('clock_doubted')
  await changeRows(db, 'sessions', { last_seen_at: clock.now })
  await changeRows(db, 'health', { clock_at: null, clock_doubted_at: null })
  await checkClock(community.services)
  expect(await careOf(community)).not.toContain('clock_doubted')
})

test('nights keep their snapshots by their real days, although the clock was wrong in one; two of a second are two', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = Date.UTC(2026, 2, 2, 2, 30)
  const place = await locationOfThisTest()
  await (await startCommunity({ location: place, startsAt: first })).close()
  const settings = { BACKUP_TO: await newStore(), BACKUP_KEEP: '7d' }
  const log = { info() {}, warn() {} } as never
  /** The work of a night, and the names of the snapshots after it. */
  async function nightAt(moment: number) {
    vi.setSystemTime(moment)
    const { db, close } = await openDatabase(place, { alone: false })
    await checkClock({ db, now: Date.now, log }).finally(close)
    const made = await command(place, 'backup', settings)
    const forgotten = await command(place, 'backup forget', settings)
    const { lines } = await command(place, 'backup list', settings)
    const refusals = [made, forgotten].flatMap(({ code, stderr }) => (code === 0 ? [] : [stderr]))
    return { names: lines.map((line) => line.split(' ')[0]), refusals }
  }

  expect(await nightAt(first)).toEqual({ names: ['20260302T023000Z'], refusals: [] })
  const refusal = expect.stringMatching(/^the clock has leapt and says 2029-03-01T02:30:00.000Z: .*clock confirm"\n$/)
  expect(await nightAt(first + years(3))).toEqual({ names: ['20260302T023000Z'], refusals: [refusal, refusal] })
  expect(await nightAt(first + 500)).toEqual({ names: ['20260302T023000Z-2'], refusals: [] })
  await nightAt(first + days(1))
  await nightAt(first + days(2))
  const names = ['20260302T023000Z-2', '20260303T023000Z', '20260304T023000Z', '20260305T023000Z']
  expect(await nightAt(first + days(3))).toEqual({ names, refusals: [] })
  expect(await command(place, 'backup verify 20260302T023000Z-2', settings)).toMatchObject({ code: 0 })
})

test('the operator says that the clock is right by a command', async () => {
  const place = await locationOfThisTest()
  const { db, close } = await openDatabase(place)
  await changeRows(db, 'health', { clock_at: 1, clock_doubted_at: 2 })
  const before = Date.now()
  const { code, lines } = await commandLine(place, 'clock confirm')
  const answer = [expect.stringMatching(/^The clock says 2.*Z, and is trusted again\.$/)]
  expect({ code, lines }).toEqual({ code: 0, lines: answer })
  const { clock_at, clock_doubted_at } = await rowOf(db, 'health')
  expect(clock_at).toBeGreaterThanOrEqual(before)
  expect(clock_doubted_at).toBeNull()
  await close()
})

/** Debian's faketime, which makes a whole process believe another time. */
const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`)
  .find((path) => existsSync(path))

// the database of PostgreSQL keeps its own time
if (library && !inject('postgresUrl'))
  test('a start with a clock three years ahead loses nothing, locks nobody out, and makes no snapshot', async () => {
    const place = await locationOfThisTest()
    const settings = { ...hipatiasServer, BACKUP_TO: await newStore() }
    const atClock = (offset: string) =>
      offset === '' ? [] : ['env', `LD_PRELOAD=${library}`, `FAKETIME=${offset}`, 'FAKETIME_DONT_FAKE_MONOTONIC=1']
    const start = (offset: string) => servers.start(place, settings, atClock(offset))
    const manifests = () =>
      readdirSync(join(settings.BACKUP_TO, 'snapshots')).filter((name) => name.endsWith('.manifest.json'))
    const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')

    const first = await start('')
    await first.waitForOutput(/"the snapshot was read back: it is whole"/)
    const hipatia = await signIn(first.origin, 'Hipatia')
    const { id } = await hipatia.writes({ title: 'El faro' })
    for (const content of ['Dos.', 'Tres.', 'Cuatro.'])
      expectDone(await hipatia.put(`/posts/${id}`, { title: 'El faro', content }))
    const versionsOf = async (of: typeof hipatia) => expectDone(await of.get<ListedVersion[]>(`/posts/${id}/versions`))
    const versions = await versionsOf(hipatia)
    expect(versions.length).toBeGreaterThan(2)
    const events = expectDone(await hipatia.get<AuditEvent[]>('/audit'))
    await servers.stop(first)

    const wrong = await start('+3y')
    await wrong.waitForOutput(/"level":40,.*"the clock has leapt: /)
    // by then what is due has begun
    await wrong.waitForOutput(/"level":40,.*"care":\[[^\]]*"clock_doubted".*"something needs care/)
    for (let attempt = 0; attempt < 10; attempt++)
      expect((await login(wrong.origin, 'Hipatia', 'no es esta')).status).toBe(401)
    const output = await servers.stop(wrong)
    expect(output).not.toMatch(/old rows removed|a snapshot was made|snapshots were forgotten/)
    expect(manifests()).toEqual([expect.stringContaining(today)])

    const right = await start('')
    const again = await signIn(right.origin, 'Hipatia')
    expect(await versionsOf(again)).toEqual(versions)
    const kept = expectDone(await again.get<AuditEvent[]>('/audit'))
    expect(kept).toEqual(expect.arrayContaining(events))
    expect(expectDone(await again.get<State>('/admin/state')).care).not.toContain('clock_doubted')
    await servers.stop(right)

    const nights = inFull(['+1d', '+2d', '+3d'], ['+1d'])
    for (const offset of nights) {
      const server = await start(offset)
      await server.waitForOutput(/"a snapshot was made"/)
      await servers.stop(server)
    }
    expect(manifests()).toHaveLength(1 + nights.length)
    expect(new Set(manifests().map((name) => name.slice(0, 8)))).toHaveProperty('size', 1 + nights.length)
  })
