// @databases both
// Additions of others to blog, news and archive since a member's last visit.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AreaName, WhatsNew } from '../../../contract/whats-new.ts'
import { communityOfThisFile, days, expectDone, minutes, type Person } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { createBystanders, type OpenSocket, openMemberSocket, until } from '../../support/server/sockets/sockets.ts'

const community = await communityOfThisFile()
const { hipatia, advanceClock: passes, moment } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
const { createPerson: newcomer, expectMessageDelivered: somethingIsSaid } = createBystanders(community, bruno)

const look = async (who: Person) => expectDone(await who.get<WhatsNew>('/sections'))
const freshFor = async (who: Person) => {
  const { blog, news, files } = await look(who)
  return [blog.fresh, news.fresh, files.fresh]
}
const sees = async (who: Person, section: AreaName, until = moment()) =>
  expectDone(await who.put<WhatsNew>(`/sections/${section}`, { until }))
const adds = (who: Person) => who.links('https://biblioteca.example/')
const told = (socket: OpenSocket) => socket.of<AreaName>('section_changed')
/** Areas in the received events. */
const changes = (socket: OpenSocket) => [...new Set(told(socket))]

/** Waits until all earlier changes were sent: shares something new twice, and waits for the event after each. */
async function quiet() {
  const socket = await openMemberSocket(community, bruno)
  const tellings = () =>
    ['blog', 'news', 'files'].map((section) => told(socket).filter((name) => name === section).length)
  for (let times = 0; times < 2; times++) {
    const before = tellings()
    await Promise.all([hipatia.writes(), hipatia.shares(), adds(hipatia)])
    await until(() => expect(tellings().every((count, index) => count > (before[index] ?? 0))).toBe(true))
  }
  await socket.close()
}

/** A person whose account is created now, before the changes of the test. */
async function comes() {
  const person = await newcomer()
  passes(minutes(1))
  return person
}

