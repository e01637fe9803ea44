// What is new for somebody in blog, news and archive since they were there last.
import { sql } from 'kysely'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { NewsItem } from '../contract/news.ts'
import type { SectionName, Sections } from '../contract/sections.ts'
import {
  days,
  done,
  foundCommunity,
  freshPlace,
  minutes,
  type Person,
  passwordOf,
  someone,
} from './support/community.ts'
import { onPostgres } from './support/on-database.ts'
import { type OpenSocket, opensSocket, passersby, until } from './support/sockets.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, passes, moment } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')
const { newcomer, somethingIsSaid } = passersby(community, bruno)

const look = async (who: Person) => done(await who.get<Sections>('/sections'))
const freshFor = async (who: Person) => {
  const { blog, news, files } = await look(who)
  return [blog.fresh, news.fresh, files.fresh]
}
const sees = async (who: Person, section: SectionName, until = moment()) =>
  done(await who.put<Sections>(`/sections/${section}`, { until }))
const shares = async (who: Person, more: object = {}) =>
  done(
    await who.post<NewsItem>('/news', { title: 'Una noticia', url: 'https://diario.example/', comment: null, ...more }),
  )
const adds = (who: Person) => who.links('https://biblioteca.example/')
const told = (socket: OpenSocket) => socket.of<SectionName>('section_changed')
/** Which sections were told of. */
const changes = (socket: OpenSocket) => [...new Set(told(socket))]

/** What was done before is told by now: twice something new was shared, and each time it was told after that. */
async function quiet() {
  const socket = await opensSocket(community, bruno)
  const tellings = () =>
    ['blog', 'news', 'files'].map((section) => told(socket).filter((name) => name === section).length)
  for (let times = 0; times < 2; times++) {
    const before = tellings()
    await Promise.all([hipatia.writes(), shares(hipatia), adds(hipatia)])
    await until(() => expect(tellings().every((count, index) => count > (before[index] ?? 0))).toBe(true))
  }
  await socket.close()
}

/** Somebody whose account was made just now, before anything that the test does. */
async function comes() {
  const person = await newcomer()
  passes(minutes(1))
  return person
}

