// @databases both
// Writing, publishing and deleting posts (SPEC §3 to §6, DECISIONS §2 "Posts" and "Identity"); listing.test.ts has the
// visibility of drafts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { ListedPost, Post } from '../../../contract/posts.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { rowOf, rowsOf } from '../../support/server/database/rows.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
const historia = await hipatia.createsCategory('Historia')

beforeEach(() => community.advanceClock(minutes(1)))

type Reader = Pick<typeof ana, 'get'>
const list = async (query = '', reader: Reader = bruno) => expectDone(await reader.get<ListedPost[]>(`/posts${query}`))
const read = async (id: string, reader: Reader = bruno) => expectDone(await reader.get<Post>(`/posts/${id}`))
const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)

describe('writing a post', () => {
  test('Ana publishes a post, gets it complete, and everybody reads the same', async () => {
    const sent = { content: '  Con **espacios** delante.\n', category_id: historia.id, is_published: true }
    const { status, body, headers } = await ana.post<Post>('/posts', { title: '  La biblioteca  ', ...sent })
    expect(status).toBe(201)
    const now = community.moment()
    const id = expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
    const names = { category_name: 'Historia', author_id: ana.id, author_name: 'Ana' }
    const derived = { excerpt: expect.any(String), excerpt_cut: false, reading_minutes: 1 }
    const times = { published_at: now, created_at: now, updated_at: now }
    const empty = { comment_count: 0, reactions: [] }
    expect(body).toEqual({ ...sent, id, title: 'La biblioteca', ...names, ...derived, ...times, ...empty })
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    for (const reader of [ana, bruno, hipatia]) expect(await read(body.id, reader)).toEqual(body)
    expect((await list())[0]).toEqual({ ...body, cover_url: null })
  })

  test('a new post is a draft without a category by default, and gets no unknown or inactive one', async () => {
    const draft = { is_published: false, published_at: null, category_id: null, category_name: null }
    for (const category of [{}, { category_id: null }])
      expect(expectDone(await ana.post('/posts', { title: 'Uno', content: 'Dos', ...category }))).toMatchObject(draft)
    const closed = await hipatia.createsCategory('Cerrada')
    expectDone(await hipatia.put(`/categories/${closed.id}`, { is_active: false }))
    const writes = community.watchWrites()
    const field = 'category_id'
    for (const person of [ana, hipatia])
      for (const category_id of [closed.id, '0'.repeat(32)])
        expectRefusal(await person.post('/posts', { title: 'x', content: 'x', category_id }), 422, { field })
    expect(writes()).toEqual([])
  })

  test('text is stored in NFC and otherwise unchanged', async () => {
    const content = '\t# Ti\u0301tulo\r\n\r\n  co\u0301digo \u200d\u202e <b>&amp;</b> {{post:1|x}}  \n'
    const post = await ana.writes({ title: 'Jose\u0301 “Ñ”', content })
    const stored = { title: 'José “Ñ”', content: content.normalize('NFC') }
    expect(await read(post.id)).toMatchObject(stored)
    expect(await rowOf(community.db, 'posts', { id: post.id })).toMatchObject(stored)
  })

  test('titles may have emoji of several code points, lose zero-width characters, and have no control ones', async () => {
    for (const title of ['Familia 👩‍👩‍👧‍👦', 'Con ❤️ y 1️⃣', 'Médica 👩🏽‍⚕️', 'Español, русский, 日本語'])
      expect((await ana.writes({ title })).title).toBe(title)
    for (const sign of '\u2066\u2028\u0007')
      expectRefusal(await ana.post('/posts', { title: `a${sign}b`, content: 'x' }), 422, { field: 'title' })
    for (const sign of '\u200d\ufeff\ufe0f\u00ad')
      expect((await ana.writes({ title: `pa${sign}pel ` })).title).toBe('papel')
  })
})

