// @databases both
// Queued deliveries of a restored backup may have been sent since, so they aren't sent again automatically.
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Delivery, Mail, QueueStatus } from '../../../contract/mail.ts'
import { openEpochFile } from '../../../server/epoch/epoch-file.ts'
import { readEpoch } from '../../../server/epoch/queries.ts'
import { noticeRestore } from '../../../server/health/notice-restore.ts'
import { createMailOutbox } from '../../../server/mail/worker/outbox.ts'
import { freePort } from '../../../tools/free-port.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { type Community, communityOfThisTest, expectDone, seconds } from '../../support/server/community.ts'
import { changeRows, rowsOf } from '../../support/server/database/rows.ts'
import { countStates, crashWhileSending, sendBroadcast } from '../../support/server/mailbox.ts'
import { onSqlite } from '../../support/server/on-database.ts'
import { locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { openServer } from '../../support/server/smtp-emails.ts'

const { start, stop } = serversOfThisFile()
const maybeOut = 'Se restauró una copia de seguridad y puede que ya hubiera salido: solo sale si se reintenta'

let community: Community
beforeEach(async () => {
  community = await communityOfThisTest()
})

const warnings: string[] = []

/** Runs the check that a starting server makes, alone with the database or not. */
const begins = ({ isAlone = true } = {}) =>
  noticeRestore({ ...community.services, log: { warn: (line) => void warnings.push(line) } }, { isAlone })

/** Saves the deliveries and the epoch; the result restores them. */
async function backUp() {
  const { db } = community
  const rows = await rowsOf(db, 'deliveries')
  const epoch = await readEpoch(db)
  return async () => {
    for (const { id, ...row } of rows) await changeRows(db, 'deliveries', row, { id })
    await db.updateTable('health').set(epoch).execute()
  }
}
const epochFile = () => join(community.dataDir, 'epoch')

test('queued deliveries of a restored backup fail until Hipatia queues them again', async () => {
  await community.signIn('Ana')
  await begins()
  expectDone(await sendBroadcast(community))
  const putBack = await backUp()
  await community.deliverMail()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
  await putBack()
  await begins()
  expect(warnings).toContain('2 queued mails of the copy fail until an admin retries them')
  const hipatia = await community.signIn('Hipatia')
  const [mail] = expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails'))
  expect(mail).toMatchObject({ subject: 'Asamblea', queued: 0, failed: 2, skipped: 0 })
  const deliveries = expectDone(await hipatia.get<Delivery[]>(`/notifications/admin/mails/${mail?.id}/deliveries`))
  expect(deliveries.map(({ reason }) => reason)).toEqual([maybeOut, maybeOut])
  expectDone(await hipatia.post(`/notifications/admin/mails/${mail?.id}/retry`))
  await begins()
  await community.deliverMail()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 2, failed: 0, skipped: 0 })
})

test('a second, older backup is noticed too', async () => {
  await begins()
  expectDone(await sendBroadcast(community))
  const putOldestBack = await backUp()
  await community.deliverMail()
  expectDone(await sendBroadcast(community, { subject: 'Otra' }))
  const putBack = await backUp()
  await community.deliverMail()
  for (const restore of [putBack, putOldestBack]) {
    await restore()
    await begins()
    expect((await countStates(community.db)).queued).toBe(0)
  }
})

test('no queued delivery fails after a crash while or after sending, a stop, or a start without mail', async () => {
  const { db } = community
  await begins()
  await begins()
  await community.signInAll('Ana', 'Bruno')
  expectDone(await sendBroadcast(community))
  await begins()
  expect(await countStates(db)).toEqual({ queued: 3, sent: 0, failed: 0, skipped: 0 })
  await crashWhileSending(community)
  await begins()
  expect(await countStates(db)).toEqual({ queued: 3, sent: 0, failed: 0, skipped: 0 })
  await community.deliverMail()
  const earlier = readFileSync(epochFile(), 'utf8')
  // killed between the database and the file: the file is behind
  community.advanceClock(seconds(61))
  await community.deliverMail()
  expect(readFileSync(epochFile(), 'utf8')).not.toBe(earlier)
  expectDone(await sendBroadcast(community, { subject: 'Otra' }))
  for (const known of [earlier, '']) {
    writeFileSync(epochFile(), known)
    await begins()
  }
  expect(await countStates(db)).toEqual({ queued: 3, sent: 3, failed: 0, skipped: 0 })
})

