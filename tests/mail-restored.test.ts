// What waits in a backup may have gone out since it was made: put back, it isn't mailed again by itself.
import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test, vi } from 'vitest'
import type { Delivery, Mail, Outbox } from '../contract/notifications.ts'
import { failIfRestored } from '../server/mail/restored.ts'
import { type Community, done, foundCommunity, passwordOf, seconds, someone } from './support/community.ts'
import { freePort } from './support/free-port.ts'
import { broadcast, countStates, dies, mailedCommunities } from './support/mail-box.ts'
import { onSqlite } from './support/on-database.ts'
import { login, placeOfThisTest, serversOfThisFile } from './support/server-process.ts'
import { openSmtpServer } from './support/smtp.ts'

vi.setConfig({ testTimeout: 120_000 })
const { closing } = mailedCommunities()
const { start, stop } = serversOfThisFile()
const maybeOut = 'Se restauró una copia de seguridad y puede que ya hubiera salido: solo sale si se reintenta'

async function found() {
  const community = await foundCommunity()
  closing.push(community.close)
  return community
}
/** As a server begins that nobody else serves the database with, or others do; it began at that moment. */
const begins = ({ services, clock }: Community, { isAlone = true, began = clock.now } = {}) =>
  failIfRestored(services, { isAlone, began })
/** The deliveries as they are now, to be put back. */
async function backUp({ db }: Community) {
  const rows = await db.selectFrom('deliveries').selectAll().execute()
  return async () => {
    for (const { id, ...row } of rows) await db.updateTable('deliveries').set(row).where('id', '=', id).execute()
  }
}
const lastMail = ({ dataDir }: Community) => join(dataDir, 'last-mail')

test('what waited in a backup fails where some of it has gone out since, until Hipatia queues it again', async () => {
  const community = await found()
  const { hipatia, clock } = community
  await community.signIn('Ana')
  await begins(community)
  done(await broadcast(community))
  const putBack = await backUp(community)
  await community.deliversMail()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
  await putBack()
  community.passes(seconds(10))
  const began = clock.now
  done(await broadcast(community, { subject: 'Lo de hoy' }))
  await begins(community, { began })
  expect(await countStates(community.db), 'what is queued since waits').toEqual({
    queued: 2,
    sent: 0,
    failed: 2,
    skipped: 0,
  })
  const [, mail] = done(await hipatia.get<Mail[]>('/notifications/admin/mails'))
  expect(mail).toMatchObject({ subject: 'Asamblea', failed: 2, skipped: 0 })
  const deliveries = done(await hipatia.get<Delivery[]>(`/notifications/admin/mails/${mail?.id}/deliveries`))
  expect(deliveries.map(({ reason }) => reason)).toEqual([maybeOut, maybeOut])
  await community.deliversMail()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 2, skipped: 0 })
  await begins(community)
  done(await hipatia.post(`/notifications/admin/mails/${mail?.id}/retry`))
  await begins(community)
  await community.deliversMail()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 4, failed: 0, skipped: 0 })
})

test('an older backup put back after another one is noticed too', async () => {
  const community = await found()
  await begins(community)
  done(await broadcast(community))
  const putOldestBack = await backUp(community)
  await community.deliversMail()
  done(await broadcast(community, { subject: 'Otra' }))
  const putBack = await backUp(community)
  await community.deliversMail()
  community.passes(seconds(10))
  for (const restore of [putBack, putOldestBack]) {
    await restore()
    await begins(community)
    expect((await countStates(community.db)).queued).toBe(0)
  }
})

test('a crash with a letter in hand or just gone out, a stop, and a start without mail hold nothing', async () => {
  const community = await found()
  const { db } = community
  await begins(community)
  await begins(community)
  await community.signIn('Ana')
  await community.signIn('Bruno')
  done(await broadcast(community))
  community.passes(seconds(1))
  await begins(community)
  expect(await countStates(db)).toEqual({ queued: 3, sent: 0, failed: 0, skipped: 0 })
  await dies(community)
  await begins(community)
  expect(await countStates(db)).toEqual({ queued: 3, sent: 0, failed: 0, skipped: 0 })
  await community.deliversMail()
  const earlier = readFileSync(lastMail(community), 'utf8')
  // killed between the database and the file: the file knows of one letter less
  community.passes(seconds(61))
  await community.deliversMail()
  expect(readFileSync(lastMail(community), 'utf8')).not.toBe(earlier)
  done(await broadcast(community, { subject: 'Otra' }))
  community.passes(seconds(1))
  for (const known of [earlier, '']) {
    await community.services.mailer.lastSent?.write(known.trim())
    await begins(community)
  }
  expect(await countStates(db)).toEqual({ queued: 3, sent: 3, failed: 0, skipped: 0 })
})

