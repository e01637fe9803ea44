// @databases both
// A broadcast to hundreds by real processes that are stopped, killed, or two at once: everybody gets it once, except for the
// email in progress when a process was killed (DECISIONS §2, "Notifications").
import { expect, test, vi } from 'vitest'
import type { QueueStatus } from '../../../contract/mail.ts'
import { freePort } from '../../../tools/free-port.ts'
import { inFull } from '../../support/in-full.ts'
import { hipatiasServer, signIn } from '../../support/server/backups.ts'
import { expectDone } from '../../support/server/community.ts'
import { insertUsers } from '../../support/server/mailbox.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { inDatabase, locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { openServer } from '../../support/server/smtp-emails.ts'
import { readMail } from '../../support/server/smtp-server.ts'

vi.setConfig({ testTimeout: 240_000 })
const { start, stop } = serversOfThisFile()
const slow = { timeout: 150_000, interval: 100 }

async function open() {
  const place = await locationOfThisTest()
  const smtp = await openServer()
  const admin = { ...hipatiasServer, ADMIN_EMAIL: 'hipatia@alejandria.example' }
  const startOne = async () => {
    const port = await freePort()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Alejandría <biblioteca@alejandria.example>' }
    const server = await start(place, { ...admin, ...mail, PORT: `${port}`, PUBLIC_URL: `http://localhost:${port}` })
    return { ...server, signIn: () => signIn(server.origin, 'Hipatia') }
  }
  /** Inserts accounts while a server runs; returns all addresses, Hipatia’s included. */
  const populate = async (count: number) => {
    const people = await inDatabase(place, (db) => insertUsers(db, 'Socia', count))
    return [admin.ADMIN_EMAIL, ...people.map(({ email }) => email)].toSorted()
  }
  return { smtp, startOne, populate }
}
type Hipatia = Awaited<ReturnType<typeof signIn>>
const broadcast = async (by: Hipatia) =>
  expectDone(await by.post('/notifications/admin/broadcast', { subject: 'Asamblea', message: 'El jueves.' }))
const queueStatus = async (by: Hipatia) => expectDone(await by.get<QueueStatus>('/notifications/admin/outbox'))

test('after a kill during a broadcast the next process continues: no email is missing, and only the email in progress arrives twice', async () => {
  const [people, killedAt] = inFull([500, 120], [100, 30])
  const { smtp, startOne, populate } = await open()
  const first = await startOne()
  const everybody = await populate(people)
  let count = 0
  smtp.answers.content = async () => {
    count++
    if (count !== killedAt) return undefined
    // accepted, but the answer never arrives
    first.kill('SIGKILL')
    await first.ended
    return undefined
  }
  await broadcast(await first.signIn())
  await first.ended
  await expect.poll(() => smtp.accepted.length, slow).toBe(killedAt)
  const second = await startOne()
  const hipatia = await second.signIn()
  await expect.poll(() => queueStatus(hipatia), slow).toMatchObject({ queued: 0, sent: people + 1, failed: 0 })
  expect([...new Set(smtp.recipients())].toSorted()).toEqual(everybody)
  expect(smtp.accepted.length).toBe(people + 2)
  const ids = await Promise.all(smtp.accepted.map(async (mail) => (await readMail(mail)).messageId))
  expect(new Set(ids).size).toBe(people + 1)
  await stop(second)
})

test('a process stopped during a broadcast finishes the email in progress, and nobody gets two', async () => {
  const { smtp, startOne, populate } = await open()
  const first = await startOne()
  const everybody = await populate(60)
  let count = 0
  smtp.answers.content = async () => {
    count++
    if (count === 20) {
      first.kill('SIGTERM')
      // the stop comes while the email is being sent
      await expect.poll(() => fetch(first.origin).catch(() => 'closed'), slow).toBe('closed')
    }
    return undefined
  }
  await broadcast(await first.signIn())
  expect((await first.ended).code).toBe(0)
  await expect.poll(() => smtp.accepted.length, slow).toBe(20)
  const second = await startOne()
  await expect.poll(() => smtp.accepted.length, slow).toBe(61)
  await stop(second)
  expect(smtp.recipients().toSorted()).toEqual(everybody)
})

onPostgres('of two processes only one sends at a time, and when it stops the other continues', async () => {
  const { smtp, startOne, populate } = await open()
  const [first, second] = await Promise.all([startOne(), startOne()])
  const everybody = await populate(150)
  let count = 0
  let sending = 0
  let maxSending = 0
  smtp.answers.content = async () => {
    count++
    maxSending = Math.max(maxSending, ++sending)
    if (count === 50) first.kill('SIGTERM')
    await new Promise(setImmediate)
    sending--
    return undefined
  }
  const hipatia = await second.signIn()
  await broadcast(hipatia)
  await expect.poll(() => queueStatus(hipatia), slow).toMatchObject({ queued: 0, sent: 151, failed: 0 })
  expect((await first.ended).code).toBe(0)
  await stop(second)
  expect(smtp.recipients().toSorted()).toEqual(everybody)
  expect(maxSending).toBe(1)
})
