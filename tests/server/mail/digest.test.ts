// @databases both
// Posts are mailed on their own within a budget; the ones beyond are gathered in a digest, one mail per recipient
// (docs/decisions/036-mail-budget.md).
import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../../contract/mail.ts'
import { transaction } from '../../../server/db/transaction.ts'
import { createMailOutbox } from '../../../server/mail/worker/outbox.ts'
import { failQueued } from '../../../server/mail/worker/queries.ts'
import {
  days,
  expectDone,
  minutes,
  type Person,
  seconds,
  twoServersOfThisTest,
} from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'
import { countStates, listReasons, mailCommunityOfThisFile } from '../../support/server/mailbox.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { headerOf, readMail } from '../../support/server/smtp-server.ts'

const community = await mailCommunityOfThisFile()
const { hipatia, signIn, db, server, advanceClock } = community

/** A day, and the minute for transactions in progress. */
const untilDigest = days(1) + minutes(1)

let ana: Person
let bruno: Person
let carmen: Person
beforeEach(async () => {
  ;[ana, bruno, carmen] = await Promise.all([signIn('Ana'), signIn('Bruno'), signIn('Carmen')])
})

/** Publishes `count` posts: 'Ana 1', 'Ana 2' … */
async function publish(person: Person, count: number, first = 1) {
  const posts = []
  for (let number = first; number < first + count; number++)
    posts.push(await person.writes({ title: `${person.name} ${number}` }))
  return posts
}

/** Sends what is due; returns the subjects of new mails by recipient. */
async function deliver() {
  const before = server.accepted.length
  await community.deliverMail()
  const subjects: Record<string, string[]> = {}
  for (const taken of server.accepted.slice(before)) {
    const name = taken.to[0]?.replace('@alejandria.example', '') ?? ''
    subjects[name] = [...(subjects[name] ?? []), (await readMail(taken)).subject ?? '']
  }
  return subjects
}

const lastMailTo = (name: string) =>
  server.accepted.findLast(({ to }) => to.includes(`${name}@alejandria.example`)) ?? { raw: '' }
/** Titles in the last mail to somebody, in their order. */
async function titlesIn(name: string) {
  const { html = '' } = await readMail(lastMailTo(name))
  return [...html.matchAll(/<li[^>]*><a[^>]*>([^<]*)<\/a><\/li>/g)].map(([, title]) => title)
}
const listMails = async (by = hipatia) => expectDone(await by.get<Mail[]>('/notifications/admin/mails?limit=200'))

