// Posts (SPEC §3 to §6, DECISIONS §2 "Posts" and "Identity"). What drafts hide is in drafts.test.ts.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedPost, Post } from '../contract/posts.ts'
import { done, foundCommunity, minutes } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')
const historia = await hipatia.opens('Historia')
const ciencia = await hipatia.opens('Ciencia')

beforeEach(() => community.passes(minutes(1)))

type Reader = Pick<typeof ana, 'get'>
const list = async (query = '', reader: Reader = bruno) => done(await reader.get<ListedPost[]>(`/posts${query}`))
const read = async (id: string, reader: Reader = bruno) => done(await reader.get<Post>(`/posts/${id}`))
const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
const clear = () => community.db.deleteFrom('posts').execute()

describe('writing', () => {
  test('Ana publishes: she gets the post whole, and everybody reads the same', async () => {
    const { status, body, headers } = await ana.post<Post>('/posts', {
      title: '  La biblioteca  ',
      content: '  Con **espacios** delante.\n',
      category_id: historia.id,
      is_published: true,
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
        title: 'La biblioteca',
        content: '  Con **espacios** delante.\n',
        excerpt: expect.any(String),
        excerpt_cut: false,
        reading_minutes: 1,
        category_id: historia.id,
        category_name: 'Historia',
        author_id: ana.id,
        author_name: 'Ana',
        is_published: true,
        published_at: community.moment(),
        created_at: community.moment(),
        updated_at: community.moment(),
        comment_count: 0,
      },
    })
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/)
    for (const reader of [ana, bruno, hipatia]) expect(await read(body.id, reader)).toEqual(body)
    expect((await list())[0]).toEqual(body)
  })

  test('without a word about publication it is a draft, without a category it has none', async () => {
    for (const category of [{}, { category_id: null }])
      expect(done(await ana.post('/posts', { title: 'Uno', content: 'Dos', ...category }))).toMatchObject({
        ...{ is_published: false, published_at: null, category_id: null, category_name: null },
      })
  })

  test('the author is who holds the token, whatever the payload says', async () => {
    const post = done(
      await ana.post<Post>('/posts', {
        ...{ title: 'Mío', content: 'Texto', is_published: true, author_name: 'Hipatia', author_id: hipatia.id },
        ...{ id: '0'.repeat(32), created_at: '1999-01-01T00:00:00.000Z', published_at: '1999-01-01T00:00:00.000Z' },
        ...{ comment_count: 99, role: 'admin', excerpt: 'otro', version: 7, user: { id: hipatia.id } },
      }),
    )
    expect(post).toMatchObject({
      ...{ author_name: 'Ana', author_id: ana.id, created_at: community.moment(), published_at: community.moment() },
      ...{ comment_count: 0 },
    })
    expect(post.id).not.toBe('0'.repeat(32))
    expect(post.excerpt).not.toBe('otro')
    expect(done(await ana.get('/auth/me'))).toMatchObject({ role: 'normal' })
  })

  test('title and content must not be blank, in whatever way', async () => {
    const before = await community.everything()
    for (const blank of [
      '',
      ' ',
      '\n\t ',
      '\u00a0',
      '\u200b\u200b',
      '\u2800',
      '\ufeff',
      '\u3164',
      '\u00ad',
      '\ufe0f',
    ]) {
      expectRefusal(await ana.post('/posts', { title: blank, content: 'x' }), 422, { field: 'title' })
      expectRefusal(await ana.post('/posts', { title: 'x', content: blank }), 422, { field: 'content' })
    }
    expect(await community.everything()).toEqual(before)
  })

  test('a category that is unknown, inactive or nonsense is refused', async () => {
    const closed = await hipatia.opens('Cerrada')
    done(await hipatia.put(`/categories/${closed.id}`, { is_active: false }))
    const before = await community.everything()
    for (const person of [ana, hipatia])
      for (const category_id of [
        closed.id,
        '0'.repeat(32),
        'none',
        '',
        5,
        {},
        [historia.id],
        historia.id.toUpperCase(),
      ])
        expectRefusal(await person.post('/posts', { title: 'x', content: 'x', category_id }), 422, {
          field: 'category_id',
        })
    expect(await community.everything()).toEqual(before)
  })

  test('text is stored composed, and otherwise as it was typed', async () => {
    const content = '\t# Ti\u0301tulo\r\n\r\n  co\u0301digo \u200d\u202e <b>&amp;</b> {{post:1|x}}  \n'
    const post = await ana.writes({ title: 'Jose\u0301 “Ñ”', content })
    expect(await read(post.id)).toMatchObject({ title: 'José “Ñ”', content: content.normalize('NFC') })
    const row = await community.db
      .selectFrom('posts')
      .select(['title', 'content'])
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ title: 'José “Ñ”', content: content.normalize('NFC') })
  })

  test('emoji of several parts belong in a title; what hides or turns text does not', async () => {
    for (const title of ['Familia 👩‍👩‍👧‍👦', 'Con ❤️ y 1️⃣', 'Médica 👩🏽‍⚕️', 'Español, русский, 日本語'])
      expect((await ana.writes({ title })).title).toBe(title)
    for (const title of [
      'a\u202eb',
      'a\u200bb',
      'a\u200db',
      'a\u2066b',
      'a\u0007b',
      'a\nb',
      'a\u2028b',
      'a\ufeffb',
      'a\ufe0fb',
      'a\u00adb',
    ])
      expectRefusal(await ana.post('/posts', { title, content: 'x' }), 422, { field: 'title' })
  })
})

