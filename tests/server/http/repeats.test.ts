// @databases both
// Whoever presses again after a cut answer makes one thing: posts, comments, news, links and accounts take a
// `client_id`, and a repeat is answered with the first result.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, createLocation, expectDone, type Person, startCommunity } from '../../support/server/community.ts'
import { onPostgres } from '../../support/server/on-database.ts'
import { expectRefusal } from '../../support/server/refusal.ts'
import { days, minutes } from '../../support/server/times.ts'

const location = await createLocation()
const community = await startCommunity({ location })
/** A second server on the same database, which SQLite doesn't allow. */
const otherProcess = community.isPostgres ? await startCommunity({ location }) : undefined
afterAll(async () => {
  await otherProcess?.close()
  await community.close()
  location.remove()
})
// every test has the whole write limit
beforeEach(() => {
  for (const one of [community, otherProcess]) one?.advanceClock(minutes(1))
})
const { hipatia } = community
const [ana, bruno] = await community.signInAll('Ana', 'Bruno')
await hipatia.createsAccount('Carmen', { role: 'admin' })
const carmen = await community.signIn('Carmen')
const post = await hipatia.writes({ title: 'Normas' })

interface Thing {
  id: string
  title?: string
  content?: string
  name?: string
}
interface Kind {
  path: string
  /** Of one person, and of another who uses the same key. */
  by: [Person, Person]
  /** Unique texts: accounts have unique names. */
  body: (text: string) => Record<string, unknown>
  /** To the other processes, for each new thing. */
  signals: number
  read: (id: string) => string
  change?: { path: (id: string) => string; body: Record<string, unknown> }
  remove: (id: string) => string
}

const content = 'Un texto con {{post:01a1b2c3d4e5f60718293a4b5c6d7e8f|enlace}}'
const address = (text: string) => `https://ejemplo.example/${text}`
const kinds: Record<string, Kind> = {
  'a published post': {
    path: '/posts',
    by: [ana, bruno],
    body: (title) => ({ title, content, is_published: true }),
    signals: 2,
    read: (id) => `/posts/${id}`,
    change: { path: (id) => `/posts/${id}`, body: { title: 'Corregido', content: 'Otro texto' } },
    remove: (id) => `/posts/${id}`,
  },
  'a comment': {
    path: `/comments/post/${post.id}`,
    by: [ana, bruno],
    body: (content) => ({ content }),
    signals: 2,
    read: () => `/comments/post/${post.id}?limit=200`,
    change: { path: (id) => `/comments/${id}`, body: { content: 'Corregido' } },
    remove: (id) => `/comments/${id}`,
  },
  'a news item': {
    path: '/news',
    by: [ana, bruno],
    body: (title) => ({ title, url: address(title) }),
    signals: 1,
    read: (id) => `/news/${id}`,
    change: { path: (id) => `/news/${id}`, body: { title: 'Corregido', url: address('corregido') } },
    remove: (id) => `/news/${id}`,
  },
  'a link of the archive': {
    path: '/files/url',
    by: [ana, bruno],
    body: (text) => ({ url: address(text) }),
    signals: 1,
    read: (id) => `/files/${id}`,
    remove: (id) => `/files/${id}`,
  },
  'an account': {
    path: '/auth/users',
    by: [hipatia as Person, carmen],
    body: (name) => ({ name, email: `${name}@alejandria.example`, password: 'una clave larga' }),
    signals: 0,
    read: () => '/auth/users?limit=200',
    change: { path: (id) => `/auth/users/${id}`, body: { name: 'Corregido' } },
    remove: (id) => `/auth/users/${id}`,
  },
}

const send = (person: Person, { path, body }: Kind, text: string, client_id?: string): Promise<Answer<Thing>> =>
  person.post<Thing>(path, { ...body(text), client_id })

/** Count of the rows of each table. */
const countRows = async () =>
  Object.fromEntries(Object.entries(await community.readAllTables()).map(([table, rows]) => [table, rows.length]))

async function addedBy(work: () => Promise<unknown>) {
  const before = await countRows()
  await work()
  const after = await countRows()
  return Object.fromEntries(Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)]))
}

/** Count of signals between processes during `work`. Those of what was sent before may still be on their way to this one. */
async function signalsOf(work: () => Promise<unknown>) {
  const { bus, db } = community.services
  let heard: string[] = []
  const unsubscribe = bus.subscribe(({ kind }) => heard.push(kind))
  const hearAll = async () => {
    await bus.send(db, { kind: 'typing', id: ana.id, name: 'marca' })
    await expect.poll(() => heard).toContain('typing')
  }
  await hearAll()
  heard = []
  await work()
  await hearAll()
  unsubscribe()
  return heard.filter((kind) => kind !== 'typing').length
}

