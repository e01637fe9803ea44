// @databases both
// Lists of posts (SPEC §3 to §6, DECISIONS §2 "Posts" and "Lists"). Drafts are visible to their author and admins only: in
// every list, count, header and answer.
import { beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { ArchiveFile } from '../../../contract/files.ts'
import type { ListedPost, Post } from '../../../contract/posts.ts'
import { fixture } from '../../support/fixtures.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { awaitVersions } from '../../support/server/person.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
const historia = await hipatia.createsCategory('Historia')
const ciencia = await hipatia.createsCategory('Ciencia')

beforeEach(() => community.advanceClock(minutes(1)))

const nobodys = '0'.repeat(32)
const published = await ana.writes({ title: 'A la vista', category_id: historia.id })
const reserved = { title: 'Título reservado', content: 'Contenido reservado.' }
const draft = await ana.drafts({ ...reserved, category_id: historia.id })
const brunos = await bruno.drafts({ title: 'De Bruno', category_id: null })
const hipatias = await hipatia.drafts({ title: 'De Hipatia', category_id: historia.id })

const lists = [
  ...['/posts', '/posts?view=summary', `/posts?category_id=${historia.id}`, '/posts?category_id=none'],
  ...['/posts?include_unpublished=true', '/posts/all', '/posts/all?include_unpublished=false'],
]
const withDrafts = ['/posts/all?include_unpublished=true', '/posts/all?include_unpublished=true&view=summary']

describe('drafts of other people', () => {
  test('are in no list, in no total and on no page', async () => {
    for (const path of [...lists, ...withDrafts, '/posts/drafts/my', '/categories', `/categories/${historia.id}`]) {
      const { status, text, headers } = await bruno.get<unknown[]>(path)
      expect({ path, status }).toEqual({ path, status: 200 })
      expect(text).not.toMatch(new RegExp(`reservado|${draft.id}|De Hipatia|${hipatias.id}`))
      const size = headers.get('x-total-count')
      if (size !== null && !path.startsWith('/categories'))
        expect(Number(size)).toBe((JSON.parse(text) as unknown[]).length)
      expect(headers.get('link')).toBeNull()
    }
    expect(expectDone(await bruno.get<Category>(`/categories/${historia.id}`)).post_count).toBe(1)
    const page = await bruno.get<ListedPost[]>('/posts/all?include_unpublished=true&limit=2')
    expect(page.body.map(({ title }) => title)).toEqual(['De Bruno', 'A la vista'])
    expect([page.headers.get('x-total-count'), page.headers.get('link')]).toEqual(['2', null])
  })

  test('get the same answers as posts that never existed, byte for byte', async () => {
    const edit = { title: 'x', content: 'y', is_published: true }
    const calls: [string, (id: string) => ReturnType<typeof bruno.get<unknown>>][] = [
      ['read', (id) => bruno.get(`/posts/${id}`)],
      ['head', (id) => bruno.ask('HEAD', `/posts/${id}`)],
      ['edit', (id) => bruno.put(`/posts/${id}`, edit)],
      ['edit a version', (id) => bruno.put(`/posts/${id}`, edit, { headers: { 'if-match': '"1"' } })],
      ['edit an old version', (id) => bruno.put(`/posts/${id}`, edit, { headers: { 'if-match': '"0"' } })],
      ['edit badly', (id) => bruno.put(`/posts/${id}`, { ...edit, category_id: nobodys })],
      ['edit very badly', (id) => bruno.put(`/posts/${id}`, { title: '' })],
      ['publish', (id) => bruno.put(`/posts/${id}/publish`, { is_published: true })],
      ['take back', (id) => bruno.put(`/posts/${id}/publish`, { is_published: false })],
      ['delete', (id) => bruno.delete(`/posts/${id}`)],
      ['read unmodified', (id) => bruno.get(`/posts/${id}`, { headers: { 'if-none-match': '"1"' } })],
    ]
    const writes = community.watchWrites()
    for (const [what, call] of calls) {
      const [hidden, absent] = [await call(draft.id), await call(nobodys)]
      const seen = ({ status, text, headers }: typeof hidden) => {
        const kept = [...headers].filter(([name]) => !/^(x-request-id|date)$/.test(name))
        return { what, status, text, kept }
      }
      expect(seen(hidden)).toEqual(seen(absent))
      expect(hidden.status).toBe(what === 'edit very badly' ? 422 : 404)
    }
    expect(writes()).toEqual([])
  })
})

test('drafts are among all posts on request for their author and admins, who read them; one’s own are in a list of their own', async () => {
  for (const [who, own, all] of [
    [ana, draft, [draft, published]],
    [hipatia, hipatias, [hipatias, brunos, draft, published]],
  ] as const) {
    const mine = await who.get<ListedPost[]>('/posts/drafts/my')
    expect([mine.body.map(({ id }) => id), mine.headers.get('x-total-count')]).toEqual([[own.id], '1'])
    const listed = await who.get<ListedPost[]>(withDrafts[0] as string)
    expect(listed.body.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(listed.headers.get('x-total-count')).toBe(`${all.length}`)
    expect(expectDone(await who.get(`/posts/${draft.id}`))).toMatchObject({ ...reserved, is_published: false })
    for (const path of lists) expect((await who.get(path)).text).not.toContain(draft.id)
  }
})

test('drafts of others are hidden from a former admin', async () => {
  const teon = await community.signIn('Teón')
  expectDone(await hipatia.put(`/auth/users/${teon.id}`, { role: 'admin' }))
  expect((await teon.get(`/posts/${draft.id}`)).status).toBe(200)
  for (const path of withDrafts) expect((await teon.get(path)).text).toContain(draft.id)
  expectDone(await hipatia.put(`/auth/users/${teon.id}`, { role: 'normal' }))
  expectRefusal(await teon.get(`/posts/${draft.id}`), 404)
  for (const path of withDrafts) expect((await teon.get(path)).text).not.toContain(draft.id)
})

test('an unpublished post disappears for others, and is back when it is published again', async () => {
  const post = await ana.writes({ title: 'Va y viene', category_id: historia.id })
  const count = async () => expectDone(await bruno.get<Category>(`/categories/${historia.id}`)).post_count
  expect(await count()).toBe(2)
  await ana.publishes(post, false)
  expectRefusal(await bruno.get(`/posts/${post.id}`), 404)
  expect((await bruno.get('/posts')).text).not.toContain(post.id)
  expect(await count()).toBe(1)
  await ana.publishes(post)
  expect((await bruno.get('/posts')).text).toContain(post.id)
  expect(await count()).toBe(2)
})

type Reader = Pick<typeof ana, 'get'>
const list = async (query = '', reader: Reader = bruno) => expectDone(await reader.get<ListedPost[]>(`/posts${query}`))
const read = async (id: string, reader: Reader = bruno) => expectDone(await reader.get<Post>(`/posts/${id}`))
const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
const clear = () => community.db.deleteFrom('posts').execute()

test('the cover of a post in a list is its first picture of the archive, with addresses of the reader’s session', async () => {
  await clear()
  const notes = await ana.uploads({ name: 'notas.txt', bytes: 'x' })
  const harbour = await ana.uploads(fixture('foto.jpg'))
  const lighthouse = await ana.uploads(fixture('animacion.gif'))
  await awaitVersions(ana)
  const content = `\`![](file:${lighthouse.id})\` ![notas](file:${notes.id}) ![El *puerto* de @[Ana](${ana.id})][p] ![](file:${lighthouse.id})\n\n[p]: file:${harbour.id}`
  const post = await ana.writes({ content })
  const draft = await ana.drafts({ content: `![IMG_1.jpg](file:${lighthouse.id})` })
  for (const reader of [ana, bruno]) {
    const { thumb_url: cover_url } = expectDone(await reader.get<ArchiveFile>(`/files/${harbour.id}`))
    expect(cover_url).toEqual(expect.any(String))
    for (const query of ['', '?view=summary', '/all', '/all?include_unpublished=true&view=summary', '?q=puerto'])
      expect((await list(query, reader)).find(({ id }) => id === post.id)).toMatchObject({ cover_url })
  }
  const [own] = await list('/drafts/my', ana)
  expect(own).toMatchObject({ id: draft.id, cover_url: expect.stringContaining(lighthouse.id) })
  expect('cover_url' in (await read(post.id))).toBe(false)

  const covers = async () => (await list()).map(({ cover_url }) => cover_url)
  expectDone(await ana.delete(`/files/${harbour.id}`))
  expect(await covers()).toEqual([null])
  for (const [changes, cover] of [
    [{ title: post.title, content }, null],
    [{ title: 'Otro', content }, expect.stringContaining(lighthouse.id)],
    [{ title: 'Otro', content: `[el gif](file:${lighthouse.id})` }, null],
  ] as const) {
    expectDone(await ana.put(`/posts/${post.id}`, changes))
    expect(await covers()).toEqual([cover])
  }
})

describe('lists of posts', () => {
  test('published posts are sorted by publication, lists with drafts by creation, newest first', async () => {
    await clear()
    const draft = await ana.drafts({ title: 'Empezado primero' })
    community.advanceClock(minutes(1))
    await bruno.writes({ title: 'Segundo' })
    community.advanceClock(minutes(1))
    await ana.writes({ title: 'Tercero' })
    community.advanceClock(minutes(1))
    await ana.drafts({ title: 'Borrador' })
    expect(titles(await list())).toEqual(['Tercero', 'Segundo'])
    await ana.publishes(draft)
    expect(titles(await list())).toEqual(['Empezado primero', 'Tercero', 'Segundo'])
    expect(titles(await list('/all'))).toEqual(['Empezado primero', 'Tercero', 'Segundo'])
    expect(titles(await list('/all?include_unpublished=true', ana))).toEqual([
      ...['Borrador', 'Tercero', 'Segundo', 'Empezado primero'],
    ])
  })

  test('a filter by category finds its posts, or posts without a category, and nothing for an unknown category', async () => {
    await clear()
    await ana.writes({ title: 'De historia', category_id: historia.id })
    await ana.writes({ title: 'De ciencia', category_id: ciencia.id })
    await ana.writes({ title: 'De nada', category_id: null })
    await ana.drafts({ title: 'Borrador de historia', category_id: historia.id })
    await ana.drafts({ title: 'Borrador de nada', category_id: null })
    for (const which of ['', '/all']) {
      expect(titles(await list(`${which}?category_id=${historia.id}`))).toEqual(['De historia'])
      expect(titles(await list(`${which}?category_id=none`))).toEqual(['De nada'])
      expect(await list(`${which}?category_id=${'0'.repeat(32)}`)).toEqual([])
    }
    const withDrafts = '/all?include_unpublished=true&category_id='
    expect(titles(await list(`${withDrafts}none`, ana))).toEqual(['Borrador de nada', 'De nada'])
    expect(titles(await list(`${withDrafts}${historia.id}`, ana))).toEqual(['Borrador de historia', 'De historia'])
    expect(titles(await list(`${withDrafts}${historia.id}`, bruno))).toEqual(['De historia'])
    expect(titles(await list(`${withDrafts}${historia.id}`, hipatia))).toEqual(['Borrador de historia', 'De historia'])
  })

  test('a summary leaves out the content only, and has its first 200 characters and the reading time', async () => {
    await clear()
    await ana.writes({ content: 'Muy largo. '.repeat(50) })
    await ana.drafts()
    for (const which of ['', '/all', '/all?include_unpublished=true', '/drafts/my']) {
      const whole = await list(which, ana)
      const summary = await list(`${which}${which.includes('?') ? '&' : '?'}view=summary`, ana)
      expect(whole.length).toBeGreaterThan(0)
      expect(whole.every((post) => typeof post.content === 'string')).toBe(true)
      expect(summary).toEqual(whole.map(({ content: _, ...rest }) => rest))
    }
    const short = await ana.writes({ content: 'á'.repeat(200) })
    expect(short).toMatchObject({ excerpt: 'á'.repeat(200), excerpt_cut: false, reading_minutes: 1 })
    const long = await ana.writes({ content: 'palabra '.repeat(2200) })
    expect(long).toMatchObject({ excerpt_cut: true, reading_minutes: 10 })
    expect([...long.excerpt].length).toBeLessThanOrEqual(200)
    const edited = expectDone(await ana.put<Post>(`/posts/${long.id}`, { title: 'x', content: 'Ya corto.' }))
    expect(edited).toMatchObject({ excerpt: 'Ya corto.', excerpt_cut: false, reading_minutes: 1 })
  })

  test('every answer with a post has its number of comments', async () => {
    await clear()
    const talkedAbout = await ana.writes({ title: 'Comentado' })
    await ana.writes({ title: 'Sin comentarios' })
    for (const who of [bruno, ana]) await who.comments(talkedAbout)
    for (const query of ['', '?view=summary'])
      expect((await list(query)).map(({ comment_count }) => comment_count)).toEqual([0, 2])
    expect((await read(talkedAbout.id)).comment_count).toBe(2)
    const { title, content } = talkedAbout
    expect(expectDone(await ana.put<Post>(`/posts/${talkedAbout.id}`, { title, content })).comment_count).toBe(2)
  })

  test('a list is the same for every member, and for unknown filters', async () => {
    await clear()
    await ana.writes()
    await bruno.writes()
    const whole = (await ana.get('/posts')).text
    for (const reader of [bruno, hipatia]) expect((await reader.get('/posts')).text).toBe(whole)
    for (const name of ['category_id[]', 'category_id[$ne]', '__proto__', 'constructor[prototype]', 'limit[]'])
      expect((await bruno.get(`/posts?${name}=x`)).text).toBe(whole)
  })

  test.each([
    ...['', '1', 'NONE', 'A'.repeat(32), `${nobodys}&category_id=none`].map((wrong) => `category_id=${wrong}`),
    ...['full', '', 'summary&view=summary'].map((wrong) => `view=${wrong}`),
    ...['1', 'TRUE', '', 'true&include_unpublished=false'].map((wrong) => `include_unpublished=${wrong}`),
  ])('an invalid filter is refused, not guessed: %s', async (query) => {
    expectRefusal(await ana.get(`/posts/all?${query}`), 422, { field: query.split('=')[0] as string })
  })
})
