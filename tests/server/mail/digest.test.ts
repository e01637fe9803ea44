// @databases both
// Posts are mailed on their own within a budget; the ones beyond are gathered in a digest, one mail per recipient
// (docs/decisions/036-mail-budget.md).
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Mail } from '../../../contract/mail.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { createLease } from '../../../server/mail/worker/lease.ts'
import { failQueuedBefore } from '../../../server/mail/worker/queries.ts'
import {
  type Community,
  createLocation,
  days,
  expectDone,
  minutes,
  type Person,
  seconds,
  startCommunity,
} from '../../support/server/community.ts'
import {
  addressesOf,
  countStates,
  crashWhileSending,
  listReasons,
  mailCommunitiesOfThisFile,
} from '../../support/server/mailbox.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { headerOf, readMail } from '../../support/server/smtp-server.ts'

const { startMailCommunity } = mailCommunitiesOfThisFile()
type MailCommunity = Awaited<ReturnType<typeof startMailCommunity>>

/** A day, and the minute for transactions in progress. */
const untilDigest = days(1) + minutes(1)

/** A community of Hipatia, Ana, Bruno and Carmen. */
async function start() {
  const community = await startMailCommunity()
  const signIn = (name: string) => community.signIn(name)
  const [ana, bruno, carmen] = await Promise.all([signIn('Ana'), signIn('Bruno'), signIn('Carmen')])
  return { community, ana, bruno, carmen }
}

/** Publishes `count` posts: 'Ana 1', 'Ana 2' … */
async function publish(person: Person, count: number, first = 1) {
  const posts = []
  for (let number = first; number < first + count; number++)
    posts.push(await person.writes({ title: `${person.name} ${number}` }))
  return posts
}

/** Sends what is due; returns the subjects of new mails by recipient. */
async function deliver(community: MailCommunity) {
  const before = community.server.accepted.length
  await community.deliverMail()
  const subjects: Record<string, string[]> = {}
  for (const taken of community.server.accepted.slice(before)) {
    const name = taken.to[0]?.replace('@alejandria.example', '') ?? ''
    subjects[name] = [...(subjects[name] ?? []), (await readMail(taken)).subject ?? '']
  }
  return subjects
}

const lastMailTo = (community: MailCommunity, name: string) => {
  const taken = community.server.accepted.findLast(({ to }) => to.includes(`${name}@alejandria.example`))
  return taken ?? { raw: '' }
}
/** Titles in the last mail to somebody, in their order. */
async function titlesIn(community: MailCommunity, name: string) {
  const { html = '' } = await readMail(lastMailTo(community, name))
  return [...html.matchAll(/<li[^>]*><a[^>]*>([^<]*)<\/a><\/li>/g)].map(([, title]) => title)
}
const listMails = async ({ hipatia }: Pick<Community, 'hipatia'>) =>
  expectDone(await hipatia.get<Mail[]>('/notifications/admin/mails?limit=200'))

