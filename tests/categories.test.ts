// Categories (SPEC §2, §3, §7; DECISIONS §2 "Categories").
import { afterAll, describe, expect, test } from 'vitest'
import type { Category } from '../contract/categories.ts'
import { done, foundCommunity, minutes } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia } = community
const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')

const list = async (person: Pick<typeof ana, 'get'> = ana) => done(await person.get<Category[]>('/categories'))
const listAll = async () => done(await hipatia.get<Category[]>('/categories/all'))
const names = (categories: Category[]) => categories.map(({ name }) => name)
/** No categories any more, and a rest for those who write. */
const clear = async () => {
  community.passes(minutes(1))
  await community.db.deleteFrom('posts').execute()
  await community.db.deleteFrom('categories').execute()
}

describe('making one', () => {
  test('an admin gets it back whole, and members see it', async () => {
    await clear()
    const { status, body } = await hipatia.post<Category>('/categories', {
      name: 'Historia',
      description: 'Lo que fue',
    })
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/),
        name: 'Historia',
        description: 'Lo que fue',
        is_active: true,
        created_at: community.moment(),
        post_count: 0,
      },
    })
    expect(await list()).toEqual([body])
    expect(done(await ana.get(`/categories/${body.id}`))).toEqual(body)
  })

  test('a name is trimmed and needed; a description may be left out, and a blank one is none', async () => {
    await clear()
    expect(await hipatia.opens('  Música  ', ' \n ')).toMatchObject({ name: 'Música', description: null })
    expect(await hipatia.opens('Cine')).toMatchObject({ name: 'Cine', description: null })
    expect(done(await hipatia.post('/categories', { name: 'Arte', description: null }))).toMatchObject({
      description: null,
    })
    for (const name of ['', '   ', '\u200b', '\u2800', null, undefined, 5, ['Ana'], {}])
      expectRefusal(await hipatia.post('/categories', { name }), 422, { field: 'name' })
    expect(names(await list())).toEqual(['Arte', 'Cine', 'Música'])
  })

  test('names are told apart without regard to case and accents, but ñ is not n', async () => {
    await clear()
    await hipatia.opens('Canción')
    for (const same of ['Canción', 'canción', 'CANCION', ' Cancio\u0301n ', 'Ｃancion', 'cánçion'.replace('ç', 'c')])
      expectRefusal(await hipatia.post('/categories', { name: same }), 409)
    await hipatia.opens('Cana')
    await hipatia.opens('Caña')
    expectRefusal(await hipatia.post('/categories', { name: 'CAN\u0303A' }), 409)
    expect(names(await list())).toEqual(['Cana', 'Canción', 'Caña'])
  })

  test('of twenty at once with one name one is made', async () => {
    await clear()
    const answers = await Promise.all(Array.from({ length: 20 }, () => hipatia.post('/categories', { name: 'Una' })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
    expect(names(await list())).toEqual(['Una'])
  })
})

test('lists come in Spanish order: accents don’t matter, ñ follows n, capitals don’t lead', async () => {
  await clear()
  const inOrder = [
    ...['Álgebra', 'Arte', 'árbol y río', 'Cine', 'Época', 'Filosofía', 'Nube', 'Nutria', 'ñandú', 'Ñu', 'Océano'],
    ...['óptica', 'Órbita', 'zoología', 'Zürich'],
  ].toSorted(new Intl.Collator('es').compare)
  expect(inOrder.indexOf('ñandú')).toBe(inOrder.indexOf('Nutria') + 1)
  for (const name of inOrder.toReversed()) await hipatia.opens(name)
  expect(names(await list())).toEqual(inOrder)
  expect(names(await listAll())).toEqual(inOrder)
})

