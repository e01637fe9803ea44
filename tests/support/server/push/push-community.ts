/** Communities with a push service on the loopback, and the messages of their queue. */
import { expect, onTestFinished } from 'vitest'
import type { PushDevice } from '../../../../contract/notices/push.ts'
import { transaction } from '../../../../server/db/transaction.ts'
import { type NewPush, queuePush, withdrawPush } from '../../../../server/push/queue.ts'
import { outboundTo } from '../../../../tools/outbound-to.ts'
import { communityOfThisTest, expectDone, type Person } from '../community.ts'
import { openPushService } from './push-service.ts'

/** A message about a post of Amparo. */
const example: NewPush = {
  thread: 'post:1',
  title: 'Amparo ha comentado tu post',
  body: 'Qué bien contado.',
  path: '/blog/1#comment-2',
}

/** Closed when the test ends. */
export async function pushCommunityOfThisTest({ timeoutMs }: { timeoutMs?: number } = {}) {
  const service = await openPushService()
  onTestFinished(service.close)
  const community = await communityOfThisTest({ outbound: outboundTo(service.port, timeoutMs) })
  onTestFinished(() => expect(service.faults).toEqual([]))
  const { services, db } = community

  /** A browser that its person lets get messages; `device` is the answer. */
  async function openBrowserOf(person: Pick<Person, 'post'>) {
    const browser = service.openBrowser()
    const device = expectDone(await person.post<PushDevice>('/push/subscriptions', browser.subscription))
    return Object.assign(browser, { device })
  }
  /** Queues a message to all devices of people, as its cause does. */
  const queue = (people: { id: string }[], push: Partial<NewPush> = {}, dueAt?: number) =>
    transaction(db, (tx) => {
      const ids = people.map(({ id }) => id)
      return queuePush(services, tx, ids, { ...example, ...push }, dueAt)
    })
  const withdraw = (person: { id: string }, thread = 'post:1') =>
    transaction(db, (tx) => withdrawPush(services, tx, person.id, thread))

  return {
    ...community,
    service,
    openBrowserOf,
    queue,
    withdraw,
    async push(...queued: Parameters<typeof queue>) {
      await queue(...queued)
      await community.deliverPushes()
    },
    countPushes: async () => (await db.selectFrom('pushes').select('id').execute()).length,
  }
}

/** A community in which Telesila has a browser. */
export async function startWithBrowser(options?: Parameters<typeof pushCommunityOfThisTest>[0]) {
  const community = await pushCommunityOfThisTest(options)
  const telesila = await community.signIn('Telesila')
  return { ...community, telesila, browser: await community.openBrowserOf(telesila) }
}

export const devicesOf = async (person: Pick<Person, 'get'>) =>
  expectDone(await person.get<PushDevice[]>('/push/subscriptions'))