describe('what’s new', () => {
  test('counts the additions of others since the account was created, by area', async () => {
    await ana.writes()
    await ana.shares()
    await adds(ana)
    const carmen = await comes()
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    await ana.writes()
    await ana.shares()
    await bruno.shares()
    await adds(ana)
    expect(await freshFor(carmen)).toEqual([1, 2, 1])
    const guest = await newcomer()
    await guest.writes()
    expectDone(await hipatia.delete(`/auth/users/${guest.id}`))
    expect(await freshFor(carmen), 'with what a deleted account wrote').toEqual([2, 2, 1])
  })

  test('includes a post from its publication until it is unpublished, and no drafts', async () => {
    const draft = await ana.drafts()
    passes(days(3))
    const carmen = await comes()
    await ana.drafts()
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    await ana.publishes(draft)
    expect(await freshFor(carmen)).toEqual([1, 0, 0])
    await ana.publishes(draft, false)
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('doesn’t include a person’s own things, edits of older ones, and deleted ones', async () => {
    const [older, olderItem] = [await ana.writes(), await ana.shares()]
    const carmen = await comes()
    await carmen.writes()
    await carmen.shares()
    await adds(carmen)
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    expectDone(await ana.put(`/posts/${older.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    expectDone(await ana.put(`/news/${olderItem.id}`, { title: 'Otro título', url: olderItem.url, comment: null }))
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    const [post, item, file] = [await ana.writes(), await ana.shares(), await adds(ana)]
    expect(await freshFor(carmen)).toEqual([1, 1, 1])
    for (const path of [`/posts/${post.id}`, `/news/${item.id}`, `/files/${file.id}`])
      expectDone(await ana.delete(path))
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('is counted up to a hundred', async () => {
    const carmen = await comes()
    for (let count = 0; count < 99; count++) await ana.shares()
    expect(await freshFor(carmen)).toEqual([0, 99, 0])
    for (let count = 0; count < 3; count++) await hipatia.shares()
    expect(await freshFor(carmen)).toEqual([0, 100, 0])
  })
})

describe('seeing an area', () => {
  test('clears its count on all devices, and no other area’s', async () => {
    const carmen = await comes()
    const onHerPhone = await community.signIn(carmen.name)
    const post = await ana.writes()
    await ana.shares()
    passes(minutes(1))
    await ana.writes()
    const { blog, news } = await sees(onHerPhone, 'blog', post.published_at ?? '')
    expect(blog).toEqual({ fresh: 1, seen_until: post.published_at })
    expect(news.fresh).toBe(1)
    expect(await freshFor(carmen)).toEqual([1, 1, 0])
    expect(await freshFor(bruno)).not.toEqual([1, 1, 0])
  })

  test('is never undone by an earlier moment, or one before the account’s creation, and never goes past now', async () => {
    await ana.writes()
    const carmen = await comes()
    const { blog } = await look(carmen)
    expect((await sees(carmen, 'blog', '2001-01-01T00:00:00.000Z')).blog).toEqual({ ...blog, fresh: 0 })
    const before = moment()
    passes(minutes(1))
    await ana.writes()
    const seen = await sees(carmen, 'blog', '2999-01-01T00:00:00.000Z')
    expect(seen.blog).toEqual({ fresh: 0, seen_until: moment() })
    expect(await sees(carmen, 'blog', before)).toEqual(seen)
    expect(await look(carmen)).toEqual(seen)
    passes(1)
    await ana.writes()
    expect(await freshFor(carmen)).toEqual([1, 0, 0])
  })

  test('until what is no moment, and with an unknown name, is refused', async () => {
    const wrong = [undefined, null, '', 'ayer', 5, '2026-03-02', '2026-03-02T09:00:00Z', '2026-13-02T09:00:00.000Z']
    for (const until of wrong) expectRefusal(await ana.put('/sections/blog', { until }), 422)
    for (const section of ['chat', 'users', '__proto__', 'constructor', '%00'])
      expectRefusal(await ana.put(`/sections/${section}`, { until: moment() }), 404)
  })
})

describe('members get an event within a second', () => {
  const withinSeconds = (assert: () => unknown) => until(assert, 16_000)

  test('for every publication, link and file, with the area only, and not for drafts', async () => {
    await quiet()
    const sockets = [await openMemberSocket(community, ana), await openMemberSocket(community, bruno)]
    const draft = await ana.drafts()
    expectDone(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    await bruno.shares()
    for (const socket of sockets) await withinSeconds(() => expect(changes(socket)).toEqual(['news']))
    await somethingIsSaid()
    for (const socket of sockets) expect(changes(socket)).toEqual(['news'])
    await ana.writes({ title: 'Un título muy particular' })
    for (const socket of sockets) await withinSeconds(() => expect(changes(socket)).toEqual(['news', 'blog']))
    await adds(ana)
    for (const socket of sockets) {
      await withinSeconds(() => expect(changes(socket)).toEqual(['news', 'blog', 'files']))
      expect(JSON.stringify(socket.heard)).not.toContain('particular')
      expect(socket.heard.find(({ event }) => event === 'section_changed')?.args).toEqual(['news'])
    }
  })

  test('at most twice a second, and after the last change in any case', async () => {
    const socket = await openMemberSocket(community, bruno)
    const begun = performance.now()
    for (let count = 0; count < 40; count++) await ana.shares()
    const before = told(socket).length
    await ana.shares()
    await withinSeconds(() => expect(told(socket).length).toBeGreaterThan(before))
    const seconds = (performance.now() - begun) / 1000
    expect(told(socket).length).toBeLessThanOrEqual(2 * seconds + 2)
  })

  test('on their own other pages when they have seen an area', async () => {
    await quiet()
    const carmen = await comes()
    const [hers, his] = [await openMemberSocket(community, carmen), await openMemberSocket(community, bruno)]
    await sees(await community.signIn(carmen.name), 'files')
    await withinSeconds(() => expect(changes(hers)).toEqual(['files']))
    // the same again changes nothing
    await sees(carmen, 'files')
    await somethingIsSaid()
    expect([told(hers), told(his)]).toEqual([['files'], []])
  })
})

onPostgres('after a lost database channel every socket gets an event for all areas', async () => {
  await quiet()
  const socket = await openMemberSocket(community, bruno)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and (query ilike 'listen%' or query = 'select 1')`.execute(
    community.db,
  )
  await until(() => expect(changes(socket).toSorted()).toEqual(['blog', 'files', 'news']))
})