describe('editing', () => {
  const edit = (id: string, changes: object, person = ana, ifMatch?: string) =>
    person.put<Post>(`/posts/${id}`, changes, ifMatch === undefined ? {} : { headers: { 'if-match': ifMatch } })

  test('a change of title, content or category moves updated_at, and nothing else does', async () => {
    const post = await ana.writes({ title: 'Uno', content: 'Dos', category_id: historia.id })
    const asItWas = { title: 'Uno', content: 'Dos', category_id: historia.id }
    for (const change of [{ title: 'Otro' }, { content: 'Otro' }, { category_id: ciencia.id }, { category_id: null }]) {
      const before = await read(post.id)
      community.passes(minutes(1))
      const { status, body } = await edit(post.id, { ...asItWas, ...change })
      expect(status).toBe(200)
      expect(body).toMatchObject({ ...change, updated_at: community.moment(), created_at: post.created_at })
      expect(body.published_at).toBe(post.published_at)
      expect(before.updated_at).not.toBe(body.updated_at)
      community.passes(minutes(1))
      done(await edit(post.id, asItWas))
      const settled = await read(post.id)
      community.passes(minutes(1))
      expect(done(await edit(post.id, asItWas))).toEqual(settled)
    }
  })

  test('an edit in the very millisecond of the creation shows as one', async () => {
    const post = await ana.writes()
    const { updated_at, created_at } = done(await edit(post.id, { title: 'Otra', content: 'Otra' }))
    expect(Date.parse(updated_at)).toBeGreaterThan(Date.parse(created_at))
  })

  test('it needs title and content; an absent category means none; an absent state leaves it', async () => {
    const post = await ana.writes({ category_id: historia.id })
    const before = await community.everything()
    expectRefusal(await edit(post.id, { content: 'x' }), 422, { field: 'title' })
    expectRefusal(await edit(post.id, { title: 'x' }), 422, { field: 'content' })
    expectRefusal(await edit(post.id, { title: ' ', content: 'x' }), 422, { field: 'title' })
    expectRefusal(await edit(post.id, { title: 'x', content: 'x', is_published: null }), 422, { field: 'is_published' })
    expect(await community.everything()).toEqual(before)
    expect(done(await edit(post.id, { title: 'x', content: 'x' }))).toMatchObject({
      ...{ category_id: null, category_name: null, is_published: true },
    })
    const draft = await ana.drafts()
    expect(done(await edit(draft.id, { title: 'x', content: 'x' })).is_published).toBe(false)
    expect(done(await edit(draft.id, { title: 'x', content: 'x', is_published: true })).is_published).toBe(true)
  })

  test('a post keeps a category that was closed meanwhile, and doesn’t get one that is closed', async () => {
    const old = await hipatia.opens('Antigua')
    const post = await ana.writes({ category_id: old.id })
    const other = await ana.writes({ category_id: null })
    done(await hipatia.put(`/categories/${old.id}`, { is_active: false }))
    expect(done(await edit(post.id, { title: 'x', content: 'y', category_id: old.id }))).toMatchObject({
      ...{ category_id: old.id, category_name: 'Antigua', title: 'x' },
    })
    expectRefusal(await edit(other.id, { title: 'x', content: 'y', category_id: old.id }), 422, {
      field: 'category_id',
    })
    expect(await read(other.id)).toEqual(other)
  })

  test('only the author and admins may change a post; for others it stays as it is', async () => {
    const post = await ana.writes()
    const before = await community.everything()
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, bruno), 403)
    expectRefusal(await bruno.put(`/posts/${post.id}/publish`, { is_published: false }), 403)
    expectRefusal(await bruno.delete(`/posts/${post.id}`), 403)
    expect(await community.everything()).toEqual(before)
    expect(done(await edit(post.id, { title: 'Corregido', content: 'y' }, hipatia))).toMatchObject({
      ...{ title: 'Corregido', author_id: ana.id, author_name: 'Ana' },
    })
    expect((await hipatia.delete(`/posts/${post.id}`)).status).toBe(204)
  })

  test('nothing but what an edit is for is changed by one', async () => {
    const post = await ana.writes()
    const more = {
      author_id: bruno.id,
      author_name: 'Bruno',
      id: '0'.repeat(32),
      created_at: 'x',
      published_at: null,
      version: 0,
    }
    const after = done(await edit(post.id, { title: 'x', content: 'y', ...more }))
    expect(after).toMatchObject({ id: post.id, author_id: ana.id, author_name: 'Ana', published_at: post.published_at })
    expect(after.created_at).toBe(post.created_at)
  })

  test('behind a proxy that compresses, the ETag comes back as a weak one and names the version all the same', async () => {
    const post = await ana.writes()
    const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
    expect((await edit(post.id, { title: 'Otro', content: 'x' }, ana, `W/${etag}`)).status).toBe(200)
    expectRefusal(await edit(post.id, { title: 'Y otro', content: 'x' }, ana, `W/${etag}`), 412)
  })

  test('on top of somebody else’s newer edit it is 412, and nothing is overwritten', async () => {
    const post = await ana.writes()
    const etag = (await ana.get(`/posts/${post.id}`)).headers.get('etag') ?? ''
    const first = await edit(post.id, { title: 'De Ana', content: 'x' }, ana, etag)
    expect(first.status).toBe(200)
    expect(first.headers.get('etag')).not.toBe(etag)
    expect((await bruno.get(`/posts/${post.id}`)).headers.get('etag')).toBe(first.headers.get('etag'))

    const before = await community.everything()
    expectRefusal(await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, etag), 412)
    expectRefusal(await edit(post.id, { title: 'De Hipatia', content: 'y' }, hipatia, '"nada"'), 412)
    expectRefusal(
      await hipatia.put(`/posts/${post.id}/publish`, { is_published: false }, { headers: { 'if-match': etag } }),
      412,
    )
    expect(await community.everything()).toEqual(before)

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

  test('who may not change it learns 403, not whether the version is old', async () => {
    const post = await ana.writes()
    expectRefusal(await edit(post.id, { title: 'x', content: 'y' }, bruno, '"nada"'), 403)
  })

  test('of two edits at once on top of the same version one wins', async () => {
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

describe('publishing', () => {
  const publish = (id: string, is_published: unknown, person = ana) =>
    person.put<Post>(`/posts/${id}/publish`, { is_published })

  test('a draft gets the moment of its publication, and loses it when it is taken back', async () => {
    const draft = await ana.drafts()
    community.passes(minutes(5))
    const published = done(await publish(draft.id, true))
    expect(published).toEqual({ ...draft, is_published: true, published_at: community.moment() })
    community.passes(minutes(5))
    expect(done(await publish(draft.id, true))).toEqual(published)
    expect(done(await publish(draft.id, false))).toEqual(draft)
    community.passes(minutes(5))
    expect(done(await publish(draft.id, true)).published_at).toBe(community.moment())
  })

  test('saving with a state does the same, and leaves updated_at to the text', async () => {
    const draft = await ana.drafts()
    community.passes(minutes(5))
    const { title, content } = draft
    const published = done(await ana.put<Post>(`/posts/${draft.id}`, { title, content, is_published: true }))
    expect(published).toEqual({ ...draft, is_published: true, published_at: community.moment() })
    community.passes(minutes(5))
    expect(done(await ana.put<Post>(`/posts/${draft.id}`, { title, content, is_published: true }))).toEqual(published)
    expect(done(await ana.put<Post>(`/posts/${draft.id}`, { title, content, is_published: false }))).toEqual(draft)
  })

  test('only true and false are states', async () => {
    const draft = await ana.drafts()
    const before = await community.everything()
    for (const state of ['true', 1, null, undefined, [true], {}])
      expectRefusal(await publish(draft.id, state), 422, { field: 'is_published' })
    expect(await community.everything()).toEqual(before)
  })

  test('an admin may publish and take back what others wrote', async () => {
    const post = await ana.writes()
    expect(done(await publish(post.id, false, hipatia)).is_published).toBe(false)
    expect(done(await publish(post.id, true, hipatia))).toMatchObject({ is_published: true, author_id: ana.id })
  })
})

describe('deleting', () => {
  test('a deleted post is gone with its comments', async () => {
    const post = await ana.writes()
    const kept = await ana.writes()
    await community.comments(post, bruno)
    const { id } = await community.comments(kept, bruno)
    const { status, text } = await ana.delete(`/posts/${post.id}`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expectRefusal(await ana.get(`/posts/${post.id}`), 404)
    expectRefusal(await ana.delete(`/posts/${post.id}`), 404)
    expectRefusal(await ana.put(`/posts/${post.id}`, { title: 'x', content: 'y' }), 404)
    expectRefusal(await ana.put(`/posts/${post.id}/publish`, { is_published: true }), 404)
    expect((await list()).map((listed) => listed.id)).not.toContain(post.id)
    expect((await community.everything()).comments?.map((comment) => (comment as { id: string }).id)).toEqual([id])
  })

  test('publishing and deleting at once leave it gone', async () => {
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

describe('listing', () => {
  test('published posts come by publication, newest first, drafts and all of somebody’s drafts by writing', async () => {
    await clear()
    const draft = await ana.drafts({ title: 'Empezado primero' })
    community.passes(minutes(1))
    await bruno.writes({ title: 'Segundo' })
    community.passes(minutes(1))
    await ana.writes({ title: 'Tercero' })
    community.passes(minutes(1))
    await ana.drafts({ title: 'Borrador' })
    expect(titles(await list())).toEqual(['Tercero', 'Segundo'])
    done(await ana.put(`/posts/${draft.id}/publish`, { is_published: true }))
    expect(titles(await list())).toEqual(['Empezado primero', 'Tercero', 'Segundo'])
    expect(titles(await list('/all'))).toEqual(['Empezado primero', 'Tercero', 'Segundo'])
    expect(titles(await list('/all?include_unpublished=true', ana))).toEqual([
      ...['Borrador', 'Tercero', 'Segundo', 'Empezado primero'],
    ])
  })

  test('by category, by none, and by one that nobody has', async () => {
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

  test('a summary leaves the content out and nothing else', async () => {
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

  test('a summary is a card: the first 200 characters, told whether there is more, and the time to read', async () => {
    const short = await ana.writes({ content: 'á'.repeat(200) })
    expect(short).toMatchObject({ excerpt: 'á'.repeat(200), excerpt_cut: false, reading_minutes: 1 })
    const long = await ana.writes({ content: 'palabra '.repeat(2200) })
    expect(long).toMatchObject({ excerpt_cut: true, reading_minutes: 10 })
    expect([...long.excerpt].length).toBeLessThanOrEqual(200)
    const edited = done(await ana.put<Post>(`/posts/${long.id}`, { title: 'x', content: 'Ya corto.' }))
    expect(edited).toMatchObject({ excerpt: 'Ya corto.', excerpt_cut: false, reading_minutes: 1 })
  })

  test('comments are counted, post by post, wherever the post is shown', async () => {
    await clear()
    const talkedAbout = await ana.writes({ title: 'Comentado' })
    await ana.writes({ title: 'Sin comentarios' })
    await community.comments(talkedAbout, bruno)
    await community.comments(talkedAbout, ana)
    expect((await list()).map(({ comment_count }) => comment_count)).toEqual([0, 2])
    expect((await list('?view=summary')).map(({ comment_count }) => comment_count)).toEqual([0, 2])
    expect((await read(talkedAbout.id)).comment_count).toBe(2)
    const { title, content } = talkedAbout
    expect(done(await ana.put<Post>(`/posts/${talkedAbout.id}`, { title, content })).comment_count).toBe(2)
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
  ])('a filter that makes no sense is refused, not guessed: %s', async (query) => {
    expectRefusal(await ana.get(`/posts/all?${query}`), 422, { field: query.split('=')[0] as string })
  })

  test('filters nobody has heard of are nothing', async () => {
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

describe('whose it is', () => {
  test('names are the ones of now: of people and of categories', async () => {
    const dora = await community.signIn('Dora')
    const category = await hipatia.opens('Letras')
    const post = await dora.writes({ category_id: category.id })
    done(await hipatia.put(`/auth/users/${dora.id}`, { name: 'Dorotea' }))
    done(await hipatia.put(`/categories/${category.id}`, { name: 'Literatura' }))
    expect(await read(post.id)).toMatchObject({ author_name: 'Dorotea', category_name: 'Literatura' })
    expect((await list())[0]).toMatchObject({ author_name: 'Dorotea', category_name: 'Literatura' })
  })

  test('rights follow the id: a change of name keeps them, taking over a name brings none', async () => {
    const elena = await community.signIn('Elena')
    const post = await elena.writes()
    const draft = await elena.drafts()
    done(await hipatia.put(`/auth/users/${elena.id}`, { name: 'Helena' }))
    done(await hipatia.put(`/auth/users/${bruno.id}`, { name: 'Elena' }))
    expectRefusal(await bruno.put(`/posts/${post.id}`, { title: 'x', content: 'y' }), 403)
    expectRefusal(await bruno.delete(`/posts/${post.id}`), 403)
    expectRefusal(await bruno.get(`/posts/${draft.id}`), 404)
    expect((await elena.put(`/posts/${post.id}`, { title: 'x', content: 'y' })).status).toBe(200)
    expect((await elena.delete(`/posts/${draft.id}`)).status).toBe(204)
    done(await hipatia.put(`/auth/users/${bruno.id}`, { name: 'Bruno' }))
  })

  test('what a deleted person wrote keeps the name and belongs to nobody, not even to the next of that name', async () => {
    const fermin = await community.signIn('Fermín')
    const post = await fermin.writes({ title: 'De Fermín' })
    const draft = await fermin.drafts({ title: 'Borrador de Fermín' })
    done(await hipatia.delete(`/auth/users/${fermin.id}`))
    const orphaned = { author_name: 'Fermín', author_id: null }
    expect(await read(post.id)).toMatchObject(orphaned)
    expect((await list()).find(({ id }) => id === post.id)).toMatchObject(orphaned)

    const namesake = await community.signIn('FERMIN').catch(() => undefined)
    if (!namesake) throw new Error('the name was not free')
    expect(await read(post.id)).toMatchObject(orphaned)
    expectRefusal(await namesake.put(`/posts/${post.id}`, { title: 'x', content: 'y' }), 403)
    expectRefusal(await namesake.delete(`/posts/${post.id}`), 403)
    expectRefusal(await namesake.get(`/posts/${draft.id}`), 404)
    expect(await list('/drafts/my', namesake)).toEqual([])
    expect(titles(await list('/all?include_unpublished=true', namesake))).not.toContain('Borrador de Fermín')

    expect(await read(draft.id, hipatia)).toMatchObject({ ...orphaned, is_published: false })
    expect(titles(await list('/all?include_unpublished=true', hipatia))).toContain('Borrador de Fermín')
    expect(done(await hipatia.put(`/posts/${draft.id}/publish`, { is_published: true }))).toMatchObject(orphaned)
    expect((await hipatia.delete(`/posts/${post.id}`)).status).toBe(204)
  })
})
