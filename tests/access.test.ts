// Who may call what (SPEC §6 and §7, DECISIONS §2 "Auth"). A row of the contract that isn't in this table fails the test.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '../contract/endpoint.ts'
import { api } from '../contract/index.ts'
import type { NewsItem } from '../contract/news.ts'
import { newId } from '../server/ids.ts'
import { days, done, foundCommunity, type Person, passwordOf, seconds, type someone } from './support/community.ts'
import { expectRefusal } from './support/refusal.ts'

const community = await foundCommunity()
afterAll(() => community.close())
const { hipatia, visitor } = community

interface Row {
  who: 'everybody' | 'members' | 'admins'
  call: string
  status: 200 | 201 | 204
  /** Whether the call ends the caller's session or changes the password: nobody else goes on with them. */
  ends?: true
  /** What the call is made with, made anew for everybody who makes it. */
  prepare?: (caller: Someone) => Promise<{ id?: string; query?: string; body?: unknown; raw?: FormData }>
}
type Someone = ReturnType<typeof someone> & Partial<Person>

let count = 0
const another = (what: string) => `${what} ${++count}`
// without the work of a password: nobody signs in as these
async function newcomer() {
  const id = newId()
  const name = another('Invitado').toLowerCase()
  await community.db
    .insertInto('users')
    .values({
      ...{ id, name, name_key: name, email: name, email_key: name, role: 'normal', avatar: null, phone: null },
      ...{ password_hash: '', created_at: 0, deactivated_at: null, deleted_at: null },
    })
    .execute()
  return { id }
}
const newCategory = async () => ({ id: (await hipatia.opens(another('Categoría'))).id })
// a post of whoever calls, if they ever had an account: not even for that are they let in again
async function ownPost({ id: author_id = hipatia.id }: Someone) {
  const { id } = await hipatia.drafts()
  await community.db.updateTable('posts').set({ author_id }).where('id', '=', id).execute()
  return { id }
}

async function ownComment(author: Someone) {
  const post = await hipatia.writes()
  return community.comments(post, { id: author.id ?? hipatia.id })
}

async function ownLink({ id: uploader_id = hipatia.id }: Someone) {
  const { id } = await hipatia.links('https://alejandria.example/')
  await community.db.updateTable('files').set({ uploader_id }).where('id', '=', id).execute()
  return { id }
}
function newForm() {
  const form = new FormData()
  form.append('file', new Blob(['Un texto.'], { type: 'text/plain' }), 'texto.txt')
  return form
}

// another session of whoever calls
async function ownSession({ id: user_id = hipatia.id }: Someone) {
  const id = newId()
  const now = community.clock.now
  const times = { created_at: now, last_seen_at: now, expires_at: now + days(1), heartbeat_at: null }
  await community.db
    .insertInto('sessions')
    .values({ id, token_hash: id, user_id, agent: null, address: null, ...times })
    .execute()
  return { id }
}

async function ownNews({ id: author_id = hipatia.id }: Someone) {
  const { id } = done(await hipatia.post<NewsItem>('/news', { title: 'El faro', url: 'https://faro.example/' }))
  await community.db.updateTable('news').set({ author_id }).where('id', '=', id).execute()
  return { id }
}

async function newMail() {
  const id = newId()
  await community.db
    .insertInto('mails')
    .values({
      ...{ id, kind: 'broadcast', subject: 'Aviso', body: 'Texto', post_id: null, preference: null },
      ...{ author_id: hipatia.id, client_id: null, created_at: community.clock.now },
    })
    .execute()
  return { id }
}

// addresses that are their own permission: tests/file-addresses.test.ts, tests/mail-unsubscribe.test.ts
const byAddress = ['files.content', 'notifications.unsubscribePage', 'notifications.unsubscribe']

