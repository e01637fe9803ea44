// @databases both
// Sending is reserved to a single process, and each delivery is sent once (docs/decisions/031-mail.md).
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { acquireLease, isLeased } from '../../../server/db/leases.ts'
import { createMailOutbox } from '../../../server/mail/worker/outbox.ts'
import { days, expectDone, seconds } from '../../support/server/community.ts'
import { rowsOf } from '../../support/server/database/rows.ts'
import {
  countStates,
  crashWhileSending,
  createHangingTransport,
  insertUsers,
  mailCommunityOfThisFile,
  sendBroadcast,
} from '../../support/server/mailbox.ts'

const community = await mailCommunityOfThisFile()
const { db, clock, server, services } = community

type Taking = { name?: 'mail' | 'backup'; aheadMs?: number }
/** As another process, whose clock may be ahead. */
async function take(holder: string, { name = 'mail', aheadMs = 0 }: Taking = {}) {
  const lease = await acquireLease({ db, now: () => clock.now + aheadMs }, name, holder)
  if (lease) onTestFinished(lease.release)
  return lease
}

describe('the lease to send', () => {
  test('belongs to a single process, until it is released or not renewed for half a minute', async () => {
    const one = await take('uno')
    expect(one?.isHeld()).toBe(true)
    expect(await take('otro')).toBeUndefined()
    expectDone(await sendBroadcast(community))
    expect(await community.deliverMail()).toBe('lost')
    await one?.release()
    const other = await take('otro')
    expect(other?.isHeld()).toBe(true)
    community.advanceClock(seconds(29))
    expect(await take('uno')).toBeUndefined()
    community.advanceClock(seconds(2))
    expect(other?.isHeld()).toBe(false)
    expect(await take('uno')).toBeDefined()
    expect(server.received).toEqual([])
  })

  test('of a process that was killed while its clock was ahead is nobody’s; those of two machines may differ by seconds', async () => {
    for (const name of ['mail', 'backup'] as const)
      expect(await take('muerto', { name, aheadMs: days(1) })).toBeDefined()
    expect(await isLeased(db, 'backup', clock.now)).toBe(false)
    expect(await take('uno')).toBeDefined()
    expect(await take('otro', { aheadMs: -seconds(30) })).toBeUndefined()
  })

  test('is renewed while it is held, and lost for good once another process has it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const endsAt = async () => (await rowsOf(db, 'leases'))[0]?.until
    const one = await take('uno')
    for (let at = 0; at < 6; at++) {
      community.advanceClock(seconds(10))
      vi.advanceTimersByTime(seconds(10))
      await expect.poll(endsAt).toBe(clock.now + seconds(30))
    }
    const other = await take('otro', { aheadMs: seconds(40) })
    vi.advanceTimersByTime(seconds(10))
    await expect.poll(() => one?.isHeld()).toBe(false)
    await other?.release()
    vi.advanceTimersByTime(seconds(10))
    expect(await take('tercero')).toBeDefined()
  })

  test('is not used after another process took it, even before this process notices', async () => {
    await insertUsers(db, 'Socia', 2)
    expectDone(await sendBroadcast(community))
    const send = vi.fn(async () => void (await take('otro', { aheadMs: seconds(40) })))
    const outbox = createMailOutbox({ ...services, mailTransport: { send, close() {} } })
    expect(await outbox.deliver()).toBe('lost')
    expect(send).toHaveBeenCalledOnce()
  })
})

describe('the delivery in progress', () => {
  test('stays reserved as long as sending takes, also when the lease is lost', async () => {
    const slow = createHangingTransport()
    expectDone(await sendBroadcast(community))
    await insertUsers(db, 'Socia', 1)
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    void createMailOutbox({ ...services, mailTransport: slow.mailTransport }).deliver()
    expect(await slow.sentTo).toBe('hipatia@alejandria.example')
    expectDone(await sendBroadcast(community))
    const reservedUntil = async () => (await rowsOf(db, 'deliveries', { state: 'queued', attempts: 1 }))[0]?.due_at
    // ten minutes with renewals, seen by a process whose clock is half a minute ahead
    const other = createMailOutbox({ ...services, now: () => clock.now + seconds(30) })
    for (let at = 0; at < 30; at++) {
      community.advanceClock(seconds(20))
      expect(await other.deliver()).toBe('none')
      vi.advanceTimersByTime(seconds(10))
      await expect.poll(reservedUntil).toBe(clock.now + seconds(60))
    }
    expect(server.recipients().toSorted()).toEqual(['hipatia@alejandria.example', 'socia.1@alejandria.example'])
    expect(await countStates(db)).toEqual({ queued: 1, sent: 2, failed: 0, skipped: 0 })
  })

  test('of a dead process is sent once a minute later, also when several try at once, or at once where there can be no other process', async () => {
    await insertUsers(db, 'Socia', 3)
    expectDone(await sendBroadcast(community))
    const inProgress = await crashWhileSending(community)
    await community.deliverMail()
    expect(server.recipients()).toHaveLength(3)
    expect(server.recipients()).not.toContain(inProgress)
    community.advanceClock(seconds(61))
    expectDone(await sendBroadcast(community))
    for (let left = 5; left > 0; left--) await Promise.all([community.deliverMail(), community.deliverMail()])
    const socias = [1, 2, 3].map((number) => `socia.${number}@alejandria.example`)
    const everybody = ['hipatia@alejandria.example', ...socias]
    expect(server.recipients().toSorted()).toEqual([...everybody, ...everybody].toSorted())
    expectDone(await sendBroadcast(community))
    await crashWhileSending(community)
    const worker = createMailOutbox(services).start({ isAlone: true })
    await expect.poll(() => server.accepted.length).toBe(12)
    await worker.stop()
  })
})
