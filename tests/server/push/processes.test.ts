// @databases both
// Push messages of real processes that are stopped, killed, or two at once: none comes twice, and only the one that was being
// sent when a process was killed may be missing.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { PushDevice } from '../../../contract/notices/push.ts'
import { memoryBus } from '../../../server/bus/bus.ts'
import type { DatabaseLocation } from '../../../server/db/db.ts'
import type { Db } from '../../../server/db/schema.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { newId } from '../../../server/ids.ts'
import { queuePush } from '../../../server/push/queue.ts'
import { hipatiasServer } from '../../support/server/backups.ts'
import { expectDone, passwordOf, personWith } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { signedInAs } from '../../support/server/person.ts'
import { inDatabase, locationOfThisTest, serversOfThisFile } from '../../support/server/processes/server-process.ts'
import { type Browser, openPushService } from '../../support/server/push/push-service.ts'

vi.setConfig({ testTimeout: 240_000 })
const { start, stop } = serversOfThisFile()
const slow = { timeout: 150_000, interval: 100 }

type SignIn = Parameters<typeof signedInAs>[1]

async function signIn({ origin }: { origin: string }, name = 'Hipatia') {
  const answer = await personWith(origin).post<SignIn>('/auth/login', { name, password: passwordOf(name) })
  return signedInAs(origin, expectDone(answer))
}

async function open() {
  const place = await locationOfThisTest()
  const service = await openPushService()
  onTestFinished(service.close)
  const settings = { ...hipatiasServer, PUSH_SERVICE_PORT: `${service.port}`, PUBLIC_URL: '' }
  const startOne = () => start(place, settings, [], 'server-for-tests')
  return { place, service, startOne }
}

/** Queues a message of each thread, as a process does that is not there. */
async function queueThreads(place: DatabaseLocation, person: { id: string }, threads: string[]) {
  const services = { newId, now: Date.now, bus: memoryBus() }
  const queue = async (tx: Db) => {
    for (const thread of threads)
      await queuePush(services, tx, [person.id], { thread, title: 'Amparo', body: thread, path: '/home' })
  }
  await inDatabase(place, (db) => transaction(db, queue))
}

const namesOf = (count: number) => Array.from({ length: count }, (_, at) => `post:${at}`)
const threadsOf = ({ received }: Browser) => received.map(({ message }) => message.thread)

test('after a kill the next process sends the others, and the one that was being sent doesn’t come twice', async () => {
  const { place, service, startOne } = await open()
  const first = await startOne()
  const hipatia = await signIn(first)
  const browser = service.openBrowser()
  expectDone(await hipatia.post<PushDevice>('/push/subscriptions', browser.subscription))
  browser.answer = async () => {
    if (browser.received.length === 10) {
      // taken, but the answer never arrives
      first.kill('SIGKILL')
      await first.ended
    }
    return { status: 201 }
  }
  await queueThreads(place, hipatia, namesOf(30))
  await first.ended
  await expect.poll(() => browser.received.length, slow).toBe(11)
  const second = await startOne()
  await expect.poll(() => browser.received.length, slow).toBe(30)
  expect(threadsOf(browser).toSorted()).toEqual(namesOf(30).toSorted())
  await stop(second)
  // none waits, none is sent again
  const third = await startOne()
  await queueThreads(place, hipatia, ['última'])
  await expect.poll(() => threadsOf(browser).includes('última'), slow).toBe(true)
  expect(browser.received.length).toBe(31)
  await stop(third)
})

onPostgres(
  'of two processes one sends at a time, several to different devices; when it stops the other goes on',
  async () => {
    const { place, service, startOne } = await open()
    const [first, second] = await Promise.all([startOne(), startOne()])
    const browsers: Browser[] = []
    const sendingTo = new Set<Browser>()
    let maxToOne = 0
    let person = { id: '' }
    let count = 0
    for (let at = 0; at < 4; at++) {
      const hipatia = await signIn(second)
      person = hipatia
      const browser = service.openBrowser()
      browsers.push(browser)
      expectDone(await hipatia.post<PushDevice>('/push/subscriptions', browser.subscription))
      browser.answer = async () => {
        count++
        if (count === 40) first.kill('SIGTERM')
        if (sendingTo.has(browser)) maxToOne++
        sendingTo.add(browser)
        await new Promise(setImmediate)
        sendingTo.delete(browser)
        return { status: 201 }
      }
    }
    await queueThreads(place, person, namesOf(50))
    await expect.poll(() => browsers.map(({ received }) => received.length), slow).toEqual([50, 50, 50, 50])
    expect((await first.ended).code).toBe(0)
    for (const browser of browsers) expect(threadsOf(browser).toSorted()).toEqual(namesOf(50).toSorted())
    expect(maxToOne).toBe(0)
    await stop(second)
  },
)

test('within a second after a deactivation nothing is sent, whatever waits', async () => {
  const { place, service, startOne } = await open()
  const server = await startOne()
  const hipatia = await signIn(server)
  const account = { name: 'Telesila', email: 'telesila@alejandria.example', password: passwordOf('Telesila') }
  const { id } = expectDone(await hipatia.post<{ id: string }>('/auth/users', account))
  const telesila = await signIn(server, 'Telesila')
  const browser = service.openBrowser()
  expectDone(await telesila.post<PushDevice>('/push/subscriptions', browser.subscription))
  let lastAt = 0
  browser.answer = () => {
    lastAt = Date.now()
    return { status: 201 }
  }
  await queueThreads(place, { id }, namesOf(400))
  await expect.poll(() => browser.received.length, slow).toBeGreaterThan(10)
  expectDone(await hipatia.post(`/auth/users/${id}/toggle-status`))
  const endedAt = Date.now()
  await queueThreads(place, { id }, ['después'])
  await queueThreads(place, hipatia, ['a Hipatia'])
  // the queue is worked through
  const queued = () => inDatabase(place, (db) => db.selectFrom('pushes').select('id').execute())
  await expect.poll(queued, slow).toEqual([])
  expect(lastAt).toBeLessThan(endedAt + 1000)
  expect(threadsOf(browser)).not.toContain('después')
  expect(browser.received.length).toBeLessThan(400)
  await stop(server)
})
