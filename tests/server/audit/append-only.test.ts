// @databases both
// The database itself keeps audit events as they were written; after 90 days an event may go, or lose its address.
import { type RawBuilder, sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { type DatabaseLocation, openDatabase } from '../../../server/db/db.ts'
import type { Db } from '../../../server/db/schema.ts'
import { newId } from '../../../server/ids.ts'
import { backup, command, hipatiasServer, newStore } from '../../support/server/backups.ts'
import { communityOfThisTest, days, expectDone, minutes } from '../../support/server/community.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()

async function open(place: DatabaseLocation) {
  const { db, close } = await openDatabase(place, { alone: false })
  onTestFinished(close)
  return db
}

const newDatabase = async () => open(await locationOfThisTest())

/** Inserts an event of some time ago, by the clock of the machine. */
async function insertEvent(db: Db, ageMs: number) {
  const id = newId()
  const who = { actor_id: null, actor_name: 'Ana', address: '192.0.2.77', network: '192.0.2.0/24' }
  const event = { id, at: Date.now() - ageMs, action: 'sign_in' as const, target: null, detail: 'Firefox', ...who }
  await db.insertInto('audit_events').values(event).execute()
  return event
}

const events = (db: Db) => db.selectFrom('audit_events').selectAll().execute()

async function expectRefused(db: Db, statement: RawBuilder<unknown>) {
  const before = await events(db)
  await expect(statement.execute(db)).rejects.toThrow('audit_events is only ever added to')
  expect(await events(db)).toEqual(before)
}

const deletion = sql`delete from audit_events`
const addressRemoval = sql`update audit_events set address = null`
const otherChanges = [
  sql`update audit_events set address = '198.51.100.1'`,
  sql`update audit_events set address = null, network = null`,
  ...['id', 'action', 'actor_id', 'actor_name', 'target', 'detail', 'network'].map(
    (column) => sql`update audit_events set address = null, ${sql.ref(column)} = 'otra'`,
  ),
  sql`update audit_events set at = 0`,
  sql`update audit_events set at = at + 1, address = null`,
]

/** Of one engine each. */
const wholesale = inject('postgresUrl')
  ? sql`truncate audit_events`
  : sql`replace into audit_events (id, at, action) select id, 0, 'sign_out' from audit_events`

test('an event of 89 days ago can’t be deleted, nothing of it can be changed, and it keeps an older one of the same statement', async () => {
  const db = await newDatabase()
  await insertEvent(db, days(89))
  for (const statement of [deletion, addressRemoval, ...otherChanges]) await expectRefused(db, statement)
  await insertEvent(db, days(91))
  for (const statement of [deletion, addressRemoval]) await expectRefused(db, statement)
})

test('an event of more than 90 days ago may lose its address, keeps its network and everything else, isn’t replaced or truncated, and may be deleted', async () => {
  const db = await newDatabase()
  const event = await insertEvent(db, days(90) + minutes(1))
  await addressRemoval.execute(db)
  expect(await events(db)).toEqual([{ ...event, address: null }])
  for (const statement of [...otherChanges, wholesale]) await expectRefused(db, statement)
  await deletion.execute(db)
  expect(await events(db)).toEqual([])
})

test('a restored database refuses it too', async () => {
  const place = await locationOfThisTest()
  await servers.stop(await servers.start(place, hipatiasServer))
  const store = { BACKUP_TO: await newStore() }
  const snapshot = await backup(place, store)
  const target = await locationOfThisTest()
  expect(await command(target, `restore ${snapshot}`, store)).toMatchObject({ code: 0 })
  const db = await open(target)
  expect(await events(db)).toMatchObject([{ action: 'user_created', target: 'Hipatia' }])
  for (const statement of [deletion, ...otherChanges.slice(1)]) await expectRefused(db, statement)
})

test('an event has the network of its address, which Hipatia sees once the address is gone', async () => {
  const community = await communityOfThisTest({ trustedProxies: ['127.0.0.1'] })
  for (const [address, network, stored = address] of [
    ['192.0.2.77', '192.0.2.0/24'],
    ['::ffff:192.0.2.77', '192.0.2.0/24'],
    ['2001:db8:1:2::77', '2001:db8:1::/48'],
    ['2001:db8::77', '2001:db8:0::/48'],
    ['fe80::77%eth0', 'fe80:0:0::/48'],
    ['fe80::77%br-lan.100', 'fe80:0:0::/48'],
    // not a mapped one
    ['::192.0.2.77', '0:0:0::/48'],
    // what is no address counts as the proxy's own
    ['nowhere', '127.0.0.0/24', '127.0.0.1'],
  ] as const) {
    await community.tryToSignIn('Hipatia', 'no es', { headers: { 'x-forwarded-for': address } })
    expect((await events(community.db)).at(-1)).toMatchObject({ action: 'sign_in_failed', address: stored, network })
  }
  await insertEvent(community.db, days(91))
  await sql`update audit_events set address = null where actor_name = 'Ana'`.execute(community.db)
  const list = expectDone(await community.hipatia.get<AuditEvent[]>('/audit'))
  expect(list.find(({ actor_name }) => actor_name === 'Ana')?.address).toBe('192.0.2.0/24')
})
