// @databases both
// Edits of posts, their permissions and conflicts (SPEC §3 to §6, DECISIONS §2 "Posts").
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { Post } from '../../../contract/posts.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
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

  test('an edit clears a missing category, keeps all other fields, and is later than a creation in its millisecond', async () => {
    const post = await ana.writes({ category_id: historia.id })
    const { author_name, created_at, published_at, id, author_id } = post
    const more = { author_id: bruno.id, author_name: 'Bruno', id: '0'.repeat(32), created_at: 'x', published_at: null }
    const after = expectDone(await edit(post.id, { title: 'x', content: 'x', ...more, version: 0 }))
    const cleared = { category_id: null, category_name: null, is_published: true }
    expect(after).toMatchObject({ ...cleared, id, author_id, author_name, created_at, published_at })
    expect(Date.parse(after.updated_at)).toBeGreaterThan(Date.parse(created_at))
    const draft = await ana.drafts()
    expect(expectDone(await edit(draft.id, { title: 'x', content: 'x' })).is_published).toBe(false)
    expect(expectDone(await edit(draft.id, { title: 'x', content: 'x', is_published: true })).is_published).toBe(true)
  })

  test('a post keeps a category that became inactive, and can’t get an inactive category', async () => {
    const old = await hipatia.createsCategory('Antigua')
    const post = await ana.writes({ category_id: old.id })
    const other = await ana.writes({ category_id: null })
    expectDone(await hipatia.put(`/categories/${old.id}`, { is_active: false }))
    const inOld = { title: 'x', content: 'y', category_id: old.id }
    expect(expectDone(await edit(post.id, inOld))).toMatchObject({ ...inOld, category_name: 'Antigua' })
    expectRefusal(await edit(other.id, inOld), 422, { field: 'category_id' })
    expect(await read(other.id)).toEqual(other)
  })

  test('others may not edit a post, whatever version they name, nor take it back', async () => {
    const post = await ana.writes()
    const writes = community.watchWrites()
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, bruno, '"nada"'), 403)
    expectRefusal(await bruno.put(`/posts/${post.id}/publish`, { is_published: false }), 403)
    expect(writes()).toEqual([])
  })

  const etagOf = async ({ id }: { id: string }, reader: Reader = ana) =>
    (await reader.get(`/posts/${id}`)).headers.get('etag') ?? ''

  test('an edit of a version older than somebody else’s edit is 412 and overwrites nothing, with the weak ETag of a proxy too', async () => {
    const post = await ana.writes()
    const etag = await etagOf(post)
    const first = await edit(post.id, { title: 'De Ana', content: 'x' }, ana, `W/${etag}`)
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).not.toBe(etag)
    const current = await etagOf(post, bruno)
    expect(first.headers.get('etag')).toBe(current)

    const writes = community.watchWrites()
    for (const old of [etag, `W/${etag}`, '"nada"'])
      expectRefusal(await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, old), 412)
    const withOld = { headers: { 'if-match': etag } }
    expectRefusal(await hipatia.put(`/posts/${post.id}/publish`, { is_published: false }, withOld), 412)
    expect(writes()).toEqual([])

    const second = await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, `"otra", ${current}`)
    expect(second.status).toBe(200)
    expect((await edit(post.id, { title: 'De Ana', content: 'z' }, ana, '*')).status).toBe(200)
  })

  test('publishing changes the version too', async () => {
    const post = await ana.drafts()
    const etag = await etagOf(post)
    const published = await ana.put(`/posts/${post.id}/publish`, { is_published: true })
    expect(published.headers.get('etag')).toMatch(/^"[^"]+"$/)
    expect(published.headers.get('etag')).not.toBe(etag)
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, ana, etag), 412)
  })

  test('of two concurrent edits of the same version only one is stored', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const post = await ana.writes()
      const etag = await etagOf(post)
      const texts = ['de Ana', 'de Hipatia']
      const answers = await Promise.all(
        texts.map((content, turn) => edit(post.id, { title: 'x', content }, turn === 0 ? ana : hipatia, etag)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
      expect((await read(post.id)).content).toBe(texts[answers.findIndex(({ status }) => status === 200)])
    }
  })
})

test('posts that many people move between two categories at the same time are all saved, and counted', async () => {
  const categories = [await hipatia.createsCategory('Mapas'), await hipatia.createsCategory('Cartas')]
  const idOf = (turn: number) => categories[turn % 2]?.id ?? null
  const names = Array.from({ length: 8 }, (_, count) => `Ana ${count}`)
  const people = await Promise.all(names.map((name) => community.signIn(name)))
  const posts = await Promise.all(
    people.flatMap((person) =>
      [0, 1].map(async (turn) => ({ person, post: await person.writes({ category_id: idOf(turn) }) })),
    ),
  )
  for (let round = 1; round <= 4; round++) {
    const answers = await Promise.all(
      posts.map(({ person, post: { id, title } }, turn) =>
        person.put(`/posts/${id}`, { title, content: `Vuelta ${round}.`, category_id: idOf(turn + round) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(posts.map(() => 200))
  }
  for (const { id } of categories)
    expect((await hipatia.get<Category>(`/categories/${id}`)).body.post_count).toBe(posts.length / 2)
})

onPostgres(
  'a move that waits for one category keeps nobody from the other, so that no two moves wait for each other',
  async () => {
    const { db } = community
    const [first, second] = [await hipatia.createsCategory('Rollos'), await hipatia.createsCategory('Tablillas')]
    await hipatia.writes({ category_id: first.id })
    const { id, title, content } = await hipatia.writes({ category_id: second.id })
    const lock = (category: string) => sql`select from post_counts where category_id = ${category} for update nowait`
    const countWaiting = async () => {
      const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db)
      return rows[0]?.count
    }
    const moved = await db.transaction().execute(async (tx) => {
      await lock(first.id).execute(tx)
      const moving = hipatia.put(`/posts/${id}`, { title, content, category_id: first.id })
      await expect.poll(countWaiting).toBe(1)
      await lock(second.id).execute(tx)
      return { moving }
    })
    expect((await moved.moving).status).toBe(200)
  },
)
