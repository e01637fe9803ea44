// @databases both
// Edits of posts, their permissions and conflicts (SPEC §3 to §6, DECISIONS §2 "Posts").
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
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
const read = async (id: string, reader: Reader = bruno) => expectDone(await reader.get<Post>(`/posts/${id}`))

describe('editing posts', () => {
  const edit = (id: string, changes: object, person = ana, ifMatch?: string) =>
    person.put<Post>(`/posts/${id}`, changes, ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } })

  test('only a change of title, content or category changes updated_at', async () => {
    const post = await ana.writes({ title: 'Uno', content: 'Dos', category_id: historia.id })
    const asItWas = { title: 'Uno', content: 'Dos', category_id: historia.id }
    for (const change of [{ title: 'Otro' }, { content: 'Otro' }, { category_id: ciencia.id }, { category_id: null }]) {
      const before = await read(post.id)
      community.advanceClock(minutes(1))
      const { status, body } = await edit(post.id, { ...asItWas, ...change })
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...change, updated_at: community.moment(), created_at: post.created_at })
      expect(body.published_at).toBe(post.published_at)
      expect(before.updated_at).not.toBe(body.updated_at)
      community.advanceClock(minutes(1))
      expectDone(await edit(post.id, asItWas))
      const settled = await read(post.id)
      community.advanceClock(minutes(1))
      expect(expectDone(await edit(post.id, asItWas))).toEqual(settled)
    }
  })

  test('an edit in the millisecond of the creation has a later updated_at', async () => {
    const post = await ana.writes()
    const { updated_at, created_at } = expectDone(await edit(post.id, { title: 'Otra', content: 'Otra' }))
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at))
  })

  test('an edit needs title and content; it clears a missing category and keeps a missing state', async () => {
    const post = await ana.writes({ category_id: historia.id })
    const writes = community.watchWrites()
    expectRefusal(await edit(post.id, { content: 'x' }), 422, { field: 'title' })
    expectRefusal(await edit(post.id, { title: 'x' }), 422, { field: 'content' })
    expectRefusal(await edit(post.id, { title: ' ', content: 'x' }), 422, { field: 'title' })
    expectRefusal(await edit(post.id, { title: 'x', content: 'x', is_published: null }), 422, { field: 'is_published' })
    expect(writes()).toEqual([])
    expect(expectDone(await edit(post.id, { title: 'x', content: 'x' }))).toMatchObject({
      ...{ category_id: null, category_name: null, is_published: true },
    })
    const draft = await ana.drafts()
    expect(expectDone(await edit(draft.id, { title: 'x', content: 'x' })).is_published).toBe(false)
    expect(expectDone(await edit(draft.id, { title: 'x', content: 'x', is_published: true })).is_published).toBe(true)
  })

  test('a post keeps a category that became inactive, and can’t get an inactive category', async () => {
    const old = await hipatia.createsCategory('Antigua')
    const post = await ana.writes({ category_id: old.id })
    const other = await ana.writes({ category_id: null })
    expectDone(await hipatia.put(`/categories/${old.id}`, { is_active: false }))
    expect(expectDone(await edit(post.id, { title: 'x', content: 'y', category_id: old.id }))).toMatchObject({
      ...{ category_id: old.id, category_name: 'Antigua', title: 'x' },
    })
    expectRefusal(await edit(other.id, { title: 'x', content: 'y', category_id: old.id }), 422, {
      field: 'category_id',
    })
    expect(await read(other.id)).toEqual(other)
  })

  test('only the author and admins may edit a post', async () => {
    const post = await ana.writes()
    const writes = community.watchWrites()
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, bruno), 403)
    expectRefusal(await bruno.put(`/posts/${post.id}/publish`, { is_published: false }), 403)
    expectRefusal(await bruno.delete(`/posts/${post.id}`), 403)
    expect(writes()).toEqual([])
    expect(expectDone(await edit(post.id, { title: 'Corregido', content: 'y' }, hipatia))).toMatchObject({
      ...{ title: 'Corregido', author_id: ana.id, author_name: 'Ana' },
    })
    expect((await hipatia.delete(`/posts/${post.id}`)).status).toBe(204)
  })

  test('an edit changes no other fields', async () => {
    const post = await ana.writes()
    const more = {
      author_id: bruno.id,
      author_name: 'Bruno',
      id: '0'.repeat(32),
      created_at: 'x',
      published_at: null,
      version: 0,
    }
    const after = expectDone(await edit(post.id, { title: 'x', content: 'y', ...more }))
    expect(after).toMatchObject({ id: post.id, author_id: ana.id, author_name: 'Ana', published_at: post.published_at })
    expect(after.created_at).toBe(post.created_at)
  })

  test('a weak ETag of a compressing proxy names the version too', async () => {
    const post = await ana.writes()
    const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
    expect((await edit(post.id, { title: 'Otro', content: 'x' }, ana, `W/${etag}`)).status).toBe(200)
    expectRefusal(await edit(post.id, { title: 'Y otro', content: 'x' }, ana, `W/${etag}`), 412)
  })

  test('an edit of a version older than somebody else’s edit is 412 and overwrites nothing', async () => {
    const post = await ana.writes()
    const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
    const first = await edit(post.id, { title: 'De Ana', content: 'x' }, ana, etag)
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).not.toBe(etag)
    expect((await bruno.get(`/posts/${post.id}`)).headers.get('etag')).toBe(first.headers.get('etag'))

    const writes = community.watchWrites()
    expectRefusal(await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, etag), 412)
    expectRefusal(await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, '"nada"'), 412)
    expectRefusal(
      await hipatia.put(`/posts/${post.id}/publish`, { is_published: false }, { headers: { 'if-match': etag } }),
      412,
    )
    expect(writes()).toEqual([])

    const current = first.headers.get('etag') ?? ''
    const second = await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, `"otra", ${current}`)
    expect(second.status).toBe(200)
    expect((await edit(post.id, { title: 'De Ana', content: 'z' }, ana, '*')).status).toBe(200)
  })

  test('publishing changes the version too', async () => {
    const post = await ana.drafts()
    const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
    const published = await ana.put(`/posts/${post.id}/publish`, { is_published: true })
    expect(published.headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(published.headers.get('etag')).not.toBe(etag)
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, ana, etag), 412)
  })

  test('without permission an edit is 403, whatever version it names', async () => {
    const post = await ana.writes()
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, bruno, '"nada"'), 403)
  })

  test('of two concurrent edits of the same version only one is stored', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const post = await ana.writes()
      const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
      const texts = ['de Ana', 'de Hipatia']
      const answers = await Promise.all([
        edit(post.id, { title: 'x', content: 'de Ana' }, ana, etag),
        edit(post.id, { title: 'x', content: 'de Hipatia' }, hipatia, etag),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
      expect((await read(post.id)).content).toBe(texts[answers.findIndex(({ status }) => status === 200)])
    }
  })
})
