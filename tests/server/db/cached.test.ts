// @databases both
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { Comment } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import type { User } from '../../../contract/users.ts'
import { createReadCache } from '../../../server/db/cached.ts'
import { type OpenDatabase, openDatabase } from '../../../server/db/db.ts'
import { type Community, createLocation, type Person, startCommunity } from '../../support/server/community.ts'

let community: Community
let location: Awaited<ReturnType<typeof createLocation>>
let ana: Person
let otherProcess: OpenDatabase

beforeAll(async () => {
  location = await createLocation()
  community = await startCommunity({ location })
  ana = await community.signIn('Ana')
  otherProcess = await openDatabase(location, { alone: false })
})
afterAll(async () => {
  await otherProcess.close()
  await community.close()
  location.remove()
})

/** Reads twice, so that the second answer may come from what is kept. */
async function readTwice<T>(person: Person, path: string) {
  await person.get<T>(path)
  return (await person.get<T>(path)).body
}

test('what another process changes is in the next answer', async () => {
  const { hipatia } = community
  const category = await hipatia.createsCategory('Sala de mapas')
  const post = await hipatia.writes({ title: 'Mapas', category_id: category.id })
  await ana.post(`/comments/post/${post.id}`, { content: 'Muy bien.' })
  await ana.post('/chat/messages', { message: 'Buenos días' })
  const read = {
    list: () => readTwice<Post[]>(ana, '/posts?view=summary&limit=20'),
    whole: () => readTwice<Post[]>(ana, '/posts?limit=20'),
    post: () => readTwice<Post>(ana, `/posts/${post.id}`),
    categories: () => readTwice<Category[]>(ana, '/categories'),
    comments: () => readTwice<Comment[]>(ana, `/comments/post/${post.id}?limit=10`),
    messages: () => readTwice<ChatMessage[]>(ana, '/chat/messages?limit=50'),
    me: () => readTwice<User>(ana, '/auth/me'),
  }
  expect((await read.list())[0]?.author_name).toBe('Hipatia')
  expect((await read.whole())[0]?.content).toBe('Un texto.')
  expect((await read.comments())[0]?.author_name).toBe('Ana')
  expect((await read.messages())[0]?.username).toBe('Ana')
  expect((await read.categories())[0]?.name).toBe('Sala de mapas')
  expect((await read.me()).name).toBe('Ana')

  const { db } = otherProcess
  await db.updateTable('users').set({ name: 'Ana María' }).where('id', '=', ana.id).execute()
  await db.updateTable('users').set({ name: 'Hipatia de Alejandría' }).where('id', '=', hipatia.id).execute()
  await db.updateTable('posts').set({ content: 'Otro texto.' }).where('id', '=', post.id).execute()
  await db.updateTable('categories').set({ name: 'Sala de cartas' }).where('id', '=', category.id).execute()

  expect((await read.list())[0]?.author_name).toBe('Hipatia de Alejandría')
  expect((await read.whole())[0]?.content).toBe('Otro texto.')
  expect((await read.post()).content).toBe('Otro texto.')
  expect((await read.comments())[0]?.author_name).toBe('Ana María')
  expect((await read.messages())[0]?.username).toBe('Ana María')
  expect((await read.categories())[0]?.name).toBe('Sala de cartas')
  expect((await read.me()).name).toBe('Ana María')
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
  const { db } = otherProcess
  await db.deleteFrom('sessions').where('user_id', '=', carla.id).execute()
  await db.updateTable('users').set({ deactivated_at: 1 }).where('id', '=', damian.id).execute()
  for (const person of [carla, damian]) expect((await person.get('/auth/me')).status).toBe(401)
})

test('the counts of posts are those of the table after every kind of change', async () => {
  const { hipatia } = community
  const [one, two] = [await hipatia.createsCategory('Una'), await hipatia.createsCategory('Dos')]
  const check = async () => {
    const { db } = community
    const posts = await db.selectFrom('posts').select(['category_id', 'published_at']).execute()
    const published = posts.filter((post) => post.published_at !== null)
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
