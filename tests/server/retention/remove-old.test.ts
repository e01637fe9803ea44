// @databases both
// Removal by age: audit events and their addresses, notices, mails, versions of posts. Nothing else is removed.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../../contract/mail.ts'
import type { ListedVersion } from '../../../contract/posts.ts'
import { newId } from '../../../server/ids.ts'
import { type Ages, removeOld } from '../../../server/retention/remove-old.ts'
import { type Community, communityOfThisTest, days, expectDone, minutes } from '../../support/server/community.ts'
import { changeRows, insertRows, newPost, rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { sendBroadcast } from '../../support/server/mailbox.ts'
import { naming, noticesOf, reads } from '../notices/bell.ts'

const defaults: Ages = { KEEP_AUDIT_DAYS: 730, KEEP_MAILS_DAYS: 365, KEEP_VERSIONS: 50, KEEP_VERSIONS_DAYS: 365 }

let community: Community
beforeEach(async () => {
  // the database compares ages with the machine's clock
  community = await communityOfThisTest({ startsAt: Date.now() })
})

/** How much was removed, to the end. */
async function remove(ages: Partial<Ages> = {}, pause = async () => true) {
  const { removed, isComplete } = await removeOld(community.services, { ...defaults, ...ages }, pause)
  expect(isComplete).toBe(true)
  return removed
}
const nothing = { events: 0, addresses: 0, notices: 0, mails: 0, versions: 0 }

/** The rows of each table, without those that `remove` is about. */
async function otherRows(names: string[]) {
  return Object.fromEntries(Object.entries(await community.readAllTables()).filter(([name]) => !names.includes(name)))
}

describe('audit events', () => {
  /** Inserts sign-ins of Ana, each of so many days ago; the oldest must be the first. */
  const insertEvents = (ages: number[]) => {
    const event = { action: 'sign_in', actor_name: 'Ana', address: '192.0.2.77', network: '192.0.2.0/24' } as const
    const events = ages.map((age) => ({ ...event, id: newId(), at: Date.now() - days(age), detail: `${age}` }))
    return insertRows(community.db, 'audit_events', events)
  }
  /** What is left of them: age and address. */
  const left = async () => {
    const events = await rowsOf(community.db, 'audit_events', { actor_name: 'Ana' })
    return events.map(({ detail, address, network }) => [Number(detail), address ?? network])
  }

  test('of more than two years go, or of the setting’s days, of which 90 is the fewest; addresses of more than 90 days too', async () => {
    const before = await otherRows(['audit_events'])
    await insertEvents([900, 731, 729, 100, 91, 90, 89, 1])
    expect(await remove()).toEqual({ ...nothing, events: 2, addresses: 3 })
    const young = [90, 89, 1].map((age) => [age, '192.0.2.77'])
    expect(await left()).toEqual([...[729, 100, 91].map((age) => [age, '192.0.2.0/24']), ...young])
    expect(await remove()).toEqual(nothing)
    expect(await remove({ KEEP_AUDIT_DAYS: 90 })).toEqual({ ...nothing, events: 3 })
    expect(await left()).toEqual(young)
    expect(await otherRows(['audit_events'])).toEqual(before)
  })

  test('go in steps of 500, with a pause after each', async () => {
    for (const age of [900, 800, 400]) await insertEvents(Array(600).fill(age))
    await insertEvents(Array(600).fill(1))
    let pauses = 0
    const pause = async () => {
      pauses++
      return true
    }
    expect(await remove({}, pause)).toEqual({ ...nothing, events: 1200, addresses: 600 })
    expect(pauses).toBeGreaterThanOrEqual(4)
    expect(await left()).toHaveLength(1200)
  })

  test('are left to the next time when the server stops', async () => {
    await insertEvents(Array(1200).fill(900))
    const { removed, isComplete } = await removeOld(community.services, defaults, async () => false)
    expect(isComplete).toBe(false)
    const { events } = removed
    expect(events).toBeGreaterThan(400)
    expect(events).toBeLessThanOrEqual(500)
    expect(await remove()).toEqual({ ...nothing, events: 1200 - events })
  })
})

describe('notices', () => {
  /** Moves notices, and their reading, so many days into the past. */
  async function makeOld(who: { id: string }, age: number) {
    for (const { id, created_at, read_at } of await rowsOf(community.db, 'notices', { user_id: who.id })) {
      const times = { created_at: created_at - days(age), read_at: read_at && read_at - days(age) }
      await changeRows(community.db, 'notices', times, { id })
    }
  }

  test('that were read more than 90 days ago go; younger and unread ones stay', async () => {
    const people = await community.signInAll('Ana', 'Bea', 'Cid')
    for (const [index, person] of people.entries()) {
      const post = await person.writes()
      await community.hipatia.comments(post)
      if (person !== people[2]) await reads(person, { subject: post.id })
      await makeOld(person, [91, 89, 91][index] ?? 0)
    }
    const before = await otherRows(['notices'])
    expect(await remove()).toEqual({ ...nothing, notices: 1 })
    expect(await Promise.all(people.map(async (person) => (await noticesOf(person)).length))).toEqual([0, 1, 1])
    expect(await otherRows(['notices'])).toEqual(before)
    expect(await remove()).toEqual(nothing)
  })

  test('of mentions go too, and a later edit of the text is no news to whom it still names', async () => {
    const ana = await community.signIn('Ana')
    const { hipatia } = community
    const comment = await hipatia.comments(await hipatia.writes(), `Con ${naming(ana)}`)
    await reads(ana, { subject: comment.post_id })
    await makeOld(ana, 91)
    expect(await remove()).toEqual({ ...nothing, notices: 1 })
    expect(await noticesOf(ana)).toEqual([])
    expectDone(await hipatia.put(`/comments/${comment.id}`, { content: `También con ${naming(ana)}` }))
    expect(await noticesOf(ana)).toEqual([])
    expect(await remove()).toEqual(nothing)
  })
})

describe('mails', () => {
  const mails = async () => expectDone(await community.hipatia.get<Mail[]>('/notifications/admin/mails'))
  const makeOld = (subject: string, age: number) =>
    changeRows(community.db, 'mails', { created_at: Date.now() - days(age) }, { subject })

  test('of more than a year go with their deliveries', async () => {
    await community.signIn('Ana')
    for (const [subject, age] of [
      ['De hace dos años', 730],
      ['De hace un año y un día', 366],
      ['De hace casi un año', 364],
    ] as const) {
      expectDone(await sendBroadcast(community, { subject }))
      await community.deliverMail()
      await makeOld(subject, age)
    }
    expect(await remove()).toEqual({ ...nothing, mails: 2 })
    expect(await mails()).toMatchObject([{ subject: 'De hace casi un año', sent: 2 }])
    expect(await rowsOf(community.db, 'deliveries')).toHaveLength(2)
  })

  test('that wait for somebody stay, with what waits', async () => {
    await community.signIn('Ana')
    expectDone(await sendBroadcast(community, { subject: 'Asamblea' }))
    await changeRows(community.db, 'deliveries', { state: 'failed' }, { user_id: community.hipatia.id })
    await makeOld('Asamblea', 400)
    expect(await remove()).toEqual(nothing)
    expect(await mails()).toMatchObject([{ subject: 'Asamblea', queued: 1, failed: 0 }])
  })

  test('about several posts go, and the posts stay', async () => {
    const ana = await community.signIn('Ana')
    for (let n = 1; n <= 5; n++) {
      await ana.writes({ title: `Post ${n}` })
      community.advanceClock(minutes(1))
    }
    expect(await rowsOf(community.db, 'digest_posts')).toHaveLength(2)
    await changeRows(community.db, 'deliveries', { state: 'skipped' })
    const before = await otherRows(['mails', 'deliveries', 'digest_posts'])
    await changeRows(community.db, 'mails', { created_at: 0 })
    expect(await remove()).toEqual({ ...nothing, mails: 4 })
    for (const table of ['mails', 'deliveries', 'digest_posts'])
      expect((await community.readAllTables())[table]).toEqual([])
    expect(await otherRows(['mails', 'deliveries', 'digest_posts'])).toEqual(before)
  })
})

describe('versions of a post', () => {
  /** A post of Hipatia's whose versions were saved so many days ago, the current one last. */
  async function saved(ages: number[]) {
    const { id } = await community.hipatia.drafts()
    const first = await rowOf(community.db, 'post_versions', { post_id: id })
    await community.db.deleteFrom('post_versions').where('post_id', '=', id).execute()
    const rows = ages.map((age, index) => {
      const content = `Hace ${age}`
      return { ...first, version: index + 1, content, saved_at: Date.now() - days(age) }
    })
    await insertRows(community.db, 'post_versions', rows)
    await changeRows(community.db, 'posts', { version: ages.length, content: rows.at(-1)?.content ?? '' }, { id })
    return id
  }
  const numbers = async (id: string) =>
    expectDone(await community.hipatia.get<ListedVersion[]>(`/posts/${id}/versions?limit=200`))
      .map(({ version }) => version)
      .toReversed()

  test('that were replaced more than a year ago go, but neither the first nor the current one, however old they are', async () => {
    const texts = [[900, 800, 700, 366, 364, 1], [900, 800, 1], [900], [900, 890], [900, 890, 880]]
    const ids: string[] = []
    for (const ages of texts) ids.push(await saved(ages))
    const before = await otherRows(['post_versions'])
    expect(await remove()).toEqual({ ...nothing, versions: 3 })
    // somebody has just changed the second
    expect(await Promise.all(ids.map(numbers))).toEqual([[1, 4, 5, 6], [1, 2, 3], [1], [1, 2], [1, 3]])
    expect(await remove()).toEqual(nothing)
    expect(await otherRows(['post_versions'])).toEqual(before)
  })

  test('go beyond the newest fifty, but not the first', async () => {
    const id = await saved(Array(60).fill(1))
    const other = await saved(Array(51).fill(1))
    expect(await remove()).toEqual({ ...nothing, versions: 9 })
    expect(await numbers(id)).toEqual([1, ...Array.from({ length: 50 }, (_, index) => index + 11)])
    expect(await numbers(other)).toHaveLength(51)
    expect(await remove({ KEEP_VERSIONS: 1 })).toEqual({ ...nothing, versions: 98 })
    expect(await numbers(id)).toEqual([1, 60])
  })

  test('go of every one of many posts', async () => {
    const { hipatia, db } = community
    const posts = Array.from({ length: 450 }, () => newPost(hipatia))
    await insertRows(db, 'posts', posts)
    const version = { title: '', content: '', editor_id: hipatia.id }
    const three = (post_id: string) => [1, 2, 3].map((n) => ({ ...version, post_id, version: n, saved_at: n }))
    const versions = posts.flatMap(({ id }) => three(id))
    await insertRows(db, 'post_versions', versions)
    expect(await remove()).toEqual({ ...nothing, versions: 450 })
  })
})
