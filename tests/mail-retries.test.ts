// What a mail server doesn’t take waits and is tried again, and keeps nobody else waiting (DECISIONS §2, "Notifications").
import { describe, expect, test } from 'vitest'
import { transaction } from '../server/db/transaction.ts'
import { retryFailed, tryAgainNow } from '../server/mail/outbox.ts'
import { mailPasswordChange } from '../server/mail/security.ts'
import { days, done, minutes, seconds } from './support/community.ts'
import {
  admitMany,
  broadcast,
  countStates,
  deliveriesOf,
  dies,
  mailedCommunities,
  people,
  reasonsOf,
} from './support/mail-box.ts'
import { readMail } from './support/smtp.ts'

const { found } = mailedCommunities()

describe('every one of forty gets each mail once', () => {
  test('when the server refuses some for a while, some for good, and cuts the line after DATA', async () => {
    const community = await found()
    const { server, db } = community
    const forty = await admitMany(db, 'Socia', 40)
    const tries = new Map<string, number>()
    const isOf = (address: string, rest: number) => Number(/\d+/.exec(address)?.[0] ?? 0) % 8 === rest
    const times = (key: string) => {
      tries.set(key, (tries.get(key) ?? 0) + 1)
      return tries.get(key) ?? 0
    }
    server.behaviour.recipient = (address) => {
      if (isOf(address, 1) && times(address) <= 2) return { code: 451, text: 'luego' }
      return isOf(address, 2) ? { code: 550, text: 'no existe' } : undefined
    }
    server.behaviour.letter = (address) => {
      if (isOf(address, 3) && times(address) <= 1) return 'drop'
      return isOf(address, 4) && times(address) <= 1 ? { code: 452, text: 'lleno' } : undefined
    }
    done(await broadcast(community))
    await community.deliversMail()
    for (const wait of [1, 5]) {
      community.passes(minutes(wait))
      await community.deliversMail()
    }
    const gone = forty.filter(({ email }) => !isOf(email, 2)).map(({ email }) => email)
    expect(server.recipients().toSorted()).toEqual([...gone, ...people(['Hipatia'])].toSorted())
    expect(await countStates(db)).toEqual({ queued: 0, sent: 36, failed: 5, skipped: 0 })
    const failed = (await deliveriesOf(db)).filter(({ state }) => state === 'failed')
    for (const { reason, email } of failed) {
      expect(isOf(email, 2)).toBe(true)
      expect(reason).toBe('El servidor de correo no aceptó el mensaje: 550 no existe')
    }
    // what was cut after DATA came twice, under one Message-ID
    const ids = await Promise.all(server.heard.map(async (mail) => (await readMail(mail)).messageId))
    expect(new Set(ids).size).toBe(36)
  })

  test('when the server lets nobody in for a while: all wait, nobody’s attempts are used up', async () => {
    const community = await found()
    const { server, db } = community
    await admitMany(db, 'Socia', 40)
    done(await broadcast(community))
    server.behaviour.connect = () => ({ code: 421, text: 'cerrado por obras' })
    const waits = [1, 2, 5, 15, 30, 60, 60]
    for (const [round, wait] of waits.entries()) {
      expect(await community.deliversMail()).toBe('held')
      expect(server.lines()).toBe(round + 1)
      community.passes(minutes(wait) - seconds(1))
      expect(await community.deliversMail()).toBe('held')
      expect(server.lines()).toBe(round + 1)
      community.passes(seconds(1))
    }
    const { body } = await community.hipatia.get<{ queued: number; held: { reason: string } }>(
      '/notifications/admin/outbox',
    )
    expect(body.queued).toBe(41)
    expect(body.held.reason).toBe('No hay conexión con el servidor de correo: 421 cerrado por obras')
    expect((await deliveriesOf(db)).every(({ attempts }) => attempts === 0)).toBe(true)
    server.behaviour.connect = undefined
    await community.deliversMail()
    expect(new Set(server.recipients()).size).toBe(41)
    expect(server.taken).toHaveLength(41)
    const after = await community.hipatia.get<{ held: unknown }>('/notifications/admin/outbox')
    expect(after.body.held).toBeNull()
  })

  test('when an admin doesn’t want to wait', async () => {
    const community = await found()
    const { server, db } = community
    await admitMany(db, 'Socia', 10)
    done(await broadcast(community))
    server.behaviour.sender = () => ({ code: 550, text: 'tú no' })
    await community.deliversMail()
    server.behaviour.sender = undefined
    await community.deliversMail()
    expect(server.taken).toEqual([])
    await transaction(db, (tx) => tryAgainNow(community.services, tx))
    await community.deliversMail()
    expect(server.taken).toHaveLength(11)
  })
})