describe('posts over the budget', () => {
  test('a member who publishes 110 posts in a row mails everybody three times, and once more a day later', async () => {
    const { community, ana, bruno } = await start()
    await publish(ana, 110)
    await publish(bruno, 4)
    expect(await countStates(community.db)).toMatchObject({ queued: 3 * 3 + 3 * 3 + 4 })
    const single = await deliver(community)
    expect(single.carmen?.toSorted()).toEqual([
      ...['Nuevo post: Ana 1', 'Nuevo post: Ana 2', 'Nuevo post: Ana 3'],
      ...['Nuevo post: Bruno 1', 'Nuevo post: Bruno 2', 'Nuevo post: Bruno 3'],
    ])
    community.advanceClock(days(1) - minutes(1))
    expect(await deliver(community)).toEqual({})
    community.advanceClock(minutes(2))
    expect(await deliver(community)).toEqual({
      ana: ['1 post nuevo en Alejandría'],
      bruno: ['Más de 100 posts nuevos en Alejandría'],
      carmen: ['Más de 100 posts nuevos en Alejandría'],
      hipatia: ['Más de 100 posts nuevos en Alejandría'],
    })
    // Ana’s many posts don’t push out Bruno’s
    const titles = await titlesIn(community, 'carmen')
    expect(titles).toHaveLength(100)
    expect([titles[0], titles[98], titles[99]]).toEqual(['Ana 4', 'Ana 102', 'Bruno 4'])
    community.advanceClock(days(3))
    expect(await deliver(community)).toEqual({})
  })

  test('come in one mail with their titles and links, without the recipient’s own, and with the link to unsubscribe', async () => {
    const { community, ana, bruno, carmen } = await start()
    await publish(ana, 4)
    const [, , , last] = await publish(bruno, 5)
    await deliver(community)
    community.advanceClock(untilDigest)
    expect(await deliver(community)).toEqual({
      ana: ['2 posts nuevos en Alejandría'],
      bruno: ['1 post nuevo en Alejandría'],
      carmen: ['3 posts nuevos en Alejandría'],
      hipatia: ['3 posts nuevos en Alejandría'],
    })
    expect(await titlesIn(community, 'ana')).toEqual(['Bruno 4', 'Bruno 5'])
    expect(await titlesIn(community, 'bruno')).toEqual(['Ana 4'])
    expect(await titlesIn(community, 'hipatia')).toEqual(['Ana 4', 'Bruno 4', 'Bruno 5'])
    const taken = lastMailTo(community, 'carmen')
    const { text = '', html = '', to = [] } = await readMail(taken)
    expect(to.map(({ address }) => address)).toEqual(['carmen@alejandria.example'])
    expect(text).toContain('Hola, Carmen:')
    expect(text).toMatch(/Ana ha publicado:\n- Ana 4\n.*\n\nBruno ha publicado:\n- Bruno 4\n/)
    expect(text).toContain(`https://alejandria.example/blog/${last?.id}`)
    expect(html).toContain(`href="https://alejandria.example/blog/${last?.id}"`)
    expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const link = (await headerOf(taken, 'List-Unsubscribe'))?.match(/<(https[^>]+)>/)?.[1] ?? ''
    expect((await fetch(`${community.origin}${new URL(link).pathname}`, { method: 'POST' })).status).toBe(200)
    expect(expectDone(await carmen.get('/notifications/preferences'))).toMatchObject({ new_posts: false })
  })

  test('are named with their current titles, withdrawn and deleted ones are not', async () => {
    const { community, ana } = await start()
    const [, , , renamed, withdrawn, deleted] = await publish(ana, 6)
    expectDone(await ana.put(`/posts/${renamed?.id}`, { title: 'Sin <errata>', content: 'Un texto.' }))
    expectDone(await ana.put(`/posts/${withdrawn?.id}/publish`, { is_published: false }))
    expectDone(await ana.delete(`/posts/${deleted?.id}`))
    await deliver(community)
    community.advanceClock(untilDigest)
    expect((await deliver(community)).carmen).toEqual(['1 post nuevo en Alejandría'])
    expect(await titlesIn(community, 'carmen')).toEqual(['Sin &#60;errata&#62;'])
  })

  test('are not mailed when all of them were withdrawn; published again they are, once', async () => {
    const { community, ana } = await start()
    const [, , , withdrawn] = await publish(ana, 4)
    await deliver(community)
    const publishes = async (is_published: boolean) =>
      expectDone(await ana.put(`/posts/${withdrawn?.id}/publish`, { is_published }))
    await publishes(false)
    community.advanceClock(untilDigest)
    expect(await deliver(community)).toEqual({})
    expect((await listReasons(community)).filter((reason) => reason === 'El post ya no está publicado')).toHaveLength(3)
    for (const is_published of [true, false, true]) await publishes(is_published)
    const once = ['1 post nuevo en Alejandría']
    expect(await deliver(community)).toEqual({ bruno: once, carmen: once, hipatia: once })
    for (const is_published of [false, true]) await publishes(is_published)
    expect(await deliver(community)).toEqual({})
  })

  test('published again, are not mailed to a person who was inactive when the digest went out', async () => {
    const { community, ana, bruno } = await start()
    const [, , , withdrawn] = await publish(ana, 4)
    await deliver(community)
    const changes = async (is_active: boolean) =>
      expectDone(await community.hipatia.put(`/auth/users/${bruno.id}`, { is_active }))
    const publishes = async (is_published: boolean) =>
      expectDone(await ana.put(`/posts/${withdrawn?.id}/publish`, { is_published }))
    await changes(false)
    community.advanceClock(untilDigest)
    const once = ['1 post nuevo en Alejandría']
    expect(await deliver(community)).toEqual({ carmen: once, hipatia: once })
    await changes(true)
    for (const is_published of [false, true]) await publishes(is_published)
    expect(await deliver(community)).toEqual({})
  })

  test('are mailed to whoever wants mail about posts on the way: not after unsubscribing, and before the last post joined', async () => {
    const { community, ana, bruno, carmen } = await start()
    await publish(ana, 4)
    await deliver(community)
    expectDone(await bruno.put('/notifications/preferences', { new_posts: false }))
    expectDone(await community.hipatia.put(`/auth/users/${carmen.id}`, { is_active: false }))
    await community.signIn('Dario')
    community.advanceClock(minutes(61))
    await publish(ana, 1, 5)
    community.advanceClock(untilDigest)
    const both = ['2 posts nuevos en Alejandría']
    expect(await deliver(community)).toEqual({ hipatia: both, dario: both })
    expect((await listReasons(community)).filter(Boolean).toSorted()).toEqual([
      'La cuenta ya no está activa',
      'Se dio de baja antes de salir',
    ])
  })

  test('wait for their time when an admin retries the queue, which shows them', async () => {
    const { community, ana } = await start()
    await publish(ana, 4)
    await deliver(community)
    const [digest] = (await listMails(community)).filter(({ kind }) => kind === 'post_digest')
    expect(digest).toMatchObject({ subject: 'Posts nuevos', created_by: 'Ana', queued: 3, sent: 0 })
    expect(expectDone(await community.hipatia.post('/notifications/admin/outbox/retry'))).toMatchObject({ queued: 3 })
    expect(await deliver(community)).toEqual({})
  })

  test('wait for their time in a restored backup too, when an admin retries its failed mails', async () => {
    const { community, ana } = await start()
    await publish(ana, 4)
    await deliver(community)
    const { now } = community.clock
    await transaction(community.db, (tx) => failQueuedBefore(tx, now + 1, 'Se restauró una copia'))
    const [digest] = await listMails(community)
    expect(digest).toMatchObject({ kind: 'post_digest', failed: 3 })
    expect(expectDone(await community.hipatia.post(`/notifications/admin/mails/${digest?.id}/retry`))).toMatchObject({
      queued: 3,
      failed: 0,
    })
    expect(await deliver(community)).toEqual({})
    await publish(ana, 1, 5)
    community.advanceClock(untilDigest)
    const both = ['2 posts nuevos en Alejandría']
    expect(await deliver(community)).toEqual({ bruno: both, carmen: both, hipatia: both })
  })

  test('wait for their time when the server starts again within its last minute', async () => {
    const { community, ana } = await start()
    await publish(ana, 4)
    await deliver(community)
    community.advanceClock(days(1) + seconds(30))
    const lease = createLease(community.services)
    await lease.seize()
    await lease.close()
    expect(await deliver(community)).toEqual({})
    community.advanceClock(seconds(30))
    expect((await deliver(community)).carmen).toEqual(['1 post nuevo en Alejandría'])
  })

  test('come in the next digest after one that was sent early', async () => {
    const { community, ana } = await start()
    await publish(ana, 4)
    await deliver(community)
    // as older versions did with a restored backup
    await community.db
      .updateTable('deliveries')
      .set({ due_at: community.clock.now })
      .where('state', '=', 'queued')
      .execute()
    expect(await deliver(community)).toMatchObject({ carmen: ['1 post nuevo en Alejandría'] })
    await publish(ana, 1, 5)
    community.advanceClock(untilDigest)
    expect((await deliver(community)).carmen).toEqual(['1 post nuevo en Alejandría'])
    expect(await titlesIn(community, 'carmen')).toEqual(['Ana 5'])
  })

  test('are sent once to each when a process dies while sending, and when several try at once', async () => {
    const { community, ana } = await start()
    await publish(ana, 6)
    await deliver(community)
    community.advanceClock(untilDigest)
    const inProgress = await crashWhileSending(community)
    community.advanceClock(minutes(2))
    const before = community.server.accepted.length
    for (let left = 4; left > 0; left--) await Promise.all([community.deliverMail(), community.deliverMail()])
    const recipients = community.server.recipients().slice(before)
    expect(recipients.toSorted()).toEqual(addressesOf(['Bruno', 'Carmen', 'Hipatia']))
    expect(recipients).toContain(inProgress)
    expect(await countStates(community.db)).toMatchObject({ queued: 0, failed: 0, skipped: 0 })
  })
})

