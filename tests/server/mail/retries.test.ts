// @databases both
// Refused deliveries are retried, and don't delay others (DECISIONS §2, "Notifications").
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../server/db/transaction.ts'
import { requeueFailed, retryAllNow } from '../../../server/mail/queue.ts'
import { days, expectDone, minutes, seconds } from '../../support/server/community.ts'
import { changeRows, insertRows, rowOf, rowsOf } from '../../support/server/database/rows.ts'
import {
  addressesOf,
  countStates,
  crashWhileSending,
  insertUsers,
  listDeliveries,
  listReasons,
  mailCommunityOfThisFile,
  sendBroadcast,
} from '../../support/server/mailbox.ts'
import { readMail } from '../../support/server/smtp-server.ts'

const community = await mailCommunityOfThisFile()
const { hipatia, db, clock, services, server, deliverMail, advanceClock } = community

/** As an admin does with the failed deliveries of the only mail. */
async function requeue() {
  const { id } = await rowOf(db, 'mails')
  await transaction(db, (tx) => requeueFailed(services, tx, id))
  await deliverMail()
}

describe('each of forty people gets each mail once', () => {
  test('when the server refuses some for a while, some for good, and drops connections after DATA', async () => {
    const forty = await insertUsers(db, 'Socia', 40)
    const tries: Record<string, number> = {}
    const isOf = (address: string, rest: number) => Number(/\d+/.exec(address)?.[0] ?? 0) % 8 === rest
    const times = (key: string) => (tries[key] = (tries[key] ?? 0) + 1)
    server.answers.recipient = (address) => {
      if (isOf(address, 1) && times(address) <= 2) return { code: 451, text: 'luego' }
      return isOf(address, 2) ? { code: 550, text: 'no existe' } : undefined
    }
    server.answers.content = (address) => {
      if (isOf(address, 3) && times(address) <= 1) return 'drop'
      return isOf(address, 4) && times(address) <= 1 ? { code: 452, text: 'lleno' } : undefined
    }
    expectDone(await sendBroadcast(community))
    await deliverMail()
    expect(server.accepted, 'nobody waits for others').toHaveLength(21)
    for (const wait of [1, 5]) {
      advanceClock(minutes(wait))
      await deliverMail()
    }
    const gone = forty.filter(({ email }) => !isOf(email, 2)).map(({ email }) => email)
    expect(server.recipients().toSorted()).toEqual([...gone, ...addressesOf(['Hipatia'])].toSorted())
    expect(await countStates(db)).toEqual({ queued: 0, sent: 36, failed: 5, skipped: 0 })
    const reason = 'El servidor de correo no aceptó el mensaje: 550 no existe'
    for (const one of (await listDeliveries(db)).filter(({ state }) => state === 'failed'))
      expect([isOf(one.email, 2), one.reason]).toEqual([true, reason])
    // emails dropped after DATA arrived twice, with the same Message-ID
    const ids = await Promise.all(server.received.map(async (mail) => (await readMail(mail)).messageId))
    expect(new Set(ids).size).toBe(36)
  })

  test('when the server refuses all connections for a while: the queue is paused, and no attempts count', async () => {
    await insertUsers(db, 'Socia', 40)
    expectDone(await sendBroadcast(community))
    server.answers.connect = () => ({ code: 421, text: 'cerrado por obras' })
    const before = server.connections()
    const waits = [1, 2, 5, 15, 30, 60, 60]
    for (const [round, wait] of waits.entries())
      for (const moved of [minutes(wait) - seconds(1), seconds(1)]) {
        expect(await deliverMail()).toBe('held')
        expect(server.connections()).toBe(before + round + 1)
        advanceClock(moved)
      }
    const reason = 'No hay conexión con el servidor de correo: 421 cerrado por obras'
    const status = async () => expectDone(await hipatia.get('/notifications/admin/outbox'))
    expect(await status()).toMatchObject({ queued: 41, held: { reason } })
    expect((await listDeliveries(db)).every(({ attempts }) => attempts === 0)).toBe(true)
    server.answers.connect = undefined
    await deliverMail()
    expect(new Set(server.recipients()).size).toBe(41)
    expect(server.accepted).toHaveLength(41)
    expect(await status()).toMatchObject({ held: null })
  })
})

