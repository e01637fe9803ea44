// One process at a time sends, and a letter is in one hand only (docs/decisions/031-mail.md).
import { describe, expect, test } from 'vitest'
import { deliverDue } from '../server/mail/deliver.ts'
import { openLease } from '../server/mail/lease.ts'
import { takeLease } from '../server/mail/queries.ts'
import { days, done, seconds } from './support/community.ts'
import { admitMany, broadcast, countStates, dies, mailedCommunities, silent } from './support/mail-box.ts'

const { closing, found } = mailedCommunities()

describe('the right to send', () => {
  test('is one process’s at a time, until it gives it back or is silent for half a minute', async () => {
    const community = await found()
    const one = openLease(community.services)
    const other = openLease(community.services)
    closing.push(one.close, other.close)
    expect(await one.hold()).toBe(true)
    expect(await other.hold()).toBe(false)
    done(await broadcast(community))
    expect(await community.deliversMail()).toBe('lost')
    await one.release()
    expect(await other.hold()).toBe(true)
    community.passes(seconds(29))
    expect(await one.hold()).toBe(false)
    community.passes(seconds(2))
    expect(await one.hold()).toBe(true)
    expect(community.server.heard).toEqual([])
  })

  test('that another one has taken isn’t used any more, whatever this one believes', async () => {
    const community = await found()
    done(await broadcast(community))
    const one = openLease(community.services)
    closing.push(one.close)
    expect(await one.hold()).toBe(true)
    const { now } = community.clock
    expect(await takeLease(community.db, 'otro', now + seconds(40), now + seconds(70))).toBe(true)
    expect(await deliverDue(community.services, one)).toBe('lost')
    expect(community.server.heard).toEqual([])
  })
})

describe('the letter in hand', () => {
  test('is nobody else’s as long as it takes, also when the right to send is lost meanwhile', async () => {
    const community = await found()
    const { db, server, services } = community
    const slow = silent()
    done(await broadcast(community))
    await admitMany(db, 'Socia', 1)
    const lease = openLease(services)
    closing.push(lease.close)
    void deliverDue({ ...services, mailer: slow.mailer }, lease)
    expect(await slow.given).toBe('hipatia@alejandria.example')
    done(await broadcast(community))
    // ten minutes, in which it says at times that it is still there, to one whose clock is half a minute ahead
    for (let at = 0; at < 30; at++) {
      community.passes(seconds(20))
      const other = openLease(services)
      const ahead = { ...services, now: () => community.clock.now + seconds(30) }
      await takeLease(db, other.holder, ahead.now() + days(1), ahead.now() + seconds(30))
      await deliverDue(ahead, other)
      await other.close()
      await lease.speak()
    }
    expect(server.recipients().toSorted()).toEqual(['hipatia@alejandria.example', 'socia.1@alejandria.example'])
    expect(await countStates(db)).toEqual({ queued: 1, sent: 2, failed: 0, skipped: 0 })
  })

  test('of a process that died is sent a minute later, or at once where there can be no other', async () => {
    const community = await found()
    const { server } = community
    done(await broadcast(community))
    await dies(community)
    await community.deliversMail()
    expect(server.heard).toEqual([])
    community.passes(seconds(61))
    await community.deliversMail()
    expect(server.taken).toHaveLength(1)
    done(await broadcast(community))
    await dies(community)
    const lease = openLease(community.services)
    closing.push(lease.close)
    await lease.seize()
    await deliverDue(community.services, lease)
    expect(server.taken).toHaveLength(2)
  })
})
