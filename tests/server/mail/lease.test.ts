// @databases both
// Sending is reserved to a single process, and each delivery is sent once (docs/decisions/031-mail.md).
import { describe, expect, test } from 'vitest'
import { isLeased, takeLease } from '../../../server/db/leases.ts'
import { deliverDue } from '../../../server/mail/worker/deliver.ts'
import { createLease } from '../../../server/mail/worker/lease.ts'
import { days, expectDone, seconds } from '../../support/server/community.ts'
import {
  countStates,
  crashWhileSending,
  createHangingTransport,
  insertUsers,
  mailCommunityOfThisFile,
  sendBroadcast,
} from '../../support/server/mailbox.ts'

const community = await mailCommunityOfThisFile()
const { db, server, services, closing } = community

describe('the lease to send', () => {
  test('belongs to a single process, until it is released or not renewed for half a minute', async () => {
    const one = createLease(services)
    const other = createLease(services)
    closing.push(one.close, other.close)
    expect(await one.acquire()).toBe(true)
    expect(await other.acquire()).toBe(false)
    expectDone(await sendBroadcast(community))
    expect(await community.deliverMail()).toBe('lost')
    await one.release()
    expect(await other.acquire()).toBe(true)
    community.advanceClock(seconds(29))
    expect(await one.acquire()).toBe(false)
    community.advanceClock(seconds(2))
    expect(await one.acquire()).toBe(true)
    expect(server.received).toEqual([])
  })

  test('of a process that was killed while its clock was ahead is nobody’s; those of two machines may differ by seconds', async () => {
    const { now } = community.clock
    for (const name of ['mail', 'backup'] as const)
      expect(await takeLease(db, name, 'muerto', now + days(1), now + days(1) + seconds(30))).toBe(true)
    expect(await isLeased(db, 'backup', now)).toBe(false)
    const one = createLease(services)
    closing.push(one.close)
    expect(await one.acquire()).toBe(true)
    expect(await takeLease(db, 'mail', 'otro', now - seconds(30), now)).toBe(false)
  })

  test('is not used after another process took it, even before this process notices', async () => {
    expectDone(await sendBroadcast(community))
    const one = createLease(services)
    closing.push(one.close)
    expect(await one.acquire()).toBe(true)
    const { now } = community.clock
    expect(await takeLease(db, 'mail', 'otro', now + seconds(40), now + seconds(70))).toBe(true)
    expect(await deliverDue(services, one)).toBe('lost')
    expect(server.received).toEqual([])
  })
})

describe('the delivery in progress', () => {
  test('stays reserved as long as sending takes, also when the lease is lost', async () => {
    const slow = createHangingTransport()
    expectDone(await sendBroadcast(community))
    await insertUsers(db, 'Socia', 1)
    const lease = createLease(services)
    closing.push(lease.close)
    void deliverDue({ ...services, mailTransport: slow.mailTransport }, lease)
    expect(await slow.sentTo).toBe('hipatia@alejandria.example')
    expectDone(await sendBroadcast(community))
    // ten minutes with renewals, seen by a process whose clock is half a minute ahead
    for (let at = 0; at < 30; at++) {
      community.advanceClock(seconds(20))
      const other = createLease(services)
      const ahead = { ...services, now: () => community.clock.now + seconds(30) }
      await takeLease(db, 'mail', other.holder, ahead.now() + days(1), ahead.now() + seconds(30))
      await deliverDue(ahead, other)
      await other.close()
      await lease.renew()
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
    const lease = createLease(services)
    closing.push(lease.close)
    await lease.seize()
    await deliverDue(services, lease)
    expect(server.accepted).toHaveLength(12)
  })
})
