// Visible fields of each call for each kind of person (SPEC §3): e-mail, phone and state are for admins and their owner
// only.
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Endpoint } from '../../../contract/endpoint.ts'
import { api } from '../../../contract/index.ts'
import { newId } from '../../../server/ids.ts'
import { communityOfThisFile, expectDone, minutes } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'

const community = await communityOfThisFile()
const { hipatia } = community

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

const listedPost = [...post, 'cover_url']

const file = [
  ...['category_id', 'category_name', 'cloudinary_url', 'description', 'docs_viewer_url', 'embed_url'],
  ...['file_size', 'height', 'file_type', 'id', 'original_name', 'original_url', 'post_count', 'screen_url'],
  ...['source_type', 'text_state', 'thumb_url', 'title', 'uploaded_at', 'uploaded_by', 'uploader_id', 'video_id'],
  'width',
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
const changes = [
  'from',
  'head',
  'to',
  ...within('messages', message),
  ...within('quotes', ['change', 'excerpt', 'seq', 'username']),
]
const hit = ['at', 'author_name', 'excerpt', 'id', 'kind', 'marks', 'path', 'thumb_url', 'title']
const linkedPost = ['author_name', 'id', 'is_published', 'title']
const version = ['category_name', 'editor_name', 'saved_at', 'title', 'version']
const session = ['address', 'created_at', 'device', 'id', 'is_current', 'is_kept', 'last_seen_at']
const factors = ['demanded_from', 'has_factor', 'recovery_codes_left', 'totp_since']
const passkey = ['created_at', 'id', 'is_synced', 'last_used_at', 'name']
const news = ['author_id', 'comment', 'created_at', 'created_by', 'id', 'title', 'updated_at', 'url', ...reactions]
const preferences = ['admin_notifications', 'comment_replies', 'new_posts', 'weekly_digest']
const event = ['action', 'actor_id', 'actor_name', 'address', 'at', 'detail', 'id', 'target']
const mail = ['created_at', 'created_by', 'failed', 'id', 'kind', 'queued', 'saved', 'sent', 'skipped', 'subject']
const pushDevice = ['created_at', 'device', 'hides_content', 'id', 'is_current', 'pushed_at']
const delivery = ['attempts', 'email', 'id', 'name', 'next_try_at', 'reason', 'sent_at', 'state']
const fresh = ['fresh', 'seen_until']
const notice = [
  ...['actor_id', 'actor_name', 'at', 'emoji', 'excerpt', 'id', 'is_read', 'kind', 'others', 'path', 'subject'],
]
const newItems = ['count', ...within('newest', ['at', 'author_name', 'count', 'cover_url', 'id', 'path', 'title'])]
const section = ['category_id', 'category_name', 'file_count']

const invitation = ['email', 'expires_at', 'id', 'invited_at', 'invited_by', 'is_mailed', 'name']
const demand = ['admins_from', 'admins_without', 'everybody_from', 'members', 'members_without']
const settings = [
  ...['chat', 'quiet_hours', 'silence_until'],
  ...within('kinds', ['answer', 'broadcast', 'comment', 'invitation', 'mention', 'reaction']),
]
const textStates = ['broken', 'encrypted', 'failed', 'none', 'scanned', 'text', 'waiting']
const state = [
  ...['status', 'care', 'at', 'clock_trusted_at', 'public_url', 'refused_sign_ins', 'policy_reports', 'errors'],
  'slow_requests',
  'imports',
  ...within('processes', ['version', 'started_at']),
  ...within('database', ['kind', 'bytes']),
  ...within('archive', ['kind', 'files', 'bytes']),
  ...within('search', ['filling', 'filling.done', 'filling.total', ...within('files', textStates)]),
  ...within('disk', ['free_bytes', 'total_bytes']),
  ...within('snapshots', ['is_set', 'is_on_data_disk', 'last', 'failure', 'verified', 'next_at', 'running']),
  ...within('mail', ['is_set', 'queued', 'held']),
]

// Members and administrators see the same fields of these.
const forMembers: Record<string, string[]> = {
  '/health': ['status', 'version'],
  '/auth/me': ownUser,
  '/auth/factors': factors,
  '/users/names': ['id', 'name'],
  '/users/:id': ['avatar_url', 'can_be_mentioned', 'id', 'name'],
  '/auth/passkeys': ['has_password', ...within('passkeys', passkey)],
  // of Ana
  '/auth/users/:id/contents': contents,
  '/auth/online-users': onlineUser,
  '/categories': category,
  '/categories/:id': category,
  '/posts': listedPost,
  '/posts/all': listedPost,
  '/posts/drafts/my': listedPost,
  '/posts/:id': post,
  '/posts/:id/linked-from': linkedPost,
  '/posts/:id/following': ['state'],
  '/comments/post/:id': comment,
  '/chat/messages': message,
  '/chat/changes?after=0': changes,
  '/chat/reading': ['head', 'seq', 'unread'],
  '/files': file,
  '/files/sections': section,
  '/files/:id': file,
  '/files/:id/used-in': linkedPost,
  '/auth/sessions': session,
  '/news': news,
  '/news/shared?url=https://faro.example/': within('item', news),
  '/news/:id': news,
  // to the post
  '/reactions/:kind/:id': [...reaction, 'is_mine', 'names'],
  '/search?q=foto': hit,
  '/sections': ['blog', 'news', 'files'].flatMap((part) => within(part, fresh)),
  '/sections/visit': ['messages', 'posts', 'conversations', 'news', 'files'].flatMap((part) => within(part, newItems)),
  '/notices': [...notice, 'subject.id', 'subject.kind', 'title'],
  '/notices/broadcasts/:id': ['message', 'subject'],
  '/notices/settings': settings,
  '/notifications/preferences': preferences,
  '/push/key': ['key'],
  '/push/subscriptions': pushDevice,
}

// Members see nothing of these.
const forAdmins: Record<string, string[]> = {
  '/auth/users': account,
  '/auth/users/:id/sessions': session,
  '/auth/factor-demand': demand,
  '/auth/invitations': invitation,
  '/categories/all': category,
  // another person's post
  '/posts/:id/versions': version,
  '/posts/:id/versions/:version': [...version, 'content'],
  '/notifications/admin/recipients': [
    ...['subscribed_count', 'total_users', ...within('users', ['email', 'id', 'name', 'subscribed'])],
  ],
  '/notifications/admin/users/preferences': within('users', [
    ...['email', 'id', 'is_active', 'name', 'role', ...within('preferences', preferences)],
  ]),
  '/notifications/test/new-post': ['message', 'success'],
  '/notifications/admin/outbox': ['failed', 'held', 'is_set', 'queued', 'saved', 'sent', 'skipped'],
  '/notifications/admin/mails': mail,
  '/notifications/admin/mails/:id/deliveries': delivery,
  '/audit': event,
  '/admin/state': state,
  '/admin/first-steps': [
    ...['is_put_away', ...within('steps', ['is_set_aside', 'missing', 'name'])],
    ...within('test_mail', ['email', 'queued_at', 'reason', 'state']),
  ],
}
const gets = { ...forMembers, ...forAdmins }

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

const ana = await community.signIn('Ana')
const bruno = await community.signIn('Bruno')
// later than all accounts, as what's new is
community.advanceClock(minutes(1))
expectDone(
  await hipatia.put(`/auth/users/${bruno.id}`, { phone: '600111222', avatar: 'https://example.org/bruno.png' }),
)
const historia = await hipatia.createsCategory('Historia', 'Lo que fue')
const written = await bruno.writes({ category_id: historia.id })
// stored without the search, whose index has still to be filled
const commented = await community.insertComment(written, ana, 'Un comentario')
const stored = await bruno.uploads({ name: 'foto.txt', bytes: 'x' })
// a picture, as far as the lists can tell
await community.db.updateTable('files').set({ has_preview: 1 }).execute()
await bruno.writes({ content: `{{post:${written.id}|uno}} ![otro](file:${stored.id})` })
const said = await bruno.says('Buenas tardes')
await hipatia.comments(written)
const shared = await bruno.shares()
expectDone(await hipatia.post('/notifications/admin/broadcast', { subject: 'Aviso', message: 'Cerramos.' }))
const [mailed = { id: '' }] = expectDone(await hipatia.get<{ id: string }[]>('/notifications/admin/mails'))
expectDone(await hipatia.post('/auth/invitations', { name: 'Safo', email: 'safo@alejandria.example' }))
const key = { public_key: 'x', counter: 0, transports: '', backed_up: 0, name: 'Mi llave', created_at: 1 }
const told = { subject_kind: 'message', subject_id: said.id, cause_id: said.id, actor_id: bruno.id } as const
for (const { id: user_id } of [ana, hipatia]) {
  const own = { id: newId(), user_id, created_at: community.clock.now }
  await insertRows(community.db, 'notices', [{ ...told, ...own, kind: 'answer' }])
  const passkey = { ...key, id: user_id, user_id, credential_id: user_id, last_used_at: 1 }
  await insertRows(community.db, 'passkeys', [passkey])
}
// her own broadcast, which she isn't told of
const ids = { subject_id: mailed.id, cause_id: mailed.id }
const ofBroadcast = { ...ids, kind: 'broadcast', subject_kind: 'broadcast' } as const
const own = { id: newId(), user_id: hipatia.id, created_at: community.clock.now }
await insertRows(community.db, 'notices', [{ ...told, ...ofBroadcast, ...own }])
const anaDraft = await ana.drafts({ content: `![](file:${stored.id})` })
const hipatiaDraft = await hipatia.drafts({ content: `![](file:${stored.id})` })
const reacted = { comment: commented, message: said, news: shared, file: stored, post: written }
for (const [kind, thing] of [...Object.entries(reacted), ['post', anaDraft], ['post', hipatiaDraft]] as const)
  await hipatia.reacts(kind, thing)
for (const person of [ana, hipatia]) {
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  const endpoint = `https://push.example/${person.id}?token=x`
  expectDone(await person.post('/push/subscriptions', { endpoint, keys }))
}
for (const person of [ana, bruno, hipatia]) expectDone(await person.post('/auth/heartbeat'))

const at = (path: string) => {
  const isOfPost = ['/posts', '/comments', '/reactions'].some((start) => path.startsWith(start))
  const areas = { auth: ana, users: ana, files: stored, news: shared, notifications: mailed, notices: mailed }
  const things: Record<string, { id: string }> = areas
  const thing = isOfPost ? written : (things[path.split('/')[1] ?? ''] ?? historia)
  return path.replace(':kind', 'post').replace(':id', thing.id).replace(':version', '1')
}

test.each(Object.entries(gets))('GET %s gives members and admins the allowed fields only', async (path, expected) => {
  for (const person of [ana, hipatia]) {
    const answer = await person.get(at(path))
    if (person === ana && path in forAdmins) {
      expect(answer.status).toBe(403)
      expect(distinct(keysIn(answer.body))).toEqual(['code', 'detail'])
      continue
    }
    expect(answer.status).toBe(200)
    expect(distinct(keysIn(answer.body))).toEqual(expected.toSorted())
  }
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
