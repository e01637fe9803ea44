// Mails wait in an outbox until they are taken: each once, to each who wants it (DECISIONS §2, "Notifications").
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { transaction } from '../server/db/transaction.ts'
import { deliverDue } from '../server/mail/deliver.ts'
import { openLease } from '../server/mail/lease.ts'
import type { Mailer } from '../server/mail/mailer.ts'
import { retryFailed, tryAgainNow } from '../server/mail/outbox.ts'
import { takeLease } from '../server/mail/queries.ts'
import { mailPasswordChange } from '../server/mail/security.ts'
import { openSmtp } from '../server/mail/smtp.ts'
import { type Community, days, done, foundCommunity, minutes, seconds } from './support/community.ts'
import { admitMany, countStates, deliveriesOf } from './support/mail-box.ts'
import { headerOf, openSmtpServer, readMail } from './support/smtp.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A community with a mail server of its own. */
async function found() {
  const server = await openSmtpServer()
  const from = { name: 'Alejandría', address: 'no-reply@alejandria.example' }
  const community = await foundCommunity({
    mailer: openSmtp({ url: server.url }, { host: 'alejandria.example', from }),
  })
  closing.push(server.close, community.close)
  return { ...community, server }
}
/** Gets a letter and never says what became of it. */
function silent() {
  const { promise: given, resolve } = Promise.withResolvers<string>()
  const mailer: Mailer = {
    send: ({ to }) => {
      resolve(to.address)
      return new Promise(() => {})
    },
    close() {},
  }
  return { mailer, given }
}
/** A process that takes what is due first and is killed with it; to whom it was. */
async function dies(community: Community) {
  const { mailer, given } = silent()
  const lease = openLease(community.services)
  void deliverDue({ ...community.services, mailer }, lease)
  const address = await given
  await lease.close()
  return address
}
const people = (names: string[]) => names.map((name) => `${name.toLowerCase()}@alejandria.example`)
const broadcast = (community: Community, more: object = {}) =>
  community.hipatia.post<{ sent_count: number }>('/notifications/admin/broadcast', {
    subject: 'Asamblea',
    message: 'El jueves.\n\nA las siete.',
    ...more,
  })
const reasonsOf = async ({ db }: Community) => (await deliveriesOf(db)).map(({ reason }) => reason)

