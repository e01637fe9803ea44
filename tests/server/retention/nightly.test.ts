// @databases both
// Removal of old rows, by the real server: after its start, every night, by one process at a time.
import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { acquireLease, type Lease } from '../../../server/db/leases.ts'
import type { Db } from '../../../server/db/schema.ts'
import { newId } from '../../../server/ids.ts'
import { poll } from '../../../server/lib/poll.ts'
import { createRetention } from '../../../server/retention/nightly.ts'
import type { Services } from '../../../server/services.ts'
import { communityOfThisTest, days, expectDone, minutes } from '../../support/server/community.ts'
import { changeRows, insertRows, rowsOf } from '../../support/server/database/rows.ts'
import { sendBroadcast } from '../../support/server/mailbox.ts'
import { inDatabase, serversOfThisFile, signIn } from '../../support/server/processes/server-process.ts'

const servers = serversOfThisFile()
const ages = { KEEP_AUDIT_DAYS: 730, KEEP_MAILS_DAYS: 365, KEEP_VERSIONS: 50, KEEP_VERSIONS_DAYS: 365 }

const insertEvents = (db: Db, ages: number[]) => {
  const event = { action: 'sign_out', actor_name: 'Ana', address: '192.0.2.77', network: '192.0.2.0/24' } as const
  const rows = ages.map((age) => ({ ...event, id: newId(), at: Date.now() - days(age), detail: `hace ${age}` }))
  return insertRows(db, 'audit_events', rows)
}

test('a server that was off at night removes what is old after its start, by its settings, and says how much', async () => {
  const { place, server: before } = await servers.open()
  await servers.stop(before)
  await inDatabase(place, (db) => insertEvents(db, [731, 200, 99, 95]))
  const server = await servers.start(place, { KEEP_AUDIT_DAYS: '100' })
  const [line] = await server.waitForOutput(/.*old rows removed.*/)
  expect(JSON.parse(line)).toMatchObject({ events: 2, addresses: 2, mails: 0, versions: 0 })
  const hipatia = await signIn(server.origin, 'Hipatia')
  const events = expectDone(await hipatia.get<AuditEvent[]>('/audit'))
  const ofAna = events.filter(({ actor_name }) => actor_name === 'Ana')
  expect(ofAna.map(({ detail, address }) => [detail, address])).toEqual([
    ['hace 95', '192.0.2.0/24'],
    ['hace 99', '192.0.2.0/24'],
  ])
  await servers.stop(server)
})

/** The number of Ana's events. */
const countEvents = async (db: Db) => (await rowsOf(db, 'audit_events', { actor_name: 'Ana' })).length

test('while another process removes what is old, this one leaves it', async () => {
  const community = await communityOfThisTest({ startsAt: Date.now() })
  const { db, services } = community
  await insertEvents(db, [900])
  const removeOnce = () => createRetention(services, ages, 'Europe/Madrid')()
  const other = await acquireLease(services, 'retention', 'another')
  await removeOnce()
  expect(await countEvents(db)).toBe(1)
  await other?.release()
  await removeOnce()
  expect(await countEvents(db)).toBe(0)
  expect(await rowsOf(db, 'leases', { name: 'retention' })).toEqual([])
})

/** As a server that tries again at once. */
const startRetention = (services: Services) =>
  poll({ everyMs: 10, work: createRetention(services, ages, 'Europe/Madrid', { retryDelayMs: 0 }), onError() {} })

/** Waits for `effect` when the first events are deleted. */
const withEffect = (db: Db, effect: () => Promise<void>) => {
  let isDone = false
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone && (result.numAffectedRows ?? 0n) > 100n) {
        isDone = true
        await effect()
      }
      return result
    },
  })
}

test('a process that loses its turn stops removing, and goes on when it has it again', async () => {
  const community = await communityOfThisTest({ startsAt: Date.now() })
  const { db, services } = community
  await insertEvents(db, Array(1200).fill(900))
  const { promise: taken, resolve } = Promise.withResolvers<Lease | undefined>()
  const slow = withEffect(db, async () => {
    community.advanceClock(minutes(1))
    resolve(await acquireLease(services, 'retention', 'another'))
  })
  const retention = startRetention({ ...services, db: slow })
  const other = await taken
  expect(other?.isHeld()).toBe(true)
  expect(await countEvents(db)).toBeGreaterThanOrEqual(700)
  await other?.release()
  await expect.poll(() => countEvents(db)).toBe(0)
  await retention.stop()
})

test('a failure with audit events is logged and tried again, and old mails go all the same', async () => {
  const community = await communityOfThisTest({ startsAt: Date.now() })
  const { db, services } = community
  expectDone(await sendBroadcast(community, { subject: 'De hace dos años' }))
  await changeRows(db, 'deliveries', { state: 'failed' })
  await changeRows(db, 'mails', { created_at: Date.now() - days(730) })
  await insertEvents(db, [900])
  await db.schema.alterTable('audit_events').renameTo('moved_away').execute()
  const warnings: string[] = []
  const log = { info() {}, warn: (_about: unknown, text: string) => warnings.push(text) } as never
  const retention = startRetention({ ...services, log })
  await expect.poll(() => warnings.length).toBeGreaterThan(1)
  expect(warnings[0]).toBe('old rows could not be removed')
  expect(await rowsOf(db, 'mails')).toEqual([])
  await db.schema.alterTable('moved_away').renameTo('audit_events').execute()
  await expect.poll(() => countEvents(db)).toBe(0)
  await retention.stop()
})