describe('the budget', () => {
  test('of a person is three posts an hour; whoever is over it waits with the next ones too, until the digest', async () => {
    const { community, ana } = await start()
    await publish(ana, 3)
    community.advanceClock(minutes(61))
    await publish(ana, 3, 4)
    expect((await deliver(community)).carmen).toHaveLength(6)
    await publish(ana, 1, 7)
    community.advanceClock(minutes(61))
    await publish(ana, 1, 8)
    expect(await deliver(community)).toEqual({})
    community.advanceClock(days(1) - minutes(60))
    expect((await deliver(community)).carmen).toEqual(['2 posts nuevos en Alejandría'])
    await publish(await community.signIn('Ana'), 1, 9)
    expect((await deliver(community)).carmen).toEqual(['Nuevo post: Ana 9'])
  })

  test('of everybody together is twenty posts a day', async () => {
    const { community, ana, bruno, carmen } = await start()
    await publish(community.hipatia, 3)
    for (const person of [ana, bruno, carmen]) await publish(person, 3)
    for (const name of ['Dario', 'Elena', 'Fabio']) await publish(await community.signIn(name), 3)
    const kinds = (await listMails(community)).map(({ kind }) => kind)
    expect([kinds.filter((kind) => kind === 'new_post').length, kinds.length]).toEqual([20, 21])
    community.advanceClock(untilDigest)
    await deliver(community)
    expect(await titlesIn(community, 'ana')).toEqual(['Fabio 3'])
    await publish(await community.signIn('Fabio'), 1, 4)
    expect((await deliver(community)).ana).toEqual(['Nuevo post: Fabio 4'])
  })

  test('isn’t renewed by deleting what was published', async () => {
    const { community, ana } = await start()
    for (const { id } of await publish(ana, 3)) expectDone(await ana.delete(`/posts/${id}`))
    await publish(ana, 1, 4)
    const [mail] = await listMails(community)
    expect(mail).toMatchObject({ kind: 'post_digest', queued: 3 })
  })

  onPostgres('is counted once for posts published at the same time in two processes', async () => {
    const location = await createLocation()
    const first = await startCommunity({ location })
    const second = await startCommunity({ location })
    onTestFinished(async () => {
      await second.close()
      await first.close()
      location.remove()
    })
    const ana = await first.signIn('Ana')
    const elsewhere = second.withToken(ana.token)
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? ana : elsewhere).writes()))
    const mails = await listMails(first)
    expect(mails.map(({ kind, queued }) => [kind, queued]).toSorted()).toEqual([
      ...[1, 2, 3].map(() => ['new_post', 1]),
      ['post_digest', 1],
    ])
    const waiting = await first.db.selectFrom('digest_posts').select(['turn']).orderBy('turn').execute()
    expect(waiting.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