describe('publishing a post', () => {
  test.each([
    ['publishing', (draft: Post, is_published: boolean) => ana.publishes(draft, is_published)],
    [
      'saving with is_published',
      async ({ id, title, content }: Post, is_published: boolean) =>
        expectDone(await ana.put<Post>(`/posts/${id}`, { title, content, is_published })),
    ],
  ])(
    '%s sets published_at and nothing else, once, and it is cleared when the post is unpublished',
    async (_, publish) => {
      const draft = await ana.drafts()
      community.advanceClock(minutes(5))
      const published = await publish(draft, true)
      expect(published).toEqual({ ...draft, is_published: true, published_at: community.moment() })
      community.advanceClock(minutes(5))
      expect(await publish(draft, true)).toEqual(published)
      expect(await publish(draft, false)).toEqual(draft)
      community.advanceClock(minutes(5))
      expect((await publish(draft, true)).published_at).toBe(community.moment())
    },
  )

  test('an admin may publish and unpublish other people’s posts', async () => {
    const post = await ana.writes()
    expect((await hipatia.publishes(post, false)).is_published).toBe(false)
    expect(await hipatia.publishes(post)).toMatchObject({ is_published: true, author_id: ana.id })
  })
})

describe('deleting a post', () => {
  test('a post is deleted with its comments', async () => {
    const post = await ana.writes()
    const kept = await ana.writes()
    await community.insertComment(post, bruno)
    const { id } = await community.insertComment(kept, bruno)
    const { status, text } = await ana.delete(`/posts/${post.id}`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expectRefusal(await ana.get(`/posts/${post.id}`), 404)
    expectRefusal(await ana.delete(`/posts/${post.id}`), 404)
    expectRefusal(await ana.put(`/posts/${post.id}`, { title: 'x', content: 'y' }), 404)
    expectRefusal(await ana.put(`/posts/${post.id}/publish`, { is_published: true }), 404)
    expect((await list()).map((listed) => listed.id)).not.toContain(post.id)
    expect((await rowsOf(community.db, 'comments')).map((comment) => comment.id)).toEqual([id])
  })

  test('a post that is published and deleted at once is gone', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const draft = await ana.drafts()
      const [published, deleted] = await Promise.all([
        ana.put(`/posts/${draft.id}/publish`, { is_published: true }),
        ana.delete(`/posts/${draft.id}`),
      ])
      expect([200, 404]).toContain(published.status)
      expect(deleted.status).toBe(204)
      expectRefusal(await ana.get(`/posts/${draft.id}`), 404)
    }
  })
})

describe('author and category of a post', () => {
  test('posts have the current names of both, and permissions depend on the id: they aren’t taken over with a name', async () => {
    const elena = await community.signIn('Elena')
    const category = await hipatia.createsCategory('Letras')
    const post = await elena.writes({ category_id: category.id })
    const draft = await elena.drafts()
    expectDone(await hipatia.put(`/auth/users/${elena.id}`, { name: 'Helena' }))
    expectDone(await hipatia.put(`/auth/users/${bruno.id}`, { name: 'Elena' }))
    expectDone(await hipatia.put(`/categories/${category.id}`, { name: 'Literatura' }))
    for (const seen of [await read(post.id), (await list())[0]])
      expect(seen).toMatchObject({ author_name: 'Helena', category_name: 'Literatura' })
    expectRefusal(await bruno.put(`/posts/${post.id}`, { title: 'x', content: 'y' }), 403)
    expectRefusal(await bruno.delete(`/posts/${post.id}`), 403)
    expectRefusal(await bruno.get(`/posts/${draft.id}`), 404)
    expect((await elena.put(`/posts/${post.id}`, { title: 'x', content: 'y' })).status).toBe(200)
    expect((await elena.delete(`/posts/${draft.id}`)).status).toBe(204)
    expectDone(await hipatia.put(`/auth/users/${bruno.id}`, { name: 'Bruno' }))
  })

  test('a draft of a deleted account is left to admins, and not to a new account of that name', async () => {
    const fermin = await community.signIn('Fermín')
    const post = await fermin.writes({ title: 'De Fermín' })
    const draft = await fermin.drafts({ title: 'Borrador de Fermín' })
    expectDone(await hipatia.delete(`/auth/users/${fermin.id}`))
    const orphaned = { author_name: 'Fermín', author_id: null }
    expect((await list()).find(({ id }) => id === post.id)).toMatchObject(orphaned)

    const namesake = await community.signIn('FERMIN')
    expectRefusal(await namesake.get(`/posts/${draft.id}`), 404)
    expect(await list('/drafts/my', namesake)).toEqual([])
    expect(titles(await list('/all?include_unpublished=true', namesake))).not.toContain('Borrador de Fermín')

    expect(await read(draft.id, hipatia)).toMatchObject({ ...orphaned, is_published: false })
    expect(titles(await list('/all?include_unpublished=true', hipatia))).toContain('Borrador de Fermín')
    expect(await hipatia.publishes(draft)).toMatchObject(orphaned)
  })
})
