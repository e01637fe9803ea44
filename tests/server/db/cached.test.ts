// @databases both
import { afterAll, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { Post } from '../../../contract/posts.ts'
import { createReadCache } from '../../../server/db/cached.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { createLocation, type Person, startCommunity } from '../../support/server/community.ts'
import { changeRows, rowsOf } from '../../support/server/database/rows.ts'

const location = await createLocation()
const community = await startCommunity({ location })
const { hipatia } = community
const ana = await community.signIn('Ana')
const { db: inOtherProcess, close } = await openDatabase(location, { alone: false })
afterAll(async () => {
  await close()
  await community.close()
  location.remove()
})

/** Reads twice, so that the second answer may come from what is kept. */
async function readTwice<T>(person: Person, path: string) {
  await person.get<T>(path)
  return (await person.get<T>(path)).body
}

test('what another process changes is in the next answer', async () => {
  const category = await hipatia.createsCategory('Sala de mapas')
  const post = await hipatia.writes({ title: 'Mapas', category_id: category.id })
  await ana.post(`/comments/post/${post.id}`, { content: 'Muy bien.' })
  await ana.post('/chat/messages', { message: 'Buenos días' })
  async function expectRead(names: { ana: string; hipatia: string; category: string }, content: string) {
    expect(await readTwice(ana, '/posts?view=summary&limit=20')).toMatchObject([{ author_name: names.hipatia }])
    expect(await readTwice(ana, '/posts?limit=20')).toMatchObject([{ content }])
    expect(await readTwice(ana, `/posts/${post.id}`)).toMatchObject({ content })
    expect(await readTwice(ana, `/comments/post/${post.id}?limit=10`)).toMatchObject([{ author_name: names.ana }])
    expect(await readTwice(ana, '/chat/messages?limit=50')).toMatchObject([{ username: names.ana }])
    expect(await readTwice(ana, '/categories')).toMatchObject([{ name: names.category }])
    expect(await readTwice(ana, '/auth/me')).toMatchObject({ name: names.ana })
  }
  await expectRead({ ana: 'Ana', hipatia: 'Hipatia', category: 'Sala de mapas' }, 'Un texto.')

  const names = { ana: 'Ana María', hipatia: 'Hipatia de Alejandría', category: 'Sala de cartas' }
  await changeRows(inOtherProcess, 'users', { name: names.ana }, { id: ana.id })
  await changeRows(inOtherProcess, 'users', { name: names.hipatia }, { id: hipatia.id })
  await changeRows(inOtherProcess, 'posts', { content: 'Otro texto.' }, { id: post.id })
  await changeRows(inOtherProcess, 'categories', { name: names.category }, { id: category.id })
  await expectRead(names, 'Otro texto.')
})

test('a post that becomes a draft is in nobody’s next answer but its author’s, and compressed answers are the new ones', async () => {
  const bruno = await community.signIn('Bruno')
  const posts = []
  for (let n = 0; n < 10; n++) posts.push(await ana.writes({ title: `Diario ${n}`, content: 'palabra '.repeat(60) }))
  const ids = async (person: Person) =>
    (await readTwice<Post[]>(person, '/posts/all?view=summary&include_unpublished=true')).map(({ id }) => id)
  const [hidden] = posts as [Post]
  expect(await ids(bruno)).toContain(hidden.id)
  expect((await readTwice<Post[]>(bruno, '/posts?view=summary')).length).toBe(11)

  await ana.put(`/posts/${hidden.id}/publish`, { is_published: false })

  expect(await ids(ana)).toContain(hidden.id)
  expect(await ids(bruno)).not.toContain(hidden.id)
  const packed = await bruno.get<Post[]>('/posts?view=summary', { headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(packed.body.map(({ id }) => id)).not.toContain(hidden.id)
  expect(packed.headers.get('x-total-count')).toBe('10')
  expect((await bruno.get(`/posts/${hidden.id}`)).status).toBe(404)
  expect((await bruno.get(`/comments/post/${hidden.id}`)).status).toBe(404)
})

test('a session that another process ends, or whose account it deactivates, opens nothing any more', async () => {
  const [carla, damian] = await community.signInAll('Carla', 'Damián')
  for (const person of [carla, damian]) expect((await person.get('/auth/me')).status).toBe(200)
  await inOtherProcess.deleteFrom('sessions').where('user_id', '=', carla.id).execute()
  await changeRows(inOtherProcess, 'users', { deactivated_at: 1 }, { id: damian.id })
  for (const person of [carla, damian]) expect((await person.get('/auth/me')).status).toBe(401)
})

test('the counts of posts are those of the table after every kind of change', async () => {
  const [one, two] = [await hipatia.createsCategory('Una'), await hipatia.createsCategory('Dos')]
  const check = async () => {
    const published = (await rowsOf(community.db, 'posts')).filter((post) => post.published_at !== null)
    const { headers } = await ana.get('/posts?limit=1')
    expect(headers.get('x-total-count')).toBe(`${published.length}`)
    for (const { id } of [one, two]) {
      const own = published.filter((post) => post.category_id === id).length
      expect((await hipatia.get<Category>(`/categories/${id}`)).body.post_count).toBe(own)
      expect((await ana.get(`/posts?limit=1&category_id=${id}`)).headers.get('x-total-count')).toBe(`${own}`)
    }
    return published.length
  }
  const before = await check()
  const post = await ana.writes({ category_id: one.id })
  const draft = await ana.drafts({ category_id: one.id })
  expect(await check()).toBe(before + 1)
  const { title, content } = post
  await ana.put(`/posts/${post.id}`, { title, content, category_id: two.id })
  await ana.put(`/posts/${draft.id}/publish`, { is_published: true })
  expect(await check()).toBe(before + 2)
  await ana.put(`/posts/${draft.id}/publish`, { is_published: false })
  await ana.put(`/posts/${post.id}`, { title, content, category_id: null })
  expect(await check()).toBe(before + 1)
  await ana.put(`/posts/${post.id}`, { title, content, category_id: two.id })
  await ana.delete(`/posts/${post.id}`)
  await ana.delete(`/posts/${draft.id}`)
  expect(await check()).toBe(before)
})

test('while the version can’t be read nothing is taken from the cache', async () => {
  let isFailing = false
  let text = 'uno'
  const cache = createReadCache(() => {
    if (isFailing) throw new Error('disk I/O error')
    return 1
  })
  const readText = () => cache.read('text', async () => text)
  expect(await readText()).toBe('uno')
  text = 'dos'
  expect(await readText()).toBe('uno')
  isFailing = true
  await new Promise(setImmediate)
  expect(await readText()).toBe('dos')
})

test('a read during which something is stored isn’t what the next ones get', async () => {
  const cache = createReadCache(() => 1)
  const stored = Promise.withResolvers<void>()
  const before = cache.read('text', async () => {
    await stored.promise
    return 'half of before'
  })
  cache.clear()
  const after = cache.read('text', async () => 'after')
  stored.resolve()
  expect(await before).toBe('half of before')
  expect(await after).toBe('after')
  expect(await cache.read('text', async () => 'again')).toBe('after')
})

test('requests that come together share one read, one that fails is tried again, and nobody can change a result', async () => {
  const cache = createReadCache(() => 1)
  let reads = 0
  const readNames = () =>
    cache.read('names', async () => {
      reads++
      if (reads === 1) throw new Error('the disk is gone')
      return [{ name: 'Ana' }]
    }) as Promise<{ name: string }[]>
  await expect(readNames()).rejects.toThrow('the disk is gone')
  const [names, same] = await Promise.all([readNames(), readNames()])
  expect([reads, names === same]).toEqual([2, true])
  expect(() => names[0] && Object.assign(names[0], { name: 'Bruno' })).toThrow(TypeError)
})

test('a full cache begins again', async () => {
  const cache = createReadCache(() => 1)
  const readLong = (key: string, text: string) => cache.read(key, async () => text.repeat(3_000_000))
  await readLong('first', 'a')
  await readLong('second', 'b')
  await readLong('third', 'c')
  expect(await cache.read('first', async () => 'read again')).toBe('read again')
})