describe('changing one', () => {
  test('what isn’t sent stays; null and empty clear the description; a name may keep itself in other letters', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia', 'Lo que fue')
    const change = async (changes: object) => done(await hipatia.put<Category>(`/categories/${id}`, changes))
    expect(await change({ name: 'HISTORÍA' })).toMatchObject({ name: 'HISTORÍA', description: 'Lo que fue' })
    expect(await change({ description: '  Otra ' })).toMatchObject({ name: 'HISTORÍA', description: 'Otra' })
    expect(await change({ description: '' })).toMatchObject({ description: null })
    expect(await change({ description: 'De nuevo' })).toMatchObject({ description: 'De nuevo' })
    expect(await change({ description: null })).toMatchObject({ description: null })
    expect(await change({})).toMatchObject({ name: 'HISTORÍA', description: null, is_active: true })
    expect(await change({ name: 'Historia', description: 'Fin', is_active: true })).toEqual({
      ...(await list())[0],
      ...{ id, name: 'Historia', description: 'Fin' },
    })
  })

  test('another’s name is refused and nothing changes', async () => {
    await clear()
    await hipatia.opens('Historia')
    const { id } = await hipatia.opens('Ciencia', 'Lo que es')
    const before = await community.everything()
    expectRefusal(await hipatia.put(`/categories/${id}`, { name: 'HISTORIA', description: 'x' }), 409)
    for (const wrong of [{ name: '' }, { name: null }, { is_active: 'no' }, { is_active: null }, { description: 5 }])
      expectRefusal(await hipatia.put(`/categories/${id}`, wrong), 422, { field: Object.keys(wrong)[0] as string })
    expect(await community.everything()).toEqual(before)
  })

  test('two changes at once of different fields both count, and the name is the one that is taken', async () => {
    for (let turn = 0; turn < 20; turn++) {
      await clear()
      const { id } = await hipatia.opens('Vieja')
      await Promise.all([
        hipatia.put(`/categories/${id}`, { name: 'Nueva' }),
        hipatia.put(`/categories/${id}`, { description: 'Con texto' }),
        hipatia.put(`/categories/${id}`, { is_active: false }),
      ])
      expect(done(await hipatia.get(`/categories/${id}`))).toMatchObject({
        ...{ name: 'Nueva', description: 'Con texto', is_active: false },
      })
      expectRefusal(await hipatia.post('/categories', { name: 'nueva' }), 409)
      await hipatia.opens('Vieja')
    }
  })

  test('one that doesn’t exist is 404 for every call', async () => {
    const unknown = '0'.repeat(32)
    expectRefusal(await ana.get(`/categories/${unknown}`), 404)
    expectRefusal(await hipatia.put(`/categories/${unknown}`, { name: 'Nada' }), 404)
    expectRefusal(await hipatia.delete(`/categories/${unknown}`), 404)
  })
})

describe('an inactive one', () => {
  test('isn’t there for members, and is for admins', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia')
    await hipatia.opens('Ciencia')
    expect(done(await hipatia.put<Category>(`/categories/${id}`, { is_active: false })).is_active).toBe(false)
    expect(names(await list())).toEqual(['Ciencia'])
    expect(names(await list(hipatia))).toEqual(['Ciencia'])
    expect(names(await listAll())).toEqual(['Ciencia', 'Historia'])
    const hidden = await ana.get(`/categories/${id}`)
    expectRefusal(hidden, 404)
    expect(hidden.text).toBe((await ana.get(`/categories/${'0'.repeat(32)}`)).text)
    expect(done(await hipatia.get<Category>(`/categories/${id}`)).name).toBe('Historia')

    done(await hipatia.put(`/categories/${id}`, { is_active: true }))
    expect(names(await list())).toEqual(['Ciencia', 'Historia'])
  })

  test('still holds its name', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia')
    done(await hipatia.put(`/categories/${id}`, { is_active: false }))
    expectRefusal(await hipatia.post('/categories', { name: 'historia' }), 409)
  })
})

describe('how many posts it has', () => {
  test('published ones count, drafts never do, for nobody', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia')
    await ana.writes({ category_id: id })
    await bruno.writes({ category_id: id })
    const draft = await ana.drafts({ category_id: id })
    await ana.writes({ category_id: null })
    for (const person of [ana, bruno, hipatia]) {
      expect((await list(person)).map(({ post_count }) => post_count)).toEqual([2])
      expect(done(await person.get<Category>(`/categories/${id}`)).post_count).toBe(2)
    }
    expect((await listAll())[0]?.post_count).toBe(2)
    done(await ana.put(`/posts/${draft.id}/publish`, { is_published: true }))
    expect((await list())[0]?.post_count).toBe(3)
    done(await ana.delete(`/posts/${draft.id}`))
    expect((await list())[0]?.post_count).toBe(2)
    expect(done(await hipatia.put<Category>(`/categories/${id}`, { description: 'x' })).post_count).toBe(2)
  })
})