describe('the first publication of a post', () => {
  test('is mailed to whoever wants it, each by name and alone, and not to its author', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    await community.signIn('Carmen')
    done(await bruno.put('/notifications/preferences', { new_posts: false }))
    const post = await ana.writes({ title: 'Los <b>faros</b> & «las» luces', content: 'Alumbran. '.repeat(60) })
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Carmen', 'Hipatia']))
    for (const taken of community.server.taken) {
      const { to = [], cc, bcc, subject, text = '', html = '' } = await readMail(taken)
      expect([to.length, cc ?? [], bcc ?? []]).toEqual([1, [], []])
      expect(taken.to).toEqual([to[0]?.address])
      expect(subject).toBe('Nuevo post: Los <b>faros</b> & «las» luces')
      expect(text).toContain(`Hola, ${to[0]?.name}:`)
      expect(text).toContain('Ana ha publicado un post:')
      expect(text).toContain(`Leer el post: https://alejandria.example/blog/${post.id}`)
      expect(html).toContain('Los &#60;b&#62;faros&#60;/b&#62; &#38; «las» luces')
      expect(html).not.toContain('<b>')
      const links = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
      expect(links.length).toBeGreaterThan(1)
      for (const link of links) expect(link).toMatch(/^https:\/\/alejandria\.example(\/|$)/)
      expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    }
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0 })
  })

  test('is its author’s, also when an admin publishes the draft', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    await community.signIn('Bruno')
    const draft = await ana.drafts({ title: 'Las sirenas' })
    done(await community.hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Bruno', 'Hipatia']))
    for (const taken of community.server.taken)
      expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
  })

  test('is its author’s, also when they are gone by then: under their name, and to whoever publishes it as well', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    await community.signIn('Bruno')
    const draft = await ana.drafts({ title: 'Las sirenas' })
    done(await community.hipatia.delete(`/auth/users/${ana.id}`))
    done(await community.hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Bruno', 'Hipatia']))
    for (const taken of community.server.taken)
      expect((await readMail(taken)).text).toContain('Ana ha publicado un post:')
  })

  test('is mailed once: not when it is taken back and published again, nor when it is edited', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const draft = await ana.drafts()
    await community.deliversMail()
    expect(community.server.heard).toEqual([])
    for (const is_published of [true, false, true]) done(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    done(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    for (const is_published of [false, true]) done(await ana.put(`/posts/${draft.id}/publish`, { is_published }))
    await community.deliversMail()
    expect(community.server.heard).toHaveLength(1)
  })

  test('that was taken back before its mail was out reaches whoever hadn’t got it once it is published again', async () => {
    const community = await found()
    const { server } = community
    const ana = await community.signIn('Ana')
    for (const name of ['Bruno', 'Carmen']) await community.signIn(name)
    const { promise: asked, resolve } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>()
    server.behaviour.letter = () => {
      resolve()
      return answered
    }
    const post = await ana.writes({ title: 'Las sirenas' })
    const first = community.deliversMail()
    await asked
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    answer(undefined)
    await first
    expect(server.taken).toHaveLength(1)
    expect((await reasonsOf(community)).filter((reason) => reason === 'El post ya no está publicado')).toHaveLength(2)
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: true }))
    await community.deliversMail()
    expect(server.recipients().toSorted()).toEqual(people(['Bruno', 'Carmen', 'Hipatia']))
    expect(await countStates(community.db)).toEqual({ queued: 0, sent: 3, failed: 0 })
  })

  test('says nothing of what became a draft again or was deleted meanwhile, not even when it is retried', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Un secreto' })
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    const { id } = await community.db.selectFrom('mails').select('id').executeTakeFirstOrThrow()
    await transaction(community.db, (tx) => retryFailed(community.services, tx, id))
    await community.deliversMail()
    const other = await ana.writes({ title: 'Otro' })
    done(await ana.delete(`/posts/${other.id}`))
    await community.deliversMail()
    expect(community.server.heard).toEqual([])
    expect(await reasonsOf(community)).toEqual(['El post ya no está publicado', 'El post ya no está publicado'])
  })

  test('shows it as it is when the letter goes out', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const post = await ana.writes({ title: 'Con errata', content: 'El secreto de Zoé.' })
    done(await ana.put(`/posts/${post.id}`, { title: 'Sin errata', content: 'Nada.' }))
    await community.deliversMail()
    const [taken] = community.server.taken
    expect(taken?.raw).not.toMatch(/secreto|errata: Con|Con errata/)
    expect((await readMail(taken ?? { raw: '' })).text).toContain('Sin errata')
  })
})

describe('a broadcast', () => {
  test('goes to those who want it, or to all, as paragraphs, and nothing in it is a link elsewhere', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    done(await ana.put('/notifications/preferences', { admin_notifications: false }))
    const message = 'Uno: https://otra.example/x\n\n<img src=x onerror=alert(1)>\ndos'
    done(await broadcast(community, { message }))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    const { html = '', text } = await readMail(community.server.taken[0] ?? { raw: '' })
    expect(text).toContain(message)
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62;<br>dos</p>')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('href="https://otra')
    done(await broadcast(community, { include_unsubscribed: true }))
    await community.deliversMail()
    expect(community.server.recipients().toSorted()).toEqual(people(['Ana', 'Hipatia', 'Hipatia']))
  })

  test('passes over whoever unsubscribed, was deactivated or deleted before it went out', async () => {
    const community = await found()
    const ana = await community.signIn('Ana')
    const bruno = await community.signIn('Bruno')
    const carmen = await community.signIn('Carmen')
    done(await broadcast(community))
    done(await ana.put('/notifications/preferences', { admin_notifications: false }))
    done(await community.hipatia.put(`/auth/users/${bruno.id}`, { is_active: false }))
    done(await community.hipatia.delete(`/auth/users/${carmen.id}`))
    await community.deliversMail()
    expect(community.server.recipients()).toEqual(people(['Hipatia']))
    const failed = (await reasonsOf(community)).filter((reason) => reason !== null).toSorted()
    expect(failed).toEqual([
      'La cuenta ya no está activa',
      'La cuenta ya no está activa',
      'Se dio de baja antes de salir',
    ])
  })

  test('of a transaction that fails is none', async () => {
    const community = await found()
    const failing = transaction(community.db, async (tx) => {
      await mailPasswordChange(community.services, tx, community.hipatia)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await deliveriesOf(community.db)).toEqual([])
  })
})

