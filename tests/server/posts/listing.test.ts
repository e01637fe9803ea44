// @databases both
// Lists of posts (SPEC §3 to §6, DECISIONS §2 "Posts" and "Lists").
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedPost, Post } from '../../../contract/posts.ts'
import { expectDone, minutes, startCommunity } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')
const historia = await hipatia.createsCategory('Historia')
const ciencia = await hipatia.createsCategory('Ciencia')

beforeEach(() => community.advanceClock(minutes(1)))

type Reader = Pick<typeof ana, 'get'>
const list = async (query = '', reader: Reader = bruno) => expectDone(await reader.get<ListedPost[]>(`/posts${query}`))
const read = async (id: string, reader: Reader = bruno) => expectDone(await reader.get<Post>(`/posts/${id}`))
const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
const clear = () => community.db.deleteFrom('posts').execute()

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
    expectDone(await ana.put(`/posts/${draft.id}/publish`, { is_published: true }))
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
    const lists = ['', '/all']
    for (const which of lists) {
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

  test('a summary leaves out the content only', async () => {
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
  })

  test('a summary has the first 200 characters, excerpt_cut and the reading time', async () => {
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
    await community.insertComment(talkedAbout, bruno)
    await community.insertComment(talkedAbout, ana)
    expect((await list()).map(({ comment_count }) => comment_count)).toEqual([0, 2])
    expect((await list('?view=summary')).map(({ comment_count }) => comment_count)).toEqual([0, 2])
    expect((await read(talkedAbout.id)).comment_count).toBe(2)
    const { title, content } = talkedAbout
    expect(expectDone(await ana.put<Post>(`/posts/${talkedAbout.id}`, { title, content })).comment_count).toBe(2)
  })

  test('a list is the same for every member', async () => {
    await clear()
    await ana.writes()
    await bruno.writes()
    const [one, two, three] = await Promise.all([ana, bruno, hipatia].map((reader) => reader.get('/posts')))
    expect(one?.text).toBe(two?.text)
    expect(one?.text).toBe(three?.text)
  })

  test.each([
    'category_id=',
    'category_id=1',
    'category_id=NONE',
    `category_id=${'A'.repeat(32)}`,
    `category_id=${'0'.repeat(32)}&category_id=none`,
    'view=full',
    'view=',
    'view=summary&view=summary',
    'include_unpublished=1',
    'include_unpublished=TRUE',
    'include_unpublished=',
    'include_unpublished=true&include_unpublished=false',
  ])('an invalid filter is refused, not guessed: %s', async (query) => {
    expectRefusal(await ana.get(`/posts/all?${query}`), 422, { field: query.split('=')[0] as string })
  })

  test('unknown filters are ignored', async () => {
    await clear()
    await ana.writes({ title: 'Uno' })
    for (const query of [
      'category_id[]=x',
      'category_id[$ne]=1',
      '__proto__=x',
      'constructor[prototype]=x',
      'limit[]=1',
    ])
      expect(titles(await list(`?${query}`))).toEqual(['Uno'])
  })
})