const table: Record<string, Row> = {
  'health.read': { who: 'everybody', call: 'GET /health', status: 200 },

  'auth.login': {
    who: 'everybody',
    call: 'POST /auth/login',
    status: 200,
    prepare: async () => ({ body: { name: 'Hipatia', password: passwordOf('Hipatia') } }),
  },
  'auth.logout': { who: 'members', call: 'POST /auth/logout', status: 204, ends: true },
  'auth.me': { who: 'members', call: 'GET /auth/me', status: 200 },
  'auth.changePassword': {
    who: 'members',
    call: 'POST /auth/change-password',
    status: 200,
    ends: true,
    prepare: async ({ name = '' }) => ({
      body: { current_password: passwordOf(name), new_password: 'otra clave distinta' },
    }),
  },
  'auth.heartbeat': { who: 'members', call: 'POST /auth/heartbeat', status: 200 },
  'auth.onlineUsers': { who: 'members', call: 'GET /auth/online-users', status: 200 },
  'auth.sessions': { who: 'members', call: 'GET /auth/sessions', status: 200 },
  'auth.endSession': { who: 'members', call: 'DELETE /auth/sessions/:id', status: 204, prepare: ownSession },
  'auth.endOtherSessions': { who: 'members', call: 'POST /auth/sessions/end-others', status: 200, ends: true },
  'auth.users': { who: 'admins', call: 'GET /auth/users', status: 200 },
  'auth.createUser': {
    who: 'admins',
    call: 'POST /auth/users',
    status: 201,
    prepare: async () => ({ body: { name: another('Nueva'), email: `${count}@nueva.example`, password: 'secreto' } }),
  },
  'auth.updateUser': {
    who: 'admins',
    call: 'PUT /auth/users/:id',
    status: 200,
    prepare: async () => ({ ...(await newcomer()), body: { phone: '600 000 000' } }),
  },
  'auth.deleteUser': { who: 'admins', call: 'DELETE /auth/users/:id', status: 204, prepare: newcomer },
  'auth.toggleUserStatus': {
    who: 'admins',
    call: 'POST /auth/users/:id/toggle-status',
    status: 200,
    prepare: newcomer,
  },

  'categories.list': { who: 'members', call: 'GET /categories', status: 200 },
  'categories.listAll': { who: 'admins', call: 'GET /categories/all', status: 200 },
  'categories.read': { who: 'members', call: 'GET /categories/:id', status: 200, prepare: newCategory },
  'categories.create': {
    who: 'admins',
    call: 'POST /categories',
    status: 201,
    prepare: async () => ({ body: { name: another('Historia') } }),
  },
  'categories.update': {
    who: 'admins',
    call: 'PUT /categories/:id',
    status: 200,
    prepare: async () => ({ ...(await newCategory()), body: { description: 'Otra' } }),
  },
  'categories.remove': { who: 'admins', call: 'DELETE /categories/:id', status: 204, prepare: newCategory },
  'categories.initialize': { who: 'admins', call: 'POST /categories/initialize', status: 200 },

  'posts.list': { who: 'members', call: 'GET /posts', status: 200 },
  'posts.listAll': { who: 'members', call: 'GET /posts/all', status: 200 },
  'posts.drafts': { who: 'members', call: 'GET /posts/drafts/my', status: 200 },
  'posts.read': { who: 'members', call: 'GET /posts/:id', status: 200, prepare: ownPost },
  'posts.create': {
    who: 'members',
    call: 'POST /posts',
    status: 201,
    prepare: async () => ({ body: { title: 'Uno', content: 'Dos' } }),
  },
  'posts.update': {
    who: 'members',
    call: 'PUT /posts/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownPost(caller)), body: { title: 'Uno', content: 'Tres' } }),
  },
  'posts.publish': {
    who: 'members',
    call: 'PUT /posts/:id/publish',
    status: 200,
    prepare: async (caller) => ({ ...(await ownPost(caller)), body: { is_published: true } }),
  },
  'files.list': { who: 'members', call: 'GET /files', status: 200 },
  'files.sections': { who: 'members', call: 'GET /files/sections', status: 200 },
  'files.read': { who: 'members', call: 'GET /files/:id', status: 200, prepare: ownLink },
  'files.upload': {
    who: 'members',
    call: 'POST /files/upload',
    status: 201,
    prepare: async () => ({ raw: newForm() }),
  },
  'files.addLink': {
    who: 'members',
    call: 'POST /files/url',
    status: 201,
    prepare: async () => ({ body: { url: 'https://alejandria.example/' } }),
  },
  'files.remove': { who: 'members', call: 'DELETE /files/:id', status: 204, prepare: ownLink },

  'files.usedIn': { who: 'members', call: 'GET /files/:id/used-in', status: 200, prepare: ownLink },
  'links.find': {
    who: 'members',
    call: 'POST /links',
    status: 200,
    prepare: async () => ({ body: { posts: [newId()] } }),
  },

  'comments.list': { who: 'members', call: 'GET /comments/post/:id', status: 200, prepare: ownPost },
  'comments.create': {
    who: 'members',
    call: 'POST /comments/post/:id',
    status: 201,
    prepare: async (caller) => ({ ...(await ownPost(caller)), body: { content: 'De acuerdo.' } }),
  },
  'comments.update': {
    who: 'members',
    call: 'PUT /comments/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownComment(caller)), body: { content: 'No tanto.' } }),
  },
  'comments.remove': { who: 'members', call: 'DELETE /comments/:id', status: 204, prepare: ownComment },

  'chat.list': { who: 'members', call: 'GET /chat/messages', status: 200 },
  'chat.create': {
    who: 'members',
    call: 'POST /chat/messages',
    status: 201,
    prepare: async () => ({ body: { message: 'Buenas tardes' } }),
  },
  'chat.reading': { who: 'members', call: 'GET /chat/reading', status: 200 },
  'chat.read': { who: 'members', call: 'PUT /chat/reading', status: 200, prepare: async () => ({ body: { seq: 0 } }) },

  'news.list': { who: 'members', call: 'GET /news', status: 200 },
  'news.shared': {
    who: 'members',
    call: 'GET /news/shared',
    status: 200,
    prepare: async () => ({ query: '?url=https://faro.example/' }),
  },
  'news.read': { who: 'members', call: 'GET /news/:id', status: 200, prepare: ownNews },
  'news.create': {
    who: 'members',
    call: 'POST /news',
    status: 201,
    prepare: async () => ({ body: { title: 'El faro', url: 'https://faro.example/' } }),
  },
  'news.title': {
    who: 'members',
    call: 'POST /news/title',
    status: 200,
    prepare: async () => ({ body: { url: 'https://faro.example/' } }),
  },
  'news.initialize': { who: 'admins', call: 'POST /news/initialize', status: 200 },
  'news.update': {
    who: 'members',
    call: 'PUT /news/:id',
    status: 200,
    prepare: async (caller) => ({ ...(await ownNews(caller)), body: { title: 'Otro', url: 'https://faro.example/' } }),
  },
  'news.remove': { who: 'members', call: 'DELETE /news/:id', status: 204, prepare: ownNews },

  'notifications.preferences': { who: 'members', call: 'GET /notifications/preferences', status: 200 },
  'notifications.updatePreferences': {
    who: 'members',
    call: 'PUT /notifications/preferences',
    status: 200,
    prepare: async () => ({ body: { new_posts: false } }),
  },
  'notifications.recipients': { who: 'admins', call: 'GET /notifications/admin/recipients', status: 200 },
  'notifications.broadcast': {
    who: 'admins',
    call: 'POST /notifications/admin/broadcast',
    status: 200,
    prepare: async () => ({ body: { subject: 'Asamblea', message: 'El jueves a las siete.' } }),
  },
  'notifications.testNewPost': { who: 'admins', call: 'GET /notifications/test/new-post', status: 200 },
  'notifications.allPreferences': { who: 'admins', call: 'GET /notifications/admin/users/preferences', status: 200 },
  'notifications.updateUserPreferences': {
    who: 'admins',
    call: 'PUT /notifications/admin/users/:id/preferences',
    status: 200,
    prepare: async () => ({ ...(await newcomer()), body: { weekly_digest: true } }),
  },
  'notifications.bulkUpdate': {
    who: 'admins',
    call: 'POST /notifications/admin/preferences/bulk-update',
    status: 200,
    prepare: async () => ({ body: { user_ids: [(await newcomer()).id], preferences: { new_posts: false } } }),
  },
  'notifications.outbox': { who: 'admins', call: 'GET /notifications/admin/outbox', status: 200 },
  'notifications.tryAgain': { who: 'admins', call: 'POST /notifications/admin/outbox/retry', status: 200 },
  'notifications.mails': { who: 'admins', call: 'GET /notifications/admin/mails', status: 200 },
  'notifications.deliveries': {
    who: 'admins',
    call: 'GET /notifications/admin/mails/:id/deliveries',
    status: 200,
    prepare: newMail,
  },
  'notifications.retryFailed': {
    who: 'admins',
    call: 'POST /notifications/admin/mails/:id/retry',
    status: 200,
    prepare: newMail,
  },

  'sections.list': { who: 'members', call: 'GET /sections', status: 200 },
  'sections.seen': {
    who: 'members',
    call: 'PUT /sections/:section',
    status: 200,
    prepare: async () => ({ body: { until: community.moment() } }),
  },
  'audit.list': { who: 'admins', call: 'GET /audit', status: 200 },

  'posts.linkedFrom': { who: 'members', call: 'GET /posts/:id/linked-from', status: 200, prepare: ownPost },
  'posts.versions': { who: 'members', call: 'GET /posts/:id/versions', status: 200, prepare: ownPost },
  'posts.version': {
    who: 'members',
    call: 'GET /posts/:id/versions/:version',
    status: 200,
    prepare: ownPost,
  },
  'posts.remove': { who: 'members', call: 'DELETE /posts/:id', status: 204, prepare: ownPost },
}