test('a backup in a new data folder is noticed too, but where each of several processes may have its own', async () => {
  const community = await found()
  done(await broadcast(community))
  await community.deliversMail()
  done(await broadcast(community, { subject: 'Otra' }))
  community.passes(seconds(10))
  rmSync(lastMail(community))
  await begins(community, { isAlone: false })
  expect(await countStates(community.db)).toEqual({ queued: 1, sent: 1, failed: 0, skipped: 0 })
  rmSync(lastMail(community))
  await begins(community)
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 1, failed: 1, skipped: 0 })
})

test('a data folder that can’t be written to keeps no mail from going out', async () => {
  const community = await found()
  const { services } = community
  const broken = async () => {
    throw new Error('EROFS')
  }
  const mailer = { ...services.mailer, lastSent: { read: async () => undefined, write: broken } }
  await begins({ ...community, services: { ...services, mailer } })
  expect(community.logText()).toContain('which mail went out last could not be written down')
})

onSqlite('a copy put in the place of the database sends nothing twice, and a restart goes on as always', async () => {
  const place = await placeOfThisTest()
  const smtp = await openSmtpServer()
  const port = `${await freePort()}`
  const opens = async () => {
    const server = await start(place, {
      ...{ PORT: port, PUBLIC_URL: `http://localhost:${port}`, SMTP_URL: smtp.url },
      ...{ ADMIN_NAME: 'Hipatia', ADMIN_EMAIL: 'hipatia@alejandria.example', ADMIN_PASSWORD: passwordOf('Hipatia') },
    })
    const { access_token } = done(await login(server.origin, 'Hipatia', passwordOf('Hipatia')))
    const hipatia = someone(server.origin, access_token)
    const outbox = async () => done(await hipatia.get<Outbox>('/notifications/admin/outbox'))
    return { server, hipatia, outbox }
  }
  const patiently = { timeout: 30_000 }
  const path = join(place.dataDir, 'alejandria.db')
  const copy = join(place.dataDir, 'copia.db')

  smtp.behaviour.connect = () => ({ code: 421, text: 'cerrado por obras' })
  const first = await opens()
  done(await first.hipatia.post('/notifications/admin/broadcast', { subject: 'Asamblea', message: 'El jueves.' }))
  await expect.poll(first.outbox, patiently).toMatchObject({ queued: 1, held: { reason: expect.any(String) } })
  const source = new DatabaseSync(path)
  source.exec(`vacuum into '${copy}'`)
  source.close()
  // killed and started again, it still waits and nothing has failed; then it goes out
  first.server.kill('SIGKILL')
  await first.server.ended
  const second = await opens()
  smtp.behaviour.connect = undefined
  done(await second.hipatia.post('/notifications/admin/outbox/retry'))
  await expect.poll(second.outbox, patiently).toMatchObject({ queued: 0, sent: 1, failed: 0 })
  await stop(second.server)

  for (const beside of ['-wal', '-shm']) rmSync(path + beside, { force: true })
  copyFileSync(copy, path)
  const third = await opens()
  await expect.poll(third.outbox, patiently).toMatchObject({ queued: 0, sent: 0, failed: 1 })
  const [mail] = done(await third.hipatia.get<Mail[]>('/notifications/admin/mails'))
  done(await third.hipatia.post(`/notifications/admin/mails/${mail?.id}/retry`))
  done(await third.hipatia.post('/notifications/admin/outbox/retry'))
  await expect.poll(third.outbox, patiently).toMatchObject({ queued: 0, sent: 1, failed: 0 })
  expect(smtp.recipients()).toHaveLength(2)
  await stop(third.server)
  await smtp.close()
})
