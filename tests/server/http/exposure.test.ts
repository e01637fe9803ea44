// Visible fields of each call for each kind of person (SPEC §3): e-mail, phone and state are for admins and their owner
// only.
import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'
import type { Post } from '../../../contract/posts.ts'
import { newId } from '../../../server/ids.ts'
import { expectDone, minutes, type Person, startCommunity } from '../../support/server/community.ts'

const community = await startCommunity()
afterAll(() => community.close())
const { hipatia, visitor } = community

const within = (name: string, fields: string[]) => [name, ...fields.map((field) => `${name}.${field}`)]
const reaction = ['count', 'emoji', 'user_ids']
const reactions = within('reactions', reaction)
const user = ['avatar', 'avatar_url', 'created_at', 'email', 'id', 'is_active', 'name', 'phone', 'role']
const ownUser = [...user, 'must_add_factor', 'factor_demanded_from']
const account = [...user, 'has_second_factor']
const onlineUser = ['online_users', 'online_users.id', 'online_users.name', 'online_users.role']
const contents = ['bytes', 'comments', 'drafts', 'files', 'links', 'messages', 'news', 'posts']
const category = ['created_at', 'description', 'id', 'is_active', 'name', 'post_count']
const post = [
  ...['author_id', 'author_name', 'category_id', 'category_name', 'comment_count', 'content', 'created_at', 'excerpt'],
  ...['excerpt_cut', 'id', 'is_published', 'published_at', 'reading_minutes', 'title', 'updated_at'],
  ...reactions,
]

const file = [
  ...['category_id', 'category_name', 'cloudinary_url', 'description', 'docs_viewer_url', 'embed_url', 'file_size'],
  ...[
    'file_type',
    'id',
    'original_name',
    'original_url',
    'post_count',
    'screen_url',
    'text_state',
    'title',
    'source_type',
    'thumb_url',
    'uploaded_at',
  ],
  ...['uploaded_by', 'uploader_id', 'video_id'],
  ...reactions,
]
const comment = [
  ...['author_id', 'author_name', 'content', 'created_at', 'id', 'post_id', 'quote', 'reply_to', 'updated_at'],
  ...reactions,
]
const message = [
  ...['author_id', 'change', 'client_id', 'created_at', 'deleted_at', 'edited_at', 'id', 'message', 'message_type'],
  ...['quote', 'reply_to', 'seq', 'username'],
  ...reactions,
]
const changes = ['from', 'head', 'to', ...within('messages', message)]
const hit = ['at', 'author_name', 'excerpt', 'id', 'kind', 'marks', 'path', 'title']
const linkedPost = ['author_name', 'id', 'is_published', 'title']
const version = ['category_name', 'editor_name', 'saved_at', 'title', 'version']
const session = ['address', 'created_at', 'device', 'id', 'is_current', 'last_seen_at']
const factors = ['demanded_from', 'has_factor', 'recovery_codes_left', 'totp_since']
const passkey = ['created_at', 'id', 'is_synced', 'last_used_at', 'name']
const news = ['author_id', 'comment', 'created_at', 'created_by', 'id', 'title', 'updated_at', 'url', ...reactions]
const preferences = ['admin_notifications', 'comment_replies', 'new_posts', 'weekly_digest']
const event = ['action', 'actor_id', 'actor_name', 'address', 'at', 'detail', 'id', 'target']
const mail = ['created_at', 'created_by', 'failed', 'id', 'kind', 'queued', 'sent', 'skipped', 'subject']
const pushDevice = ['created_at', 'device', 'hides_content', 'id', 'is_current', 'pushed_at']
const delivery = ['attempts', 'email', 'id', 'name', 'next_try_at', 'reason', 'sent_at', 'state']
const fresh = ['fresh', 'seen_until']
const notice = [
  'actor_id',
  'actor_name',
  'at',
  'emoji',
  'excerpt',
  'id',
  'is_read',
  'kind',
  'others',
  'path',
  'subject',
]
const newItems = ['count', ...within('newest', ['at', 'author_name', 'count', 'id', 'path', 'title'])]
const section = ['category_id', 'category_name', 'file_count']