describe('posts over the budget', () => {
  test('a member who publishes 110 posts in a row mails everybody three times, and once more a day later', async () => {
    await publish(ana, 110)
    await publish(bruno, 4)
    expect(await countStates(db)).toMatchObject({ queued: 3 * 3 + 3 * 3 + 4 })
    const single = await deliver()
    expect(single.carmen?.toSorted()).toEqual([
      ...['Nuevo post: Ana 1', 'Nuevo post: Ana 2', 'Nuevo post: Ana 3'],
      ...['Nuevo post: Bruno 1', 'Nuevo post: Bruno 2', 'Nuevo post: Bruno 3'],
    ])
    advanceClock(days(1) - minutes(1))
    expect(await deliver()).toEqual({})
    advanceClock(minutes(2))
    const many = ['Más de 100 posts nuevos en Alejandría']
    const digests = { ana: ['1 post nuevo en Alejandría'], bruno: many, carmen: many, hipatia: many }
    expect(await deliver()).toEqual(digests)
    // Ana’s many posts don’t push out Bruno’s
    const titles = await titlesIn('carmen')
    expect(titles).toHaveLength(100)
    expect([titles[0], titles[98], titles[99]]).toEqual(['Ana 4', 'Ana 102', 'Bruno 4'])
    advanceClock(days(3))
    expect(await deliver()).toEqual({})
  })

  test('come in one mail with their current titles and links, without the recipient’s own, withdrawn and deleted ones, and with the link to unsubscribe', async () => {
    const [, , , renamed, withdrawn, deleted] = await publish(ana, 6)
    const [, , , last] = await publish(bruno, 5)
    expectDone(await ana.put(`/posts/${renamed?.id}`, { title: 'Sin <errata>', content: 'Un texto.' }))
    await ana.publishes(withdrawn ?? { id: '' }, false)
    expectDone(await ana.delete(`/posts/${deleted?.id}`))
    await deliver()
    advanceClock(untilDigest)
    const all = ['3 posts nuevos en Alejandría']
    const [two, one] = [['2 posts nuevos en Alejandría'], ['1 post nuevo en Alejandría']]
    expect(await deliver()).toEqual({ ana: two, bruno: one, carmen: all, hipatia: all })
    expect(await titlesIn('ana')).toEqual(['Bruno 4', 'Bruno 5'])
    expect(await titlesIn('bruno')).toEqual(['Sin &#60;errata&#62;'])
    expect(await titlesIn('hipatia')).toEqual(['Sin &#60;errata&#62;', 'Bruno 4', 'Bruno 5'])
    const taken = lastMailTo('carmen')
    const { text = '', html = '', to = [] } = await readMail(taken)
    expect(to.map(({ address }) => address)).toEqual(['carmen@alejandria.example'])
    expect(text).toContain('Hola, Carmen:')
    expect(text).toMatch(/Ana ha publicado:\n- Sin <errata>\n.*\n\nBruno ha publicado:\n- Bruno 4\n/)
    expect(text).toContain(`https://alejandria.example/blog/${last?.id}`)
    expect(html).toContain(`href="https://alejandria.example/blog/${last?.id}"`)
    expect(await headerOf(taken, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
    const link = (await headerOf(taken, 'List-Unsubscribe'))?.match(/<(https[^>]+)>/)?.[1] ?? ''
    expect((await fetch(`${community.origin}${new URL(link).pathname}`, { method: 'POST' })).status).toBe(200)
    expect(expectDone(await carmen.get('/notifications/preferences'))).toMatchObject({ new_posts: false })
  })

  test('are not mailed when all of them were withdrawn; published again they are, once, and only to whoever is active then', async () => {
    const [, , , withdrawn] = await publish(ana, 4)
    await deliver()
    const publishAgain = async (...states: boolean[]) => {
      for (const is_published of states) expectDone(await ana.put(`/posts/${withdrawn?.id}/publish`, { is_published }))
      return deliver()
    }
    advanceClock(untilDigest)
    expect(await publishAgain(false)).toEqual({})
    expect(await listReasons(community)).toEqual(expect.arrayContaining(Array(3).fill('El post ya no está publicado')))
    const setActive = async (is_active: boolean) =>
      expectDone(await hipatia.put(`/auth/users/${bruno.id}`, { is_active }))
    await setActive(false)
    const once = ['1 post nuevo en Alejandría']
    expect(await publishAgain(true, false, true)).toEqual({ carmen: once, hipatia: once })
    await setActive(true)
    expect(await publishAgain(false, true)).toEqual({})
  })

  test('are mailed to whoever wants mail about posts on the way: not after unsubscribing, and before the last post joined', async () => {
    await publish(ana, 4)
    await deliver()
    expectDone(await bruno.put('/notifications/preferences', { new_posts: false }))
    expectDone(await hipatia.put(`/auth/users/${carmen.id}`, { is_active: false }))
    await signIn('Dario')
    advanceClock(minutes(61))
    await publish(ana, 1, 5)
    advanceClock(untilDigest)
    const both = ['2 posts nuevos en Alejandría']
    expect(await deliver()).toEqual({ hipatia: both, dario: both })
    expect((await listReasons(community)).filter(Boolean).toSorted()).toEqual([
      'La cuenta ya no está activa',
      'Se dio de baja antes de salir',
    ])
  })

  test('wait for their time when an admin retries the queue or failed mails of a restored backup, or the server starts in the last minute', async () => {
    await publish(ana, 4)
    await deliver()
    const [digest] = (await listMails()).filter(({ kind }) => kind === 'post_digest')
    expect(digest).toMatchObject({ subject: 'Posts nuevos', created_by: 'Ana', queued: 3, sent: 0 })
    expect(expectDone(await hipatia.post('/notifications/admin/outbox/retry'))).toMatchObject({ queued: 3 })
    expect(await deliver()).toEqual({})
    await transaction(db, failQueued)
    const retried = expectDone(await hipatia.post(`/notifications/admin/mails/${digest?.id}/retry`))
    expect(retried).toMatchObject({ queued: 3, failed: 0 })
    expect(await deliver()).toEqual({})
    await publish(ana, 1, 5)
    advanceClock(days(1) + seconds(30))
    await createMailOutbox(community.services).start({ isAlone: true }).stop()
    expect(await deliver()).toEqual({})
    advanceClock(seconds(30))
    const both = ['2 posts nuevos en Alejandría']
    expect(await deliver()).toEqual({ bruno: both, carmen: both, hipatia: both })
  })

  test('come in the next digest after one that was sent early', async () => {
    await publish(ana, 4)
    await deliver()
    // as older versions did with a restored backup
    await changeRows(db, 'deliveries', { due_at: community.clock.now }, { state: 'queued' })
    expect(await deliver()).toMatchObject({ carmen: ['1 post nuevo en Alejandría'] })
    await publish(ana, 1, 5)
    advanceClock(untilDigest)
    expect((await deliver()).carmen).toEqual(['1 post nuevo en Alejandría'])
    expect(await titlesIn('carmen')).toEqual(['Ana 5'])
  })
})

describe('the budget', () => {
  test('of a person is three posts an hour; whoever is over it waits with the next ones too, until the digest; deleting renews nothing', async () => {
    await publish(ana, 3)
    advanceClock(minutes(61))
    const sent = await publish(ana, 3, 4)
    expect((await deliver()).carmen).toHaveLength(6)
    for (const { id } of sent) expectDone(await ana.delete(`/posts/${id}`))
    await publish(ana, 1, 7)
    advanceClock(minutes(61))
    await publish(ana, 1, 8)
    expect(await deliver()).toEqual({})
    advanceClock(days(1) - minutes(60))
    expect((await deliver()).carmen).toEqual(['2 posts nuevos en Alejandría'])
    await publish(await signIn('Ana'), 1, 9)
    expect((await deliver()).carmen).toEqual(['Nuevo post: Ana 9'])
  })

  test('of everybody together is twenty posts a day', async () => {
    await publish(hipatia, 3)
    for (const person of [ana, bruno, carmen]) await publish(person, 3)
    for (const name of ['Dario', 'Elena', 'Fabio']) await publish(await signIn(name), 3)
    const kinds = (await listMails()).map(({ kind }) => kind)
    expect([kinds.filter((kind) => kind === 'new_post').length, kinds.length]).toEqual([20, 21])
    advanceClock(untilDigest)
    await deliver()
    expect(await titlesIn('ana')).toEqual(['Fabio 3'])
    await publish(await signIn('Fabio'), 1, 4)
    expect((await deliver()).ana).toEqual(['Nuevo post: Fabio 4'])
  })

  onPostgres('is counted once for posts published at the same time in two processes', async () => {
    const [first, second] = await twoServersOfThisTest()
    const ana = await first.signIn('Ana')
    const elsewhere = second.withToken(ana.token)
    await Promise.all(Array.from({ length: 12 }, (_, index) => (index % 2 ? ana : elsewhere).writes()))
    const mails = await listMails(first.hipatia)
    expect(mails.map(({ kind, queued }) => `${kind} ${queued}`).toSorted()).toEqual([
      ...['new_post 1', 'new_post 1', 'new_post 1', 'post_digest 1'],
    ])
    const waiting = await first.db.selectFrom('digest_posts').select(['turn']).orderBy('turn').execute()
    expect(waiting.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })
})