let texts = 0
const newText = () => `texto${++texts}`

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  const [first, second] = kind.by

  test('sent again, also with another text, is the same one, with the answer of the first time; under the same key of another person, or without one, it is another', async () => {
    const [text, client_id] = [newText(), crypto.randomUUID()]
    const stored = await send(first, kind, text, client_id)
    expect(stored.status).toBe(201)
    const repeated = await send(first, kind, text, client_id.toUpperCase())
    expect(repeated.status).toBe(201)
    expect(repeated.body).toEqual(stored.body)
    expect(repeated.headers.get('etag')).toBe(stored.headers.get('etag'))
    const tables = await countRows()
    const withOtherText = await send(first, kind, newText(), client_id)
    expect(withOtherText).toMatchObject({ status: 201, body: stored.body })
    expect(await countRows()).toEqual(tables)
    const otherText = newText()
    const others = expectDone(await send(second, kind, otherText, client_id))
    expect(others.id).not.toBe(stored.body.id)
    expect(expectDone(await send(first, kind, newText(), client_id)).id).toBe(stored.body.id)
    // accounts have unique names
    const withoutKey = await send(second, kind, otherText)
    if (kind.path === '/auth/users') expectRefusal(withoutKey, 409)
    else expect(expectDone(withoutKey).id).not.toBe(others.id)
  })

  test('sent five times at once is stored once, with its effects', async () => {
    const single = await addedBy(() => send(first, kind, newText(), crypto.randomUUID()))
    const [text, client_id] = [newText(), crypto.randomUUID()]
    let answers: Answer<Thing>[] = []
    let signals = 0
    const five = await addedBy(async () => {
      signals = await signalsOf(async () => {
        answers = await Promise.all(Array.from({ length: 5 }, () => send(first, kind, text, client_id)))
      })
    })
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(five).toEqual(single)
    expect(signals).toBe(kind.signals)
  })

  test('that was changed meanwhile is answered as it is now, and one that was deleted is made again, once', async () => {
    const [text, client_id] = [newText(), crypto.randomUUID()]
    const { id } = expectDone(await send(first, kind, text, client_id))
    const { change } = kind
    if (change) {
      expectDone(await first.put(change.path(id), { ...change.body, ...(change.body.name ? { name: newText() } : {}) }))
      const repeated = expectDone(await send(first, kind, text, client_id))
      expect(repeated.id).toBe(id)
      expect(repeated.title ?? repeated.content ?? repeated.name).not.toBe(text)
    }
    expectDone(await first.delete(kind.remove(id)))
    const again = expectDone(await send(first, kind, text, client_id))
    expect(again.id).not.toBe(id)
    expect(expectDone(await send(first, kind, text, client_id)).id).toBe(again.id)
    expect((await first.get(kind.read(again.id))).text).toContain(again.id)
  })

  onPostgres('sent to two processes at once is stored once', async () => {
    const there = { ...first, ...otherProcess?.withToken(first.token) }
    for (let race = 0; race < 5; race++) {
      const [text, client_id] = [newText(), crypto.randomUUID()]
      const people = [first, there, first, there]
      const answers = await Promise.all(people.map((person) => send(person, kind, text, client_id)))
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    }
  })
})

test('a published post sent twice is mailed once to each of the others', async () => {
  // whose first posts are within the budget of mails
  const emilia = await community.signIn('Emilia')
  community.advanceClock(days(2))
  const client_id = crypto.randomUUID()
  const sent = { title: 'Una sola carta', content: 'Un texto', is_published: true, client_id }
  await emilia.post('/posts', sent)
  await emilia.post('/posts', sent)
  const mails = await community.db
    .selectFrom('deliveries')
    .innerJoin('mails', 'mails.id', 'deliveries.mail_id')
    .innerJoin('users', 'users.id', 'deliveries.user_id')
    .where('mails.subject', 'like', '%Una sola carta%')
    .where('users.name', 'in', ['Bruno', 'Carmen', 'Hipatia'])
    .select('users.name')
    .orderBy('users.name')
    .execute()
  expect(mails.map(({ name }) => name)).toEqual(['Bruno', 'Carmen', 'Hipatia'])
})

test('a post and a link in a category are recognized after the category was deactivated', async () => {
  const { id: category_id } = await hipatia.createsCategory('Breve')
  const [aPost, aLink] = [crypto.randomUUID(), crypto.randomUUID()]
  const newPost = { title: 'En breve', content: 'Un texto', category_id, client_id: aPost }
  const newLink = { url: address('breve'), category_id, client_id: aLink }
  const stored = expectDone(await ana.post<Thing>('/posts', newPost))
  const link = expectDone(await ana.post<Thing>('/files/url', newLink))
  expectDone(await hipatia.put(`/categories/${category_id}`, { is_active: false }))
  expect(expectDone(await ana.post<Thing>('/posts', newPost)).id).toBe(stored.id)
  expect(expectDone(await ana.post<Thing>('/files/url', newLink)).id).toBe(link.id)
  expectRefusal(await ana.post('/posts', { ...newPost, client_id: crypto.randomUUID() }), 422, { field: 'category_id' })
})

test('a comment’s key names no comment on another post', async () => {
  const other = await hipatia.writes({ title: 'Otro' })
  const sent = { content: 'Un comentario', client_id: crypto.randomUUID() }
  expectDone(await ana.post(`/comments/post/${post.id}`, sent))
  expectRefusal(await ana.post(`/comments/post/${other.id}`, sent), 409)
  expect(expectDone(await ana.get<Thing[]>(`/comments/post/${other.id}`))).toEqual([])
})

test('a new account under a key of its own is refused for the name or e-mail of a repeated one', async () => {
  const body = { name: 'Dido', email: 'dido@alejandria.example', password: 'una clave larga' }
  const { id } = expectDone(await hipatia.post<Thing>('/auth/users', { ...body, client_id: crypto.randomUUID() }))
  const again = { ...body, client_id: crypto.randomUUID() }
  const otherEmail = { ...again, email: 'elisa@alejandria.example' }
  expectRefusal(await hipatia.post('/auth/users', otherEmail), 409, { field: 'name' })
  expectRefusal(await hipatia.post('/auth/users', { ...again, name: 'Elisa' }), 409, { field: 'email' })
  const users = expectDone(await hipatia.get<Thing[]>('/auth/users?q=dido'))
  expect(users.map((user) => user.id)).toEqual([id])
})