const rows = Object.entries(api).flatMap(([area, ofArea]) =>
  Object.entries(ofArea as Record<string, Endpoint>).flatMap(([name, row]) => {
    const key = `${area}.${name}`
    return byAddress.includes(key) ? [] : [{ key, row }]
  }),
)

test('every row of the contract stands in the table of who may call it, and nothing else does', () => {
  expect(Object.keys(table).toSorted()).toEqual(rows.map(({ key }) => key).toSorted())
})

test.each(rows)('the contract says of $key what the table says', ({ key, row }) => {
  const expected = table[key]
  const access = { public: 'everybody', member: 'members', admin: 'admins' }[row.access]
  expect({ call: `${row.method} ${row.path}`, access }).toEqual({ call: expected?.call, access: expected?.who })
})

// People without a right to anything: each with how they came to have such a token.
const strangers: Record<string, Someone> = { 'a visitor': visitor }

beforeAll(async () => {
  strangers['somebody with a made-up token'] = community.withToken('A'.repeat(43))
  strangers['somebody with nonsense for a token'] = community.withToken('null')
  strangers['somebody with an empty token'] = community.withToken('')

  const gone = await community.signIn('Carmen')
  await gone.post('/auth/logout')
  strangers['somebody who has logged out'] = gone

  const inactive = await community.signIn('Damián')
  done(await hipatia.post(`/auth/users/${inactive.id}/toggle-status`))
  strangers['somebody whose account is deactivated'] = inactive

  const deleted = await community.signIn('Elena')
  done(await hipatia.delete(`/auth/users/${deleted.id}`))
  strangers['somebody whose account is deleted'] = deleted

  const late = await community.signIn('Fermín')
  // the session ends, while the others go on with theirs
  await community.db
    .updateTable('sessions')
    .set({ expires_at: community.clock.now })
    .where('user_id', '=', late.id)
    .execute()
  strangers['somebody whose session has expired'] = late
})