describe('deleting one', () => {
  test('an empty one goes, and its name is free', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia')
    const { status, text } = await hipatia.delete(`/categories/${id}`)
    expect({ status, text }).toEqual({ status: 204, text: '' })
    expect(await listAll()).toEqual([])
    expectRefusal(await hipatia.delete(`/categories/${id}`), 404)
    await hipatia.opens('Historia')
  })

  test('one with posts stays, though they be somebody else’s drafts alone', async () => {
    await clear()
    const { id } = await hipatia.opens('Historia')
    const post = await ana.writes({ category_id: id })
    expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
    done(await ana.put(`/posts/${post.id}/publish`, { is_published: false }))
    expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
    expect(done(await ana.get(`/posts/${post.id}`))).toMatchObject({ category_id: id, category_name: 'Historia' })
    done(await ana.put(`/posts/${post.id}`, { title: 'Sin ella', content: 'x' }))
    expect((await hipatia.delete(`/categories/${id}`)).status).toBe(204)
  })

  test('while posts are being written in it, either it stays or they are refused: none is left in a void', async () => {
    await clear()
    let deleted = 0
    for (let turn = 0; turn < 50; turn++) {
      const { id } = await hipatia.opens(`Fugaz ${turn}`)
      const write = () => ana.post('/posts', { title: 'Deprisa', content: 'x', category_id: id })
      const [removal, ...writes] = await Promise.all(
        turn % 2
          ? [hipatia.delete(`/categories/${id}`), write(), write()]
          : [write(), hipatia.delete(`/categories/${id}`)],
      ).then((answers) => answers.toSorted((a, b) => Number(b.status % 100 === 4) - Number(a.status % 100 === 4)))
      const all = [removal, ...writes].map((answer) => answer?.status)
      const isGone = (await hipatia.get(`/categories/${id}`)).status === 404
      expect(all.toSorted()).toEqual(
        isGone ? [204, ...Array(all.length - 1).fill(422)] : expect.arrayContaining([201, 409]),
      )
      if (isGone) deleted++
      community.passes(minutes(1))
    }
    const dangling = await community.db
      .selectFrom('posts')
      .leftJoin('categories', 'categories.id', 'posts.category_id')
      .where('posts.category_id', 'is not', null)
      .where('categories.id', 'is', null)
      .select('posts.id')
      .execute()
    expect(dangling).toEqual([])
    expect(deleted).toBeLessThanOrEqual(50)
  })
})

describe('the seven default ones', () => {
  const defaults = [
    ...['Arte y Cultura', 'Ciencia', 'Filosofía', 'Historia', 'Literatura', 'Música y Cine', 'Tecnología'],
  ]
  interface Made {
    message: string
    created: number
  }
  const initialize = async () => done(await hipatia.post<Made>('/categories/initialize'))

  test('are made once', async () => {
    await clear()
    expect(await initialize()).toEqual({ message: expect.stringMatching(/\S/), created: 7 })
    expect(names(await list())).toEqual(defaults)
    expect(await initialize()).toEqual({ message: expect.stringMatching(/\S/), created: 0 })
    expect(await list()).toHaveLength(7)
  })

  test('those that exist are left as they are, inactive or written otherwise', async () => {
    await clear()
    const ciencia = await hipatia.opens('CIENCIA', 'La mía')
    const historia = await hipatia.opens('Historia')
    done(await hipatia.put(`/categories/${historia.id}`, { is_active: false }))
    expect(await initialize()).toMatchObject({ created: 5 })
    expect(done(await hipatia.get(`/categories/${ciencia.id}`))).toEqual(ciencia)
    expect(done(await hipatia.get<Category>(`/categories/${historia.id}`)).is_active).toBe(false)
    expect(names(await list())).not.toContain('Historia')
    expect(await listAll()).toHaveLength(7)
  })

  test('two admins at once make seven together', async () => {
    await clear()
    const made = await Promise.all([initialize(), initialize(), initialize()])
    expect(made.reduce((sum, { created }) => sum + created, 0)).toBe(7)
    expect(names(await list())).toEqual(defaults)
  })
})
