// @databases both
// Sending is reserved to a single process, and each delivery is sent once (docs/decisions/031-mail.md).
import { describe, expect, test } from 'vitest'
import { takeLease } from '../../../server/db/leases.ts'
import { deliverDue } from '../../../server/mail/worker/deliver.ts'
import { createLease } from '../../../server/mail/worker/lease.ts'
import { days, expectDone, seconds } from '../../support/server/community.ts'
import {
  countStates,
  crashWhileSending,
  createHangingTransport,
  insertUsers,
  mailCommunitiesOfThisFile,
  sendBroadcast,
} from '../../support/server/mailbox.ts'

const { closing, startMailCommunity } = mailCommunitiesOfThisFile()

describe('the lease to send', () => {
  test('belongs to a single process, until it is released or not renewed for half a minute', async () => {
    const community = await startMailCommunity()
    const one = createLease(community.services)
    const other = createLease(community.services)
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
    expect(community.server.received).toEqual([])
  })

  test('is not used after another process took it, even before this process notices', async () => {
    const community = await startMailCommunity()
    expectDone(await sendBroadcast(community))
    const one = createLease(community.services)
    closing.push(one.close)
    expect(await one.acquire()).toBe(true)
    const { now } = community.clock
    expect(await takeLease(community.db, 'mail', 'otro', now + seconds(40), now + seconds(70))).toBe(true)
    expect(await deliverDue(community.services, one)).toBe('lost')
    expect(community.server.received).toEqual([])
  })
})

describe('the delivery in progress', () => {
  test('stays reserved as long as sending takes, also when the lease is lost', async () => {
    const community = await startMailCommunity()
    const { db, server, services } = community
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

  test('of a dead process is sent a minute later, or at once where there can be no other process', async () => {
    const community = await startMailCommunity()
    const { server } = community
    expectDone(await sendBroadcast(community))
    await crashWhileSending(community)
    await community.deliverMail()
    expect(server.received).toEqual([])
    community.advanceClock(seconds(61))
    await community.deliverMail()
    expect(server.accepted).toHaveLength(1)
    expectDone(await sendBroadcast(community))
    await crashWhileSending(community)
    const lease = createLease(community.services)
    closing.push(lease.close)
    await lease.seize()
    await deliverDue(community.services, lease)
    expect(server.accepted).toHaveLength(2)
  })
})