test('a backup in a new data folder is noticed too, except where several processes may each have their own', async () => {
  await begins()
  expectDone(await sendBroadcast(community))
  await community.deliverMail()
  expectDone(await sendBroadcast(community, { subject: 'Otra' }))
  rmSync(epochFile())
  await begins({ isAlone: false })
  expect(await countStates(community.db)).toEqual({ queued: 1, sent: 1, failed: 0, skipped: 0 })
  await begins()
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 1, failed: 1, skipped: 0 })
})

test('mail is sent although the data folder is read-only', async () => {
  await begins()
  expectDone(await sendBroadcast(community))
  const { services } = community
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  // a folder that isn't there
  await createMailOutbox({ ...services, epochFile: openEpochFile(join(community.dataDir, 'nada')) }).deliver()
  expect(errors).toHaveBeenCalledWith(expect.stringContaining("can't be written"))
  expect(await countStates(community.db)).toEqual({ queued: 0, sent: 1, failed: 0, skipped: 0 })
})

onSqlite('a database replaced by its copy sends nothing twice, and a restart continues as usual', async () => {
  const place = await locationOfThisTest()
  const smtp = await openServer()
  const port = `${await freePort()}`
  const opens = async () => {
    const admin = { ...hipatiasServer, ADMIN_EMAIL: 'hipatia@alejandria.example' }
    const settings = { ...admin, PORT: port, PUBLIC_URL: `http://localhost:${port}`, SMTP_URL: smtp.url }
    const server = await start(place, settings)
    const hipatia = await signIn(server.origin, 'Hipatia')
    const queueStatus = async () => expectDone(await hipatia.get<QueueStatus>('/notifications/admin/outbox'))
    return { server, hipatia, queueStatus }
  }
  const patiently = { timeout: 30_000 }
  const path = join(place.dataDir, 'alejandria.db')
  const copy = join(place.dataDir, 'copia.db')

  smtp.answers.connect = () => ({ code: 421, text: 'cerrado por obras' })
  const first = await opens()
  expectDone(await first.hipatia.post('/notifications/admin/broadcast', { subject: 'Asamblea', message: 'El jueves.' }))
  await expect.poll(first.queueStatus, patiently).toMatchObject({ queued: 1, held: { reason: expect.any(String) } })
  const source = new DatabaseSync(path)
  source.exec(`vacuum into '${copy}'`)
  source.close()
  // killed and started again, it still waits and nothing has failed; then it goes out
  first.server.kill('SIGKILL')
  await first.server.ended
  const second = await opens()
  smtp.answers.connect = undefined
  expectDone(await second.hipatia.post('/notifications/admin/outbox/retry'))
  await expect.poll(second.queueStatus, patiently).toMatchObject({ queued: 0, sent: 1, failed: 0 })
  await stop(second.server)

  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  copyFileSync(copy, path)
  const third = await opens()
  await expect.poll(third.queueStatus, patiently).toMatchObject({ queued: 0, sent: 0, failed: 1 })
  const [mail] = expectDone(await third.hipatia.get<Mail[]>('/notifications/admin/mails'))
  expectDone(await third.hipatia.post(`/notifications/admin/mails/${mail?.id}/retry`))
  expectDone(await third.hipatia.post('/notifications/admin/outbox/retry'))
  await expect.poll(third.queueStatus, patiently).toMatchObject({ queued: 0, sent: 1, failed: 0 })
  expect(smtp.recipients()).toHaveLength(2)
  await stop(third.server)
})
