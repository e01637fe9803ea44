// A broadcast to 500 by real processes that are stopped, killed, or two at once: nobody is left out, nobody gets it twice
// but for the letter that was on its way when a process was killed (DECISIONS §2, "Notifications").
import { expect, test, vi } from 'vitest'
import type { Outbox } from '../contract/notifications.ts'
import { openDatabase, type Place } from '../server/db/db.ts'
import { done, passwordOf, someone } from './support/community.ts'
import { freePort } from './support/free-port.ts'
import { admitMany } from './support/mail-box.ts'
import { onPostgres } from './support/on-database.ts'
import { login, placeOfThisTest, serversOfThisFile } from './support/server-process.ts'
import { openSmtpServer, readMail } from './support/smtp.ts'

vi.setConfig({ testTimeout: 240_000 })
const { start, stop } = serversOfThisFile()
const patiently = { timeout: 150_000, interval: 100 }

/** So many others beside Hipatia, put there while a server runs. */
async function populate(place: Place, count: number) {
  const { db, close } = await openDatabase(place, { alone: false })
  const people = await admitMany(db, 'Socia', count)
  await close()
  return ['hipatia@alejandria.example', ...people.map(({ email }) => email)].toSorted()
}

async function open() {
  const place = await placeOfThisTest()
  const smtp = await openSmtpServer()
  const startOne = async () => {
    const port = await freePort()
    const server = await start(place, {
      ...{ PORT: `${port}`, PUBLIC_URL: `http://localhost:${port}`, SMTP_URL: smtp.url },
      MAIL_FROM: 'Alejandría <biblioteca@alejandria.example>',
      ...{ ADMIN_NAME: 'Hipatia', ADMIN_EMAIL: 'hipatia@alejandria.example', ADMIN_PASSWORD: passwordOf('Hipatia') },
    })
    const signIn = async () => {
      const { access_token } = done(await login(server.origin, 'Hipatia', passwordOf('Hipatia')))
      return someone(server.origin, access_token)
    }
    return { ...server, signIn }
  }
  return { smtp, startOne, populate: (count: number) => populate(place, count) }
}
const broadcast = async (by: ReturnType<typeof someone>) =>
  done(await by.post('/notifications/admin/broadcast', { subject: 'Asamblea', message: 'El jueves.' }))
const outbox = async (by: ReturnType<typeof someone>) => done(await by.get<Outbox>('/notifications/admin/outbox'))

test('killed in the middle of it, the next one goes on: none is missing, at most the one on its way came twice', async () => {
  const { smtp, startOne, populate } = await open()
  const first = await startOne()
  const everybody = await populate(500)
  let count = 0
  smtp.behaviour.letter = async () => {
    count++
    if (count !== 120) return undefined
    // taken, and whoever sent it never hears of it
    first.kill('SIGKILL')
    await first.ended
    return undefined
  }
  await broadcast(await first.signIn())
  await first.ended
  await expect.poll(() => smtp.taken.length, patiently).toBe(120)
  const second = await startOne()
  const hipatia = await second.signIn()
  await expect.poll(() => outbox(hipatia), patiently).toMatchObject({ queued: 0, sent: 501, failed: 0 })
  expect([...new Set(smtp.recipients())].toSorted()).toEqual(everybody)
  expect(smtp.taken.length).toBe(502)
  const ids = await Promise.all(smtp.taken.map(async (mail) => (await readMail(mail)).messageId))
  expect(new Set(ids).size).toBe(501)
  await stop(second)
  await smtp.close()
})

test('told to stop in the middle of it, it finishes the letter in hand, and nobody gets it twice', async () => {
  const { smtp, startOne, populate } = await open()
  const first = await startOne()
  const everybody = await populate(60)
  let count = 0
  smtp.behaviour.letter = async () => {
    count++
    if (count === 20) {
      first.kill('SIGTERM')
      // it stops while the letter is under way
      await expect
        .poll(
          () =>
            fetch(first.origin).then(
              () => 'open',
              () => 'closed',
            ),
          patiently,
        )
        .toBe('closed')
    }
    return undefined
  }
  await broadcast(await first.signIn())
  expect((await first.ended).code).toBe(0)
  await expect.poll(() => smtp.taken.length, patiently).toBe(20)
  const second = await startOne()
  await expect.poll(() => smtp.taken.length, patiently).toBe(61)
  await stop(second)
  expect(smtp.recipients().toSorted()).toEqual(everybody)
  await smtp.close()
})

onPostgres('two processes send one at a time, and when one stops the other goes on', async () => {
  const { smtp, startOne, populate } = await open()
  const [first, second] = await Promise.all([startOne(), startOne()])
  const everybody = await populate(150)
  let count = 0
  let atOnce = 0
  let most = 0
  smtp.behaviour.letter = async () => {
    count++
    most = Math.max(most, ++atOnce)
    if (count === 50) first.kill('SIGTERM')
    await new Promise(setImmediate)
    atOnce--
    return undefined
  }
  const hipatia = await second.signIn()
  await broadcast(hipatia)
  await expect.poll(() => outbox(hipatia), patiently).toMatchObject({ queued: 0, sent: 151, failed: 0 })
  expect((await first.ended).code).toBe(0)
  await stop(second)
  expect(smtp.recipients().toSorted()).toEqual(everybody)
  expect(most).toBe(1)
  await smtp.close()
})