// Fields for a visitor, a member and an admin; null for a refusal
const gets: Record<string, { visitor: string[] | null; member: string[] | null; admin: string[] | null }> = {
  '/health': { visitor: ['status', 'version'], member: ['status', 'version'], admin: ['status', 'version'] },
  '/auth/me': { visitor: null, member: ownUser, admin: ownUser },
  '/auth/factors': { visitor: null, member: factors, admin: factors },
  '/auth/users': { visitor: null, member: null, admin: account },
  '/users/names': { visitor: null, member: ['id', 'name'], admin: ['id', 'name'] },
  '/auth/factor-demand': {
    visitor: null,
    member: null,
    admin: ['admins_from', 'admins_without', 'everybody_from', 'members', 'members_without'],
  },
  '/auth/passkeys': {
    visitor: null,
    member: ['has_password', ...within('passkeys', passkey)],
    admin: ['has_password', ...within('passkeys', passkey)],
  },
  '/auth/invitations': {
    visitor: null,
    member: null,
    admin: ['email', 'expires_at', 'id', 'invited_at', 'invited_by', 'name'],
  },
  // of Ana
  '/auth/users/:id/contents': { visitor: null, member: contents, admin: contents },
  '/auth/online-users': { visitor: null, member: onlineUser, admin: onlineUser },
  '/categories': { visitor: null, member: category, admin: category },
  '/categories/all': { visitor: null, member: null, admin: category },
  '/categories/:id': { visitor: null, member: category, admin: category },
  '/posts': { visitor: null, member: post, admin: post },
  '/posts/all': { visitor: null, member: post, admin: post },
  '/posts/drafts/my': { visitor: null, member: post, admin: post },
  '/posts/:id': { visitor: null, member: post, admin: post },
  // another person's post
  '/posts/:id/versions': { visitor: null, member: null, admin: version },
  '/posts/:id/versions/:version': { visitor: null, member: null, admin: [...version, 'content'] },
  '/posts/:id/linked-from': { visitor: null, member: linkedPost, admin: linkedPost },
  '/comments/post/:id': { visitor: null, member: comment, admin: comment },
  '/chat/messages': { visitor: null, member: message, admin: message },
  '/chat/changes?after=0': { visitor: null, member: changes, admin: changes },
  '/chat/reading': { visitor: null, member: ['head', 'seq', 'unread'], admin: ['head', 'seq', 'unread'] },
  '/files/:id/used-in': { visitor: null, member: linkedPost, admin: linkedPost },
  '/files': { visitor: null, member: file, admin: file },
  '/files/sections': { visitor: null, member: section, admin: section },
  '/files/:id': { visitor: null, member: file, admin: file },
  '/auth/users/:id/sessions': { visitor: null, member: null, admin: session },
  '/auth/sessions': { visitor: null, member: session, admin: session },
  '/news': { visitor: null, member: news, admin: news },
  '/news/shared?url=https://faro.example/': {
    visitor: null,
    member: within('item', news),
    admin: within('item', news),
  },
  '/news/:id': { visitor: null, member: news, admin: news },
  // to the post
  '/reactions/:kind/:id': {
    visitor: null,
    member: [...reaction, 'is_mine', 'names'],
    admin: [...reaction, 'is_mine', 'names'],
  },
  '/search?q=foto': { visitor: null, member: hit, admin: hit },
  '/sections': {
    visitor: null,
    member: [...within('blog', fresh), ...within('news', fresh), ...within('files', fresh)],
    admin: [...within('blog', fresh), ...within('news', fresh), ...within('files', fresh)],
  },
  '/sections/visit': {
    visitor: null,
    member: ['messages', 'posts', 'conversations', 'news', 'files'].flatMap((part) => within(part, newItems)),
    admin: ['messages', 'posts', 'conversations', 'news', 'files'].flatMap((part) => within(part, newItems)),
  },
  '/notices': {
    visitor: null,
    member: [...notice, 'subject.id', 'subject.kind', 'title'],
    admin: [...notice, 'subject.id', 'subject.kind', 'title'],
  },
  '/notices/broadcasts/:id': {
    visitor: null,
    member: ['message', 'subject'],
    admin: ['message', 'subject'],
  },
  '/notices/settings': {
    visitor: null,
    member: [
      ...['chat', 'quiet_hours', 'silence_until'],
      ...within('kinds', ['answer', 'broadcast', 'comment', 'invitation', 'mention', 'reaction']),
    ],
    admin: [
      ...['chat', 'quiet_hours', 'silence_until'],
      ...within('kinds', ['answer', 'broadcast', 'comment', 'invitation', 'mention', 'reaction']),
    ],
  },
  '/posts/:id/following': { visitor: null, member: ['state'], admin: ['state'] },
  '/notifications/preferences': { visitor: null, member: preferences, admin: preferences },
  '/notifications/admin/recipients': {
    visitor: null,
    member: null,
    admin: ['subscribed_count', 'total_users', ...within('users', ['email', 'id', 'name', 'subscribed'])],
  },
  '/notifications/admin/users/preferences': {
    visitor: null,
    member: null,
    admin: [
      ...within('users', ['email', 'id', 'is_active', 'name', 'role']),
      ...within('users.preferences', preferences),
    ],
  },
  '/notifications/test/new-post': { visitor: null, member: null, admin: ['message', 'success'] },
  '/notifications/admin/outbox': {
    visitor: null,
    member: null,
    admin: ['failed', 'held', 'queued', 'sent', 'skipped'],
  },
  '/notifications/admin/mails': { visitor: null, member: null, admin: mail },
  '/notifications/admin/mails/:id/deliveries': { visitor: null, member: null, admin: delivery },
  '/push/key': { visitor: null, member: ['key'], admin: ['key'] },
  '/push/subscriptions': { visitor: null, member: pushDevice, admin: pushDevice },
  '/audit': { visitor: null, member: null, admin: event },
  '/admin/state': {
    visitor: null,
    member: null,
    admin: [
      ...['status', 'care', 'at', 'refused_sign_ins', 'policy_reports', 'errors', 'slowest'],
      ...within('processes', ['version', 'started_at']),
      ...within('database', ['kind', 'bytes']),
      ...within('archive', ['kind', 'files', 'bytes']),
      ...within('search', ['filling', 'filling.done', 'filling.total', 'files']),
      ...['broken', 'encrypted', 'failed', 'none', 'scanned', 'text', 'waiting'].map(
        (state) => `search.files.${state}`,
      ),
      ...within('disk', ['free_bytes', 'total_bytes']),
      ...within('snapshots', ['is_set', 'last', 'failure', 'verified', 'next_at', 'running']),
      ...within('mail', ['queued', 'held']),
    ],
  },
}

