// @databases both
// Categories (SPEC §2, §3, §7; DECISIONS §2 "Categories").
import { expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')

const list = async (person: Pick<typeof ana, 'get'> = ana) => expectDone(await person.get<Category[]>('/categories'))
const listAll = async () => expectDone(await hipatia.get<Category[]>('/categories/all'))
const names = (categories: Category[]) => categories.map(({ name }) => name)
/** Deletes all categories and refills the limit of writes. */
const clear = async () => {
  community.advanceClock(minutes(1))
  await community.db.deleteFrom('posts').execute()
  await community.db.deleteFrom('categories').execute()
}

test('creating a category returns it to the admin complete, trimmed, and members see it; a description is optional, and a blank one is stored as null', async () => {
  await clear()
  const body = await hipatia.createsCategory('Historia', 'Lo que fue')
  const id = expect.stringMatching(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  const texts = { name: 'Historia', description: 'Lo que fue' }
  expect(body).toEqual({ id, ...texts, is_active: true, created_at: community.moment(), post_count: 0 })
  expect(await list()).toEqual([body])
  expect(expectDone(await ana.get(`/categories/${body.id}`))).toEqual(body)
  expect(await hipatia.createsCategory('  Música  ', ' \n ')).toMatchObject({ name: 'Música', description: null })
  expect(await hipatia.createsCategory('Cine')).toMatchObject({ name: 'Cine', description: null })
  const bare = { name: 'Arte', description: null }
  expect(expectDone(await hipatia.post('/categories', bare))).toMatchObject(bare)
})

test('creating a category treats names that differ in case or accents only as the same, but not ñ and n, and succeeds once for twenty requests with one name at once', async () => {
  await clear()
  await hipatia.createsCategory('Canción')
  for (const same of ['Canción', 'canción', 'CANCION', ' Cancio\u0301n ', 'Ｃancion', 'cánçion'.replace('ç', 'c')])
    expectRefusal(await hipatia.post('/categories', { name: same }), 409)
  await hipatia.createsCategory('Cana')
  await hipatia.createsCategory('Caña')
  expectRefusal(await hipatia.post('/categories', { name: 'CAN\u0303A' }), 409)
  expect(names(await list())).toEqual(['Cana', 'Canción', 'Caña'])
  const answers = await Promise.all(Array.from({ length: 20 }, () => hipatia.post('/categories', { name: 'Una' })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)])
  expect(names(await list())).toEqual(['Cana', 'Canción', 'Caña', 'Una'])
})

test('lists of categories are in Spanish order: accents and capitals don’t matter, ñ follows n', async () => {
  await clear()
  const inOrder = [
    ...['Álgebra', 'Arte', 'árbol y río', 'Cine', 'Época', 'Filosofía', 'Nube', 'Nutria', 'ñandú', 'Ñu', 'Océano'],
    ...['óptica', 'Órbita', 'zoología', 'Zürich'],
  ].toSorted(new Intl.Collator('es').compare)
  expect(inOrder.indexOf('ñandú')).toBe(inOrder.indexOf('Nutria') + 1)
  for (const name of inOrder.toReversed()) await hipatia.createsCategory(name)
  expect(names(await list())).toEqual(inOrder)
  expect(names(await listAll())).toEqual(inOrder)
})

test('changing a category keeps fields that aren’t sent; null and an empty text clear the description; the name may change its case, and not to another’s', async () => {
  await clear()
  const { id } = await hipatia.createsCategory('Historia', 'Lo que fue')
  const change = async (changes: object) => expectDone(await hipatia.put<Category>(`/categories/${id}`, changes))
  expect(await change({ name: 'HISTORÍA' })).toMatchObject({ name: 'HISTORÍA', description: 'Lo que fue' })
  expect(await change({ description: '  Otra ' })).toMatchObject({ name: 'HISTORÍA', description: 'Otra' })
  for (const none of ['', null]) {
    expect(await change({ description: none })).toMatchObject({ description: null })
    expect(await change({ description: 'De nuevo' })).toMatchObject({ description: 'De nuevo' })
  }
  expect(await change({})).toMatchObject({ name: 'HISTORÍA', description: 'De nuevo', is_active: true })
  const last = { name: 'Historia', description: 'Fin', is_active: true }
  expect(await change(last)).toEqual({ ...(await list())[0], id, ...last })
  await hipatia.createsCategory('Ciencia')
  const writes = community.watchWrites()
  expectRefusal(await hipatia.put(`/categories/${id}`, { name: 'CIENCIA', description: 'x' }), 409)
  expect(writes()).toEqual([])
})

test('changing a category twice at once in different fields stores both', async () => {
  for (let turn = 0; turn < 20; turn++) {
    await clear()
    const { id } = await hipatia.createsCategory('Vieja')
    const all = { name: 'Nueva', description: 'Con texto', is_active: false }
    const changes = Object.entries(all).map((change) => Object.fromEntries([change]))
    await Promise.all(changes.map((change) => hipatia.put(`/categories/${id}`, change)))
    expect(expectDone(await hipatia.get(`/categories/${id}`))).toMatchObject(all)
    expectRefusal(await hipatia.post('/categories', { name: 'nueva' }), 409)
    await hipatia.createsCategory('Vieja')
  }
})

test('an inactive category is hidden from members, not from admins, and keeps its name taken', async () => {
  await clear()
  const { id } = await hipatia.createsCategory('Historia')
  await hipatia.createsCategory('Ciencia')
  expect(expectDone(await hipatia.put<Category>(`/categories/${id}`, { is_active: false })).is_active).toBe(false)
  expect(names(await list())).toEqual(['Ciencia'])
  expect(names(await list(hipatia))).toEqual(['Ciencia'])
  expect(names(await listAll())).toEqual(['Ciencia', 'Historia'])
  expectRefusal(await hipatia.post('/categories', { name: 'historia' }), 409)
  const hidden = await ana.get(`/categories/${id}`)
  expectRefusal(hidden, 404)
  expect(hidden.text).toBe((await ana.get(`/categories/${'0'.repeat(32)}`)).text)
  expect(expectDone(await hipatia.get<Category>(`/categories/${id}`)).name).toBe('Historia')

  expectDone(await hipatia.put(`/categories/${id}`, { is_active: true }))
  expect(names(await list())).toEqual(['Ciencia', 'Historia'])
})

test('the number of posts of a category counts published ones only, for every member', async () => {
  await clear()
  const { id } = await hipatia.createsCategory('Historia')
  await ana.writes({ category_id: id })
  await bruno.writes({ category_id: id })
  const draft = await ana.drafts({ category_id: id })
  await ana.writes({ category_id: null })
  for (const person of [ana, bruno, hipatia]) {
    expect((await list(person)).map(({ post_count }) => post_count)).toEqual([2])
    expect(expectDone(await person.get<Category>(`/categories/${id}`)).post_count).toBe(2)
  }
  expect((await listAll())[0]?.post_count).toBe(2)
  await ana.publishes(draft)
  expect((await list())[0]?.post_count).toBe(3)
  expectDone(await ana.delete(`/posts/${draft.id}`))
  expect((await list())[0]?.post_count).toBe(2)
  expect(expectDone(await hipatia.put<Category>(`/categories/${id}`, { description: 'x' })).post_count).toBe(2)
})

test('deleting a category removes an empty one and frees its name; while it has posts, even only other people’s drafts, it is refused', async () => {
  await clear()
  const { id: gone } = await hipatia.createsCategory('Historia')
  const { status, text } = await hipatia.delete(`/categories/${gone}`)
  expect({ status, text }).toEqual({ status: 204, text: '' })
  expect(await listAll()).toEqual([])
  expectRefusal(await hipatia.delete(`/categories/${gone}`), 404)
  const { id } = await hipatia.createsCategory('Historia')
  const post = await ana.writes({ category_id: id })
  expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
  await ana.publishes(post, false)
  expectRefusal(await hipatia.delete(`/categories/${id}`), 409)
  expect(expectDone(await ana.get(`/posts/${post.id}`))).toMatchObject({ category_id: id, category_name: 'Historia' })
  expectDone(await ana.put(`/posts/${post.id}`, { title: 'Sin ella', content: 'x' }))
  expect((await hipatia.delete(`/categories/${id}`)).status).toBe(204)
})

test('deleting a category while posts are created in it either fails or makes them fail', async () => {
  await clear()
  for (let turn = 0; turn < 50; turn++) {
    const { id } = await hipatia.createsCategory(`Fugaz ${turn}`)
    const write = () => ana.post('/posts', { title: 'Deprisa', content: 'x', category_id: id })
    const remove = () => hipatia.delete(`/categories/${id}`)
    const answers = await Promise.all(turn % 2 ? [remove(), write(), write()] : [write(), remove()])
    const all = answers.map(({ status }) => status).toSorted()
    const isGone = (await hipatia.get(`/categories/${id}`)).status === 404
    expect(all).toEqual(isGone ? [204, ...Array(all.length - 1).fill(422)] : expect.arrayContaining([201, 409]))
    community.advanceClock(minutes(1))
  }
  const dangling = await community.db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.category_id')
    .where('posts.category_id', 'is not', null)
    .where('categories.id', 'is', null)
    .select('posts.id')
    .execute()
  expect(dangling).toEqual([])
})

const defaults = 'Arte y Cultura, Ciencia, Filosofía, Historia, Literatura, Música y Cine, Tecnología'.split(', ')
const initialize = async () =>
  expectDone(await hipatia.post<{ message: string; created: number }>('/categories/initialize'))

test('the seven default categories are created once, also when they are asked for three times at once', async () => {
  await clear()
  const made = await Promise.all([initialize(), initialize(), initialize()])
  expect(made.reduce((sum, { created }) => sum + created, 0)).toBe(7)
  expect(names(await list())).toEqual(defaults)
  expect(await initialize()).toEqual({ message: expect.stringMatching(/\S/), created: 0 })
  expect(await list()).toHaveLength(7)
})

test('the seven default categories leave existing ones unchanged, inactive or spelled otherwise', async () => {
  await clear()
  const ciencia = await hipatia.createsCategory('CIENCIA', 'La mía')
  const historia = await hipatia.createsCategory('Historia')
  expectDone(await hipatia.put(`/categories/${historia.id}`, { is_active: false }))
  expect(await initialize()).toMatchObject({ created: 5 })
  expect(expectDone(await hipatia.get(`/categories/${ciencia.id}`))).toEqual(ciencia)
  expect(expectDone(await hipatia.get<Category>(`/categories/${historia.id}`)).is_active).toBe(false)
  expect(names(await list())).not.toContain('Historia')
  expect(await listAll()).toHaveLength(7)
})