const anotherAdmin = async () => community.signIn((await hipatia.admits(another('Teón'), { role: 'admin' })).name)
let teon: Person
beforeAll(async () => {
  teon = await anotherAdmin()
})

async function make(row: Row, caller: Someone) {
  // nobody here is in a hurry: all that a person may write at once is there again
  community.passes(seconds(20))
  const { id, query = '', ...sent } = (await row.prepare?.(caller)) ?? {}
  const [method = '', path = ''] = row.call
    .replace(':id', id ?? '')
    .replace(':version', '1')
    .replace(':section', 'blog')
    .split(' ')
  return { send: () => caller.ask<unknown>(method, path + query, sent) }
}

async function succeeds(row: Row, caller: Someone) {
  const { send } = await make(row, caller)
  const answer = await send()
  expect(`${answer.status} ${answer.text}`).toMatch(new RegExp(`^${row.status} `))
  if (row.status === 204) expect(answer.text).toBe('')
  else expect(answer.body).toEqual(expect.any(Object))
}

async function isRefused(row: Row, caller: Someone, status: number, detail?: string) {
  const { send } = await make(row, caller)
  const before = await community.everything()
  expectRefusal(await send(), status, detail === undefined ? {} : { detail })
  expect(await community.everything()).toEqual(before)
}

describe.each(Object.entries(table))('%s', (_key, row) => {
  const isOpen = row.who === 'everybody'

  test(`strangers ${isOpen ? 'may' : 'may not'} ${row.call}`, async () => {
    expect(Object.keys(strangers)).toHaveLength(8)
    for (const stranger of Object.values(strangers))
      if (isOpen) await succeeds(row, stranger)
      else await isRefused(row, stranger, 401)
  })

  test(`members ${row.who === 'admins' ? 'may not' : 'may'} ${row.call}`, async () => {
    const ana = await community.signIn(row.ends ? another('Ana') : 'Ana')
    if (row.who === 'admins') await isRefused(row, ana, 403, 'Admin access required.')
    else await succeeds(row, ana)
  })

  test(`an admin may ${row.call}${row.who === 'admins' ? ', but not while demoted, with the same token' : ''}`, async () => {
    const admin = row.ends ? await anotherAdmin() : teon
    await succeeds(row, admin)
    if (row.who !== 'admins') return
    done(await hipatia.put(`/auth/users/${admin.id}`, { role: 'normal' }))
    await isRefused(row, admin, 403, 'Admin access required.')
    done(await hipatia.put(`/auth/users/${admin.id}`, { role: 'admin' }))
    await succeeds(row, admin)
  })
})

test('a token that had a right a moment ago is refused from the next request on, whatever ends it', async () => {
  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    Gema: (gema) => gema.post('/auth/logout'),
    Hugo: (hugo) => hipatia.post(`/auth/users/${hugo.id}/toggle-status`),
    Inés: (ines) => hipatia.put(`/auth/users/${ines.id}`, { is_active: false }),
    Jorge: (jorge) => hipatia.put(`/auth/users/${jorge.id}`, { password: 'una nueva clave' }),
    Laura: (laura) => hipatia.delete(`/auth/users/${laura.id}`),
    Manuel: async () => community.passes(days(7)),
  }
  for (const [name, end] of Object.entries(ends)) {
    const person = await community.signIn(name)
    expect((await person.get('/auth/me')).status).toBe(200)
    await end(person)
    expectRefusal(await person.get('/auth/me'), 401)
    expectRefusal(await person.post('/posts', { title: 'Tarde', content: 'Tarde' }), 401)
  }
})