test('that a password changed is mailed whatever one wants, and can’t be unsubscribed from', async () => {
  const community = await found()
  const ana = await community.signIn('Ana')
  done(await ana.put('/notifications/preferences', { new_posts: false, admin_notifications: false }))
  await transaction(community.db, (tx) => mailPasswordChange(community.services, tx, ana))
  await community.deliversMail()
  const [taken] = community.server.taken
  expect(taken?.to).toEqual(people(['Ana']))
  const { subject, text } = await readMail(taken ?? { raw: '' })
  expect(subject).toBe('Tu contraseña de Alejandría ha cambiado')
  expect(text).toContain('Tu contraseña se ha cambiado')
  expect(taken?.raw).not.toMatch(/unsubscribe/i)
})

test('a mail that tells of a password, or tries the mail out, doesn’t wait for a broadcast', async () => {
  const community = await found()
  const { server, db } = community
  await admitMany(db, 'Socia', 20)
  done(await broadcast(community))
  community.passes(seconds(5))
  const ana = await community.signIn('Ana')
  await transaction(db, (tx) => mailPasswordChange(community.services, tx, ana))
  done(await community.hipatia.get('/notifications/test/new-post'))
  await community.deliversMail()
  expect(server.recipients().slice(0, 2)).toEqual(people(['Ana', 'Hipatia']))
  expect(server.taken).toHaveLength(23)
})

test('the mail that tries it out looks like that of a new post, and says that it is none', async () => {
  const community = await found()
  done(await community.hipatia.get('/notifications/test/new-post'))
  await community.deliversMail()
  const { subject, text } = await readMail(community.server.taken[0] ?? { raw: '' })
  expect(subject).toBe('Prueba: así se anuncia un post nuevo')
  for (const words of [
    'Este correo es una prueba.',
    'Hipatia ha publicado un post:',
    'Un título de ejemplo',
    'Leer el post: https://alejandria.example/blog',
  ])
    expect(text).toContain(words)
})

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
    expect(await countStates(db)).toEqual({ queued: 0, sent: 36, failed: 5 })
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
    expect(await countStates(db)).toEqual({ queued: 0, sent: 6, failed: 1 })
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
    expect(await countStates(db)).toEqual({ queued: 7, sent: 0, failed: 0 })
    server.behaviour.recipient = undefined
    await community.deliversMail()
    community.passes(minutes(60))
    await community.deliversMail()
    expect(await countStates(db)).toEqual({ queued: 0, sent: 7, failed: 0 })
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

test('of somebody who was deleted no address stays in what the mail server said', async () => {
  const community = await found()
  const ana = await community.signIn('Ana')
  community.server.behaviour.recipient = (address) => ({ code: 550, text: `5.1.1 <${address}>: no existe` })
  await transaction(community.db, (tx) => mailPasswordChange(community.services, tx, ana))
  await community.deliversMail()
  done(await community.hipatia.delete(`/auth/users/${ana.id}`))
  expect(await reasonsOf(community)).toEqual(['El servidor de correo no aceptó el mensaje: 550 5.1.1 <…>: no existe'])
  expect(JSON.stringify(await community.everything())).not.toContain('ana@')
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
    expect(await countStates(db)).toEqual({ queued: 1, sent: 2, failed: 0 })
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

test('without a mail server each mail is a file, which a second attempt writes over', async () => {
  const community = await foundCommunity()
  closing.push(community.close)
  await community.signIn('Ana')
  done(await broadcast(community))
  await community.deliversMail()
  await community.db.updateTable('deliveries').set({ state: 'queued', due_at: community.clock.now }).execute()
  await community.deliversMail()
  const folder = join(community.dataDir, 'outbox')
  const rows = await deliveriesOf(community.db)
  expect(readdirSync(folder).toSorted()).toEqual(rows.map(({ id }) => `${id}.eml`).toSorted())
  for (const { id, email } of rows) {
    const mail = await readMail({ raw: readFileSync(join(folder, `${id}.eml`), 'utf8') })
    expect(mail.to?.map(({ address }) => address)).toEqual([email])
    expect(mail.messageId).toBe(`<${id}@alejandria.example>`)
    expect(mail.text).toContain('El jueves.')
  }
})

test('nothing of a mail’s words is written to the log', async () => {
  const community = await found()
  community.server.behaviour.recipient = () => ({ code: 451, text: 'luego' })
  done(await broadcast(community, { subject: 'Palabra-secreta', message: 'Otra-secreta' }))
  await community.deliversMail()
  expect(community.logText()).toContain('a mail was refused')
  expect(community.logText()).not.toMatch(/-secreta|@alejandria\.example/)
})