const rows = Object.values(api)
  .flatMap((area) => Object.values<Endpoint>(area))
  // bytes and pages have no fields: tests/server/files/signed-urls.test.ts, tests/server/mail/unsubscribe.test.ts
  .filter((row) => row.method === 'GET' && !row.bytes && !row.html)
const withoutQuery = (path: string) => path.replace(/\?.*$/, '')

test('the exposure table has every GET of the contract', () => {
  expect(Object.keys(gets).map(withoutQuery).toSorted()).toEqual(rows.map(({ path }) => path).toSorted())
})

/** Every key in an answer, with its path; arrays are searched. */
function keysIn(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysIn(item, way))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => [`${way}${key}`, ...keysIn(inner, `${way}${key}.`)])
}
const distinct = (keys: string[]) => [...new Set(keys)].toSorted()

let ana: Person
let written: Post
let stored: { id: string }
let historia: { id: string }
let shared: { id: string }
let mailed: { id: string }
beforeAll(async () => {
  ana = await community.signIn('Ana')
  const bruno = await community.signIn('Bruno')
  // later than all accounts, as what's new is
  community.advanceClock(minutes(1))
  expectDone(
    await hipatia.put(`/auth/users/${bruno.id}`, { phone: '600111222', avatar: 'https://example.org/bruno.png' }),
  )
  historia = await hipatia.createsCategory('Historia', 'Lo que fue')
  written = await bruno.writes({ category_id: historia.id })
  const comment = await community.insertComment(written, ana, 'Un comentario')
  stored = await bruno.uploads({ name: 'foto.txt', bytes: 'x' })
  await bruno.writes({ content: `{{post:${written.id}|uno}} {{file:${stored.id}|otro}}` })
  const said = expectDone(await bruno.post<{ id: string }>('/chat/messages', { message: 'Buenas tardes' }))
  await community.insertComment(written, hipatia, 'Otro comentario')
  const link = { title: 'El faro', url: 'https://faro.example/' }
  shared = expectDone(await bruno.post<{ id: string }>('/news', link))
  expectDone(await hipatia.post('/notifications/admin/broadcast', { subject: 'Aviso', message: 'Cerramos.' }))
  const mails = expectDone(await hipatia.get<{ id: string }[]>('/notifications/admin/mails'))
  mailed = mails[0] ?? { id: '' }
  expectDone(await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' }))
  for (const { id } of [ana, hipatia])
    for (const [kind, subject_kind, cause_id] of [
      ['broadcast', 'broadcast', mailed.id],
      ['answer', 'message', said.id],
    ] as const)
      await community.db
        .insertInto('notices')
        .values({
          ...{ id: newId(), user_id: id, kind, subject_kind, subject_id: cause_id, post_id: null, cause_id },
          ...{ actor_id: bruno.id, created_at: community.clock.now, read_at: null },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  const key = { public_key: 'x', counter: 0, transports: '', backed_up: 0, name: 'Mi llave', created_at: 1 }
  for (const { id } of [ana, hipatia])
    await community.db
      .insertInto('passkeys')
      .values({ ...key, id, user_id: id, credential_id: id, last_used_at: 1 })
      .execute()
  const anaDraft = await ana.drafts()
  const hipatiaDraft = await hipatia.drafts()
  const reacted = { comment, message: said, news: shared, file: stored, post: written }
  for (const [kind, { id }] of [...Object.entries(reacted), ['post', anaDraft], ['post', hipatiaDraft]] as const)
    expectDone(await hipatia.put(`/reactions/${kind}/${id}`, { emoji: '👍' }))
  for (const person of [ana, hipatia]) {
    const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
    const endpoint = `https://push.example/${person.id}?token=x`
    expectDone(await person.post('/push/subscriptions', { endpoint, keys }))
  }
  for (const person of [ana, bruno, hipatia]) expectDone(await person.post('/auth/heartbeat'))
})

const at = (path: string) => {
  const isOfPost = ['/posts', '/comments', '/reactions'].some((start) => path.startsWith(start))
  const things: Record<string, { id: string }> = {
    auth: ana,
    files: stored,
    news: shared,
    notifications: mailed,
    notices: mailed,
  }
  const thing = isOfPost ? written : (things[path.split('/')[1] ?? ''] ?? historia)
  return path.replace(':kind', 'post').replace(':id', thing.id).replace(':version', '1')
}

describe.each(Object.entries(gets))('GET %s', (path, expected) => {
  test.each(['visitor', 'member', 'admin'] as const)('returns only the allowed fields to the role %s', async (who) => {
    const person = { visitor, member: ana, admin: hipatia }[who]
    const answer = await person.get(at(path))
    if (expected[who] === null) {
      expect(answer.status).toBe(who === 'visitor' ? 401 : 403)
      expect(distinct(keysIn(answer.body))).toEqual(['code', 'detail'])
    } else {
      expect(answer.status).toBe(200)
      expect(distinct(keysIn(answer.body))).toEqual(expected[who].toSorted())
      // the server doesn't validate what it sends: each database has to give the right types
      const { response } = rows.find((row) => row.path === withoutQuery(path)) ?? {}
      expect(z.safeParse(response as z.ZodMiniType, answer.body)).toMatchObject({ success: true })
    }
  })
})

test('no answer to a member contains another person’s e-mail, phone or picture', async () => {
  const all = await Promise.all(Object.keys(gets).map((path) => ana.get(at(path))))
  const text = all.map((answer) => answer.text).join('')
  expect(text).toContain('ana@alejandria.example')
  for (const private_ of ['bruno@alejandria', 'hipatia@alejandria', '600111222', 'bruno.png', 'argon2', 'token'])
    expect(text).not.toContain(private_)
})

test('no answer to an admin contains a hash, a key or a token', async () => {
  // a post's versions contain texts of people
  const paths = Object.keys(gets).filter((path) => !path.includes('/versions'))
  const all = await Promise.all(paths.map((path) => hipatia.get(at(path))))
  const text = all.map((answer) => answer.text).join('')
  expect(text).toContain('600111222')
  expect(text).not.toMatch(/argon2|hash|name_key|email_key|deactivated_at|"deleted_at":"|version":\d|session_id|agent/)
})