describe('what may be about all, or about one', () => {
  test('a recipient whom the server answers with 421 each time holds the others up for a minute, not for ever', async () => {
    const community = await found()
    const { server, db } = community
    const [first] = await admitMany(db, 'Socia', 6)
    server.behaviour.recipient = (address) => (address === first?.email ? { code: 421, text: 'cerramos' } : undefined)
    done(await broadcast(community))
    let rounds = 0
    // it is tried for two days in all
    while ((await countStates(db)).queued > 0 && rounds++ < 50) {
      await community.deliversMail()
      if (rounds === 3) expect(server.taken).toHaveLength(6)
      const [next = community.clock.now] = (await deliveriesOf(db))
        .filter(({ state }) => state === 'queued')
        .map(({ due_at }) => Number(due_at))
        .toSorted((one, other) => one - other)
      community.clock.now = Math.max(next, community.clock.now + minutes(1))
    }
    expect(await countStates(db)).toEqual({ queued: 0, sent: 6, failed: 1, skipped: 0 })
    expect(server.recipients()).not.toContain(first?.email)
    expect((await deliveriesOf(db)).find(({ state }) => state === 'failed')).toMatchObject({
      attempts: 9,
      reason: 'El servidor de correo cortó la conexión sin contestar: 421 cerramos',
    })
  })

  test('a server that relays for nobody holds a broadcast, and nobody of it has failed when it does again', async () => {
    const community = await found()
    const { server, db } = community
    await admitMany(db, 'Socia', 6)
    server.behaviour.recipient = () => ({ code: 554, text: '5.7.1 Relay access denied' })
    done(await broadcast(community))
    for (let round = 0; round < 8; round++) {
      expect(await community.deliversMail()).toBe('held')
      community.passes(minutes(60))
    }
    expect(await countStates(db)).toEqual({ queued: 7, sent: 0, failed: 0, skipped: 0 })
    server.behaviour.recipient = undefined
    await community.deliversMail()
    community.passes(minutes(60))
    await community.deliversMail()
    expect(await countStates(db)).toEqual({ queued: 0, sent: 7, failed: 0, skipped: 0 })
    expect(server.taken).toHaveLength(7)
  })
})

test('when the server is told to stop before a letter went over, nothing is held and no attempt counts', async () => {
  const community = await found()
  const { server, db, services } = community
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  server.behaviour.connect = () => {
    resolve()
    return new Promise(() => {})
  }
  done(await broadcast(community))
  const began = await deliveriesOf(db)
  const sending = community.deliversMail()
  await asked
  services.mailer.close()
  expect(await sending).toBe('stopped')
  expect(await deliveriesOf(db)).toEqual(began)
  expect(await db.selectFrom('mail_holds').selectAll().execute()).toEqual([])
})

describe('a letter that isn’t taken', () => {
  test('is tried for two days and then failed, until an admin queues it again', async () => {
    const community = await found()
    const { server, db } = community
    server.behaviour.recipient = () => ({ code: 451, text: 'luego' })
    await transaction(db, (tx) => mailPasswordChange(community.services, tx, community.hipatia))
    const began = community.clock.now
    for (let round = 0; round < 20; round++) {
      await community.deliversMail()
      const [{ due_at, state } = { due_at: 0, state: 'sent' }] = await deliveriesOf(db)
      if (state !== 'queued') break
      expect(Number(due_at)).toBeGreaterThan(community.clock.now)
      community.clock.now = Number(due_at)
    }
    expect(community.clock.now - began).toBeGreaterThan(days(2))
    expect(community.clock.now - began).toBeLessThan(days(3))
    expect(await deliveriesOf(db)).toMatchObject([
      { state: 'failed', attempts: 9, reason: 'El servidor de correo no aceptó el mensaje: 451 luego' },
    ])
    server.behaviour.recipient = undefined
    const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(db, (tx) => retryFailed(community.services, tx, id))
    await community.deliversMail()
    expect(await deliveriesOf(db)).toMatchObject([{ state: 'sent', reason: null, attempts: 1 }])
  })

  test('doesn’t keep the others waiting', async () => {
    const community = await found()
    const { server, db } = community
    const [first, ...others] = await admitMany(db, 'Socia', 5)
    server.behaviour.letter = (address) => (address === first?.email ? 'drop' : undefined)
    done(await broadcast(community))
    await community.deliversMail()
    expect(server.taken).toHaveLength(others.length + 1)
  })

  test('keeps nobody waiting when it kills whoever sends it, and is given up after twenty', async () => {
    const community = await found()
    const { server, db } = community
    const [first, ...others] = await admitMany(db, 'Socia', 5)
    const isFirst = ({ email }: { email: string }) => email === first?.email
    done(await broadcast(community))
    await db
      .updateTable('deliveries')
      .set({ due_at: community.clock.now - seconds(1) })
      .where('user_id', '=', first?.id ?? '')
      .execute()
    for (let process = 1; process <= 20; process++) {
      expect(await dies(community)).toBe(first?.email)
      expect((await deliveriesOf(db)).find(isFirst)).toMatchObject({ state: 'queued', attempts: process })
      // the others don't wait for it
      if (process === 1) await community.deliversMail()
      community.passes(seconds(61))
    }
    expect(server.recipients()).toHaveLength(others.length + 1)
    await community.deliversMail()
    expect((await deliveriesOf(db)).find(isFirst)).toMatchObject({
      state: 'failed',
      reason: 'No se pudo entregar después de muchos intentos',
    })
    expect(server.recipients()).not.toContain(first?.email)
  })

  test('that has waited for more than three days, as in a backup, isn’t sent by itself', async () => {
    const community = await found()
    const { server, db } = community
    done(await broadcast(community))
    community.passes(days(3) + seconds(1))
    await community.deliversMail()
    expect(server.heard).toEqual([])
    expect(await reasonsOf(community)).toEqual(['Esperó más de tres días: solo sale si se reintenta'])
    const { id } = await db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(db, (tx) => retryFailed(community.services, tx, id))
    await community.deliversMail()
    expect(server.taken).toHaveLength(1)
  })
})