describe('a refusal that may concern a single recipient or all', () => {
  test('a recipient who is always answered with 421 delays the others by a minute, is tried for two days, and again if an admin wants it', async () => {
    const [first] = await insertUsers(db, 'Socia', 6)
    server.answers.recipient = (address) => (address === first?.email ? { code: 421, text: 'cerramos' } : undefined)
    expectDone(await sendBroadcast(community))
    const began = clock.now
    let rounds = 0
    while ((await countStates(db)).queued > 0 && rounds++ < 50) {
      await deliverMail()
      if (rounds === 3) expect(server.accepted).toHaveLength(6)
      const queued = await rowsOf(db, 'deliveries', { state: 'queued' })
      const next = queued.length > 0 ? Math.min(...queued.map(({ due_at }) => due_at ?? 0)) : 0
      clock.now = Math.max(next, clock.now + minutes(1))
    }
    expect(await countStates(db)).toEqual({ queued: 0, sent: 6, failed: 1, skipped: 0 })
    expect(server.recipients()).not.toContain(first?.email)
    const theirs = () => rowOf(db, 'deliveries', { user_id: first?.id ?? '' })
    const reason = 'El servidor de correo cortó la conexión sin contestar: 421 cerramos'
    expect(await theirs()).toMatchObject({ state: 'failed', attempts: 9, reason })
    expect(clock.now - began).toBeGreaterThan(days(2))
    expect(clock.now - began).toBeLessThan(days(3))
    server.answers.recipient = undefined
    // the queue pauses after each 421
    advanceClock(minutes(60))
    await requeue()
    expect(await theirs()).toMatchObject({ state: 'sent', reason: null, attempts: 1 })
  })

  test('a server that refuses to relay pauses a broadcast, and no delivery has failed when an admin retries the queue at once', async () => {
    await insertUsers(db, 'Socia', 6)
    server.answers.recipient = () => ({ code: 554, text: '5.7.1 Relay access denied' })
    expectDone(await sendBroadcast(community))
    for (let round = 0; round < 8; round++) {
      advanceClock(minutes(60))
      expect(await deliverMail()).toBe('held')
    }
    server.answers.recipient = undefined
    expect(await deliverMail()).toBe('held')
    expect(await countStates(db)).toEqual({ queued: 7, sent: 0, failed: 0, skipped: 0 })
    await transaction(db, (tx) => retryAllNow(services, tx))
    await deliverMail()
    expect(await countStates(db)).toEqual({ queued: 0, sent: 7, failed: 0, skipped: 0 })
    expect(server.accepted).toHaveLength(7)
  })
})

test('a stop before the content was sent pauses nothing and counts no attempt', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  server.answers.connect = () => {
    resolve()
    return new Promise(() => {})
  }
  expectDone(await sendBroadcast(community))
  const began = await listDeliveries(db)
  const sending = deliverMail()
  await asked
  services.mailTransport.close()
  expect(await sending).toBe('stopped')
  expect(await listDeliveries(db)).toEqual(began)
  expect(await rowsOf(db, 'mail_holds')).toEqual([])
})

describe('a delivery that is refused', () => {
  test('delays nobody when it crashes the process, and fails after twenty attempts', async () => {
    const [first, ...others] = await insertUsers(db, 'Socia', 5)
    const ofFirst = { user_id: first?.id ?? '' }
    expectDone(await sendBroadcast(community))
    await changeRows(db, 'deliveries', { due_at: clock.now - seconds(1) }, ofFirst)
    for (let process = 1; process <= 20; process++) {
      expect(await crashWhileSending(community)).toBe(first?.email)
      expect(await rowOf(db, 'deliveries', ofFirst)).toMatchObject({ state: 'queued', attempts: process })
      // other deliveries don't wait for it
      if (process === 1) await deliverMail()
      advanceClock(seconds(61))
    }
    expect(server.recipients()).toHaveLength(others.length + 1)
    await deliverMail()
    const reason = 'No se pudo entregar después de muchos intentos'
    expect(await rowOf(db, 'deliveries', ofFirst)).toMatchObject({ state: 'failed', reason })
    expect(server.recipients()).not.toContain(first?.email)
  })

  test('that waited for more than three days, as in a backup, isn’t sent automatically', async () => {
    expectDone(await sendBroadcast(community))
    advanceClock(days(3) + seconds(1))
    await deliverMail()
    expect(server.received).toEqual([])
    expect(await listReasons(community)).toEqual(['Esperó más de tres días: solo sale si se reintenta'])
    await requeue()
    expect(server.accepted).toHaveLength(1)
  })
})

describe('of a clock that was wrong', () => {
  test('a delivery that is due in a year is sent, and a digest of tomorrow waits', async () => {
    for (const [subject, wait] of [
      ['Del año que viene', days(365)],
      ['De mañana', days(1) + minutes(1)],
    ] as const) {
      expectDone(await sendBroadcast(community, { subject }))
      const { id } = await rowOf(db, 'mails', { subject })
      await changeRows(db, 'deliveries', { due_at: clock.now + wait }, { mail_id: id })
    }
    await deliverMail()
    const subjects = await Promise.all(server.accepted.map(async (mail) => (await readMail(mail)).subject))
    expect(subjects).toEqual(['Del año que viene'])
    expect(await countStates(db)).toEqual({ queued: 1, sent: 1, failed: 0, skipped: 0 })
  })

  test('a pause of the queue that ends in a year is over, and ends with the first mail', async () => {
    expectDone(await sendBroadcast(community))
    const hold = { name: 'mail' as const, reason: 'cerrado', since: clock.now, failures: 1 }
    await insertRows(db, 'mail_holds', [{ ...hold, next_try_at: clock.now + minutes(60) }])
    expect(await deliverMail()).toBe('held')
    await changeRows(db, 'mail_holds', { next_try_at: clock.now + days(365) })
    await deliverMail()
    expect(server.accepted).toHaveLength(1)
    expect(await rowsOf(db, 'mail_holds')).toEqual([])
  })
})
