// @databases both
// Authors (SPEC §6; DECISIONS §2 "Identity"): whatever is written is of the person of the token, under their present name.
// They and administrators change and delete it, which the trail has of administrators only; after their account is deleted
// it has the name, and nobody’s id.
import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/audit.ts'
import { communityOfThisFile, expectDone, type Person } from '../../support/server/community.ts'
import { expectRefusal } from '../../support/server/refusal.ts'

const community = await communityOfThisFile()
const { hipatia } = community
const bruno = await community.signIn('Bruno')
const brunosPost = await bruno.writes()

type Thing = { id: string } & Record<string, unknown>
const one = async (path: string) => expectDone(await bruno.get<Thing>(path))
const among = async (path: string, id: string) =>
  expectDone(await bruno.get<Thing[]>(path)).find((thing) => thing.id === id) as Thing

/** Fields that nobody may say of their own things. */
const claimed = {
  id: '0'.repeat(32),
  author_id: hipatia.id,
  author_name: 'Reclamada',
  created_by: 'Reclamada',
  username: 'Reclamada',
  role: 'admin',
  excerpt: 'Reclamada',
  created_at: '1999-01-01T00:00:00.000Z',
  published_at: '1999-01-01T00:00:00.000Z',
  comment_count: 424_242,
  version: 424_242,
  seq: 424_242,
}
const note = { name: 'nota.txt', type: 'text/plain', bytes: 'Una nota' }

interface Kind {
  path: string
  write: (by: Person) => Promise<{ id: string }>
  read: (id: string) => Promise<Thing>
  /** Of what administrators may change too. */
  change?: object
  /** What the trail says of their change and deletion, with the name of the author. */
  trail: (name: string) => string[]
}
const kinds: Record<string, Kind> = {
  post: {
    path: '/posts',
    write: (by) => by.writes({ title: 'El faro', ...claimed }),
    read: (id) => one(`/posts/${id}`),
    change: { title: 'Moderado', content: 'Moderado' },
    trail: () => ['post_changed El faro', 'post_deleted Moderado'],
  },
  comment: {
    path: '/comments',
    write: (by) => by.comments(brunosPost, 'De acuerdo.', claimed),
    read: (id) => among(`/comments/post/${brunosPost.id}`, id),
    change: { content: 'Moderado' },
    trail: (name) => [`comment_changed ${name}`, `comment_deleted ${name}`],
  },
  'news item': {
    path: '/news',
    write: (by) => by.shares(claimed),
    read: (id) => one(`/news/${id}`),
    change: { title: 'Moderado', url: 'https://faro.example/' },
    trail: () => ['news_changed El faro', 'news_deleted Moderado'],
  },
  file: {
    path: '/files',
    write: (by) => by.uploads(note, { uploaded_by: 'Reclamada', uploader_id: hipatia.id }),
    read: (id) => one(`/files/${id}`),
    trail: () => ['file_deleted nota.txt'],
  },
  message: {
    path: '/chat/messages',
    write: (by) => by.says('Hola', claimed),
    read: (id) => among('/chat/messages', id),
    trail: (name) => [`message_deleted ${name}`],
  },
}

function authorOf({ author_id, uploader_id = author_id, author_name, created_by, uploaded_by, username }: Thing) {
  return { id: uploader_id, name: author_name ?? created_by ?? uploaded_by ?? username }
}

const trailOfTexts = async () =>
  expectDone(await hipatia.get<AuditEvent[]>('/audit?kind=content'))
    .toReversed()
    .map(({ action, actor_name, target }) => `${actor_name}: ${action} ${target}`)

test.each(Object.entries(kinds))('a %s has its author', async (kind, { path, write, read, change, trail }) => {
  const carmen = await community.signIn(`Carmen con ${kind}`)
  const before = await trailOfTexts()
  const own = await write(carmen)
  if (change) expectDone(await carmen.put(`${path}/${own.id}`, change))
  expectDone(await carmen.delete(`${path}/${own.id}`))
  expect(await trailOfTexts()).toEqual(before)
  const { id } = await write(carmen)
  expect(authorOf(await read(id))).toEqual({ id: carmen.id, name: carmen.name })
  expect(JSON.stringify(await read(id))).not.toMatch(/Reclamada|1999-|424242|0{32}/)
  const name = `Carmela con ${kind}`
  expectDone(await hipatia.put(`/auth/users/${carmen.id}`, { name }))
  expect(authorOf(await read(id))).toEqual({ id: carmen.id, name })

  async function expectMayNot(person: Person) {
    const writes = community.watchWrites()
    if (change) expectRefusal(await person.put(`${path}/${id}`, change), 403)
    expectRefusal(await person.delete(`${path}/${id}`), 403)
    expect(writes()).toEqual([])
  }
  await expectMayNot(bruno)
  if (change) {
    const changed = expectDone(await hipatia.put<Thing>(`${path}/${id}`, change))
    expect(changed).toMatchObject(change)
    expect(authorOf(changed)).toEqual({ id: carmen.id, name })
  }
  expectDone(await hipatia.delete(`/auth/users/${carmen.id}`))
  const namesake = await community.signIn(name)
  expect(authorOf(await read(id))).toEqual({ id: null, name })
  await expectMayNot(namesake)
  expectDone(await hipatia.delete(`${path}/${id}`))
  expect(await trailOfTexts()).toEqual([...before, ...trail(name).map((event) => `Hipatia: ${event}`)])
  // of a message its place stays
  if (kind !== 'message') expectRefusal(await hipatia.delete(`${path}/${id}`), 404)
})

// posts have versions of their own: tests/server/posts/editing.test.ts
test.each(['comment', 'news item'])(
  'a %s is marked as edited when its text changes, and what somebody else has changed isn’t overwritten',
  async (kind) => {
    const { path, write, read } = kinds[kind] as Kind
    const { id } = await write(bruno)
    const before = await read(id)
    const text = kind === 'comment' ? 'content' : 'title'
    const save = (who: Pick<Person, 'put'>, words: unknown, { updated_at }: Thing) => {
      const headers = { 'if-match': `"${Date.parse(`${updated_at}`)}"` }
      return who.put<Thing>(`${path}/${id}`, { url: before.url, [text]: words }, { headers })
    }
    expect(expectDone(await save(bruno, kind === 'comment' ? before[text] : ` ${before[text]} `, before))).toEqual(
      before,
    )
    const changed = expectDone(await save(hipatia, 'Moderado', before))
    expect(changed).toEqual({ ...before, [text]: 'Moderado', updated_at: changed.updated_at })
    expect(`${changed.updated_at}` > `${before.created_at}`).toBe(true)
    expectRefusal(await save(bruno, 'Mío', before), 412)
    expect(await read(id)).toEqual(changed)
    const answers = await Promise.all([save(bruno, 'Mío', changed), save(hipatia, 'Suyo', changed)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
  },
)