describe('What is new', () => {
  test('is what others add from the moment on that the account was made, each thing in its section', async () => {
    await ana.writes()
    await shares(ana)
    await adds(ana)
    const carmen = await comes()
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    await ana.writes()
    await shares(ana)
    await shares(bruno)
    await adds(ana)
    expect(await freshFor(carmen)).toEqual([1, 2, 1])
  })

  test('is nothing that one has added oneself', async () => {
    const carmen = await comes()
    await carmen.writes()
    await shares(carmen)
    await adds(carmen)
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('is no draft, but a post from its publication on, however long ago it was begun; no more once it is taken back', async () => {
    const draft = await ana.drafts()
    passes(days(3))
    const carmen = await comes()
    await ana.drafts()
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
    done(await ana.put(`/posts/${draft.id}/publish`, { is_published: true }))
    expect(await freshFor(carmen)).toEqual([1, 0, 0])
    done(await ana.put(`/posts/${draft.id}/publish`, { is_published: false }))
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('is not what was there before and is edited', async () => {
    const [post, item] = [await ana.writes(), await shares(ana)]
    const carmen = await comes()
    done(await ana.put(`/posts/${post.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    done(await ana.put(`/news/${item.id}`, { title: 'Otro título', url: item.url, comment: null }))
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('goes with what is deleted', async () => {
    const carmen = await comes()
    const [post, item, file] = [await ana.writes(), await shares(ana), await adds(ana)]
    expect(await freshFor(carmen)).toEqual([1, 1, 1])
    done(await ana.delete(`/posts/${post.id}`))
    done(await ana.delete(`/news/${item.id}`))
    done(await ana.delete(`/files/${file.id}`))
    expect(await freshFor(carmen)).toEqual([0, 0, 0])
  })

  test('of somebody whose account was deleted is still new', async () => {
    const carmen = await comes()
    const guest = await newcomer()
    await guest.writes()
    done(await hipatia.delete(`/auth/users/${guest.id}`))
    expect(await freshFor(carmen)).toEqual([1, 0, 0])
  })

  test('is counted up to a hundred', async () => {
    const carmen = await comes()
    for (let count = 0; count < 99; count++) await shares(ana)
    expect(await freshFor(carmen)).toEqual([0, 99, 0])
    for (let count = 0; count < 3; count++) await shares(hipatia)
    expect(await freshFor(carmen)).toEqual([0, 100, 0])
  })
})

describe('Who has seen a section', () => {
  test('has seen what was there until then, on all devices, and nothing of another section', async () => {
    const carmen = await comes()
    const onHerPhone = await community.signIn(carmen.name)
    const post = await ana.writes()
    await shares(ana)
    passes(minutes(1))
    await ana.writes()
    const { blog, news } = await sees(onHerPhone, 'blog', post.published_at ?? '')
    expect(blog).toEqual({ fresh: 1, seen_until: post.published_at })
    expect(news.fresh).toBe(1)
    expect(await freshFor(carmen)).toEqual([1, 1, 0])
    expect(await freshFor(bruno)).not.toEqual([1, 1, 0])
  })

  test('does not unsee it: an earlier moment changes nothing', async () => {
    const carmen = await comes()
    const before = moment()
    passes(minutes(1))
    await ana.writes()
    const seen = await sees(carmen, 'blog')
    expect(await sees(carmen, 'blog', before)).toEqual(seen)
    expect(await look(carmen)).toEqual(seen)
    expect(seen.blog.fresh).toBe(0)
  })

  test('and says so for a time before there was an account has seen no less than that', async () => {
    await ana.writes()
    const carmen = await comes()
    const { blog } = await sees(carmen, 'blog', '2001-01-01T00:00:00.000Z')
    expect(blog).toEqual((await look(carmen)).blog)
    expect(blog.fresh).toBe(0)
  })

  test('has not seen what is still to come, whatever their clock says', async () => {
    const carmen = await comes()
    const { blog } = await sees(carmen, 'blog', '2999-01-01T00:00:00.000Z')
    expect(blog.seen_until).toBe(moment())
    passes(1)
    await ana.writes()
    expect(await freshFor(carmen)).toEqual([1, 0, 0])
  })

  test.each([undefined, null, '', 'ayer', 5, '2026-03-02', '2026-03-02T09:00:00Z', '2026-13-02T09:00:00.000Z'])(
    'until %j is refused',
    async (until) => {
      expect((await ana.put('/sections/blog', { until })).status).toBe(422)
    },
  )

  test.each(['chat', 'users', '__proto__', 'constructor', '%00'])('there is no section %s', async (section) => {
    expect((await ana.put(`/sections/${section}`, { until: moment() })).status).toBe(404)
  })
})

describe('Members hear within a second', () => {
  const withinASecond = (assert: () => unknown) => until(assert, 1000)

  test('of what is published, shared and added, whoever did it, and of the section only', async () => {
    await quiet()
    const sockets = [await opensSocket(community, ana), await opensSocket(community, bruno)]
    await ana.writes({ title: 'Un título muy particular' })
    for (const socket of sockets) await withinASecond(() => expect(changes(socket)).toEqual(['blog']))
    await shares(bruno)
    for (const socket of sockets) await withinASecond(() => expect(changes(socket)).toEqual(['blog', 'news']))
    await adds(ana)
    for (const socket of sockets) {
      await withinASecond(() => expect(changes(socket)).toEqual(['blog', 'news', 'files']))
      expect(JSON.stringify(socket.heard)).not.toContain('particular')
      expect(socket.heard.find(({ event }) => event === 'section_changed')?.args).toEqual(['blog'])
    }
  })

  test('nothing of drafts', async () => {
    await quiet()
    const socket = await opensSocket(community, bruno)
    const draft = await ana.drafts()
    done(await ana.put(`/posts/${draft.id}`, { title: 'Otro título', content: 'Otro texto.' }))
    await shares(ana)
    await until(() => expect(changes(socket)).toContain('news'))
    await somethingIsSaid()
    expect(changes(socket)).toEqual(['news'])
  })

  test('of many things at once not more than twice a second, and of the last one in any case', async () => {
    const socket = await opensSocket(community, bruno)
    const begun = performance.now()
    for (let count = 0; count < 40; count++) await shares(ana)
    const before = told(socket).length
    await shares(ana)
    await withinASecond(() => expect(told(socket).length).toBeGreaterThan(before))
    const seconds = (performance.now() - begun) / 1000
    expect(told(socket).length).toBeLessThanOrEqual(2 * seconds + 2)
  })

  test('what they themselves have seen elsewhere, and nobody else hears of that', async () => {
    await quiet()
    const carmen = await comes()
    const [hers, his] = [await opensSocket(community, carmen), await opensSocket(community, bruno)]
    await sees(await community.signIn(carmen.name), 'files')
    await withinASecond(() => expect(changes(hers)).toEqual(['files']))
    // the same once more is nothing new
    await sees(carmen, 'files')
    await somethingIsSaid()
    expect([told(hers), told(his)]).toEqual([['files'], []])
  })
})

onPostgres('Bruno hears in one process of what Ana adds, and of what he sees himself, in another', async () => {
  const place = await freshPlace()
  const one = await foundCommunity({ place })
  const other = await foundCommunity({ place })
  onTestFinished(async () => {
    await one.close()
    await other.close()
    place.remove()
  })
  const his = await opensSocket(one, await one.signIn('Bruno'))
  await adds(await other.signIn('Ana'))
  await until(() => expect(told(his)).toEqual(['files']), 1000)
  other.passes(1)
  const login = await other.tryToSignIn('Bruno', passwordOf('Bruno'))
  const there = someone(other.origin, done(login).access_token)
  done(await there.put('/sections/blog', { until: other.moment() }))
  await until(() => expect(told(his)).toEqual(['files', 'blog']), 1000)
})

onPostgres('whoever may have missed something is told of all sections', async () => {
  await quiet()
  const socket = await opensSocket(community, bruno)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and (query ilike 'listen%' or query = 'select 1')`.execute(
    community.db,
  )
  await until(() => expect(changes(socket).toSorted()).toEqual(['blog', 'files', 'news']))
})
