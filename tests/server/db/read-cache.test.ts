// @databases both
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import type { Category } from '../../../contract/categories.ts'
import type { Post } from '../../../contract/posts.ts'
import { openDatabase } from '../../../server/db/db.ts'
import { openConnection } from '../../../server/db/sqlite/connection.ts'
import { createReadCache } from '../../../server/db/sqlite/read-cache.ts'
import { createLocation, type Person, startCommunity } from '../../support/server/community.ts'
import { changeRows } from '../../support/server/database/rows.ts'

const location = await createLocation()
const community = await startCommunity({ location })
const ana = await community.signIn('Ana')
const otherProcess = await openDatabase(location, { alone: false })
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
  const expectNames = async (writer: string, content: string, reader: string, name: string) => {
    const answers = {
      '/posts?view=summary&limit=20': [{ author_name: writer }],
      '/posts?limit=20': [{ content }],
      [`/posts/${post.id}`]: { content },
      [`/comments/post/${post.id}?limit=10`]: [{ author_name: reader }],
      '/chat/messages?limit=50': [{ username: reader }],
      '/categories': [{ name }],
      '/auth/me': { name: reader },
    }
    for (const [path, answer] of Object.entries(answers)) expect(await readTwice(ana, path)).toMatchObject(answer)
  }
  await expectNames('Hipatia', 'Un texto.', 'Ana', 'Sala de mapas')

  const { db } = otherProcess
  await changeRows(db, 'users', { name: 'Ana María' }, { id: ana.id })
  await changeRows(db, 'users', { name: 'Hipatia de Alejandría' }, { id: hipatia.id })
  await changeRows(db, 'posts', { content: 'Otro texto.' }, { id: post.id })
  await changeRows(db, 'categories', { name: 'Sala de cartas' }, { id: category.id })

  await expectNames('Hipatia de Alejandría', 'Otro texto.', 'Ana María', 'Sala de cartas')
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
  const [carla, damian] = [await community.signIn('Carla'), await community.signIn('Damián')]
  for (const person of [carla, damian]) expect((await person.get('/auth/me')).status).toBe(200)
  const { db } = otherProcess
  await db.deleteFrom('sessions').where('user_id', '=', carla.id).execute()
  await changeRows(db, 'users', { deactivated_at: 1 }, { id: damian.id })
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

test('rows whose proof could not be read are not kept ones', () => {
  const path = join(location.dataDir, 'notes.db')
  const writer = openConnection(path)
  writer.execute('create table notes (text text not null)')
  const reader = openConnection(path, { readOnly: true })
  onTestFinished(() => {
    reader.close()
    writer.close()
  })
  let isFailing = false
  const dataVersion = () => {
    if (isFailing) throw new Error('disk I/O error')
    return reader.dataVersion()
  }
  const { read } = createReadCache({ ...reader, dataVersion })
  const notes = () => read('select text from notes', [])
  isFailing = true
  expect(notes).toThrow('disk I/O error')
  writer.execute('insert into notes values (?)', ['uno'])
  // in the same turn of the event loop
  expect(notes).toThrow('disk I/O error')
  isFailing = false
  expect(notes()).toEqual([{ text: 'uno' }])
})
