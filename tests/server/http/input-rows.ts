/** Calls with bodies, each with a valid one and the fields that the tests of invalid input replace. */
import { type Person, passwordOf, type personWith } from '../../support/server/community.ts'

type Kind = 'line' | 'text' | 'optional line' | 'flag' | 'id' | 'role' | 'password' | 'credential' | 'type' | 'emoji'
export interface Field {
  kind: Kind | 'client id' | 'email' | 'avatar'
  /** In characters. */
  max?: number
  isNeeded?: true
}
type Caller = ReturnType<typeof personWith>
export interface Row {
  method: string
  path: string
  as: Caller
  valid: Record<string, unknown>
  fields: Record<string, Field>
}

const row = (call: string, as: Caller, valid: Row['valid'], fields: Row['fields']): Row => {
  const [method = '', path = ''] = call.split(' ')
  return { method, path, as, valid, fields }
}

// Maximal lengths: DECISIONS §2
const line = (max: number): Field => ({ kind: 'line', max, isNeeded: true })
const text = (max: number): Field => ({ kind: 'text', max, isNeeded: true })
const optionalLine = (max: number): Field => ({ kind: 'optional line', max })
const credential: Field = { kind: 'credential', isNeeded: true }
const password: Field = { kind: 'password', max: 200, isNeeded: true }
const email: Field = { kind: 'email', isNeeded: true }
const flag: Field = { kind: 'flag' }
const client_id: Field = { kind: 'client id' }
const emoji: Field = { kind: 'emoji', max: 40, isNeeded: true }
const role: Field = { kind: 'role' }
const avatar: Field = { kind: 'avatar' }
const phone = optionalLine(30)
const description = optionalLine(500)
const post = { title: line(200), content: text(100_000), category_id: { kind: 'id' }, is_published: flag } as const

const data = 'A'.repeat(40)
const token = 'A'.repeat(43)
const key = { id: data, rawId: data, type: 'public-key' }
const created = { ...key, response: { clientDataJSON: data, attestationObject: data } }
const assertion = { ...key, response: { clientDataJSON: data, authenticatorData: data, signature: data } }
const assertionFields = { id: credential, rawId: credential, type: credential }
const invited = { name: line(60), email, role, phone, client_id }
/** Of an account that is changed: what isn't given stays. */
const optional: Row['fields'] = {
  name: { kind: 'line', max: 60 },
  email: { kind: 'email' },
  password: { kind: 'password', max: 200 },
}
const bruno = { name: 'Bruno', email: 'bruno@alejandria.example' }
const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }

interface Things {
  hipatia: Person
  ana: Person
  visitor: Caller
  postId: string
  categoryId: string
}
export function createInputRows({ hipatia, ana, visitor, postId, categoryId }: Things): Record<string, Row> {
  const [anas, hipatias] = [passwordOf('Ana'), passwordOf('Hipatia')]
  const nobodys = '0'.repeat(32)
  return {
    'signing in': row(
      'POST /auth/login',
      visitor,
      { name: 'Ana', password: anas },
      { name: credential, password: credential, code: { kind: 'credential' }, keep: flag },
    ),
    'adding an authenticator app': row(
      'POST /auth/totp',
      hipatia,
      { token: data, code: '000000' },
      { token: credential, code: credential },
    ),
    'changing a password': row(
      'POST /auth/change-password',
      ana,
      { current_password: anas, new_password: 'un papiro nuevo' },
      { current_password: credential, new_password: password },
    ),
    'choosing a first password': row(
      'POST /auth/first-password',
      hipatia,
      { new_password: 'un papiro nuevo' },
      { new_password: password },
    ),
    'taking away one’s own things': row(
      'POST /account/export',
      hipatia,
      { password: hipatias },
      { password: { kind: 'credential' }, with_files: flag },
    ),
    'adding a passkey': row('POST /auth/passkeys', hipatia, { name: 'Llave', credential: created }, { name: line(60) }),
    'renaming a passkey': row(`PUT /auth/passkeys/${nobodys}`, hipatia, { name: 'Llave' }, { name: line(60) }),
    'confirming by a passkey': row('POST /auth/passkeys/confirm', hipatia, assertion, assertionFields),
    'signing in with a passkey': row('POST /auth/passkeys/sign-in', visitor, assertion, assertionFields),
    'beginning to accept an invitation with a passkey': row(
      'POST /auth/passkeys/invitation/begin',
      visitor,
      { token: data },
      { token: credential },
    ),
    'accepting an invitation with a passkey': row(
      'POST /auth/passkeys/invitation',
      visitor,
      { token: data, name: 'Llave', credential: created },
      { token: credential, name: line(60) },
    ),
    'subscribing a browser': row('POST /push/subscriptions', hipatia, subscription, { endpoint: credential }),
    'hiding the content on a browser': row(
      `PUT /push/subscriptions/${nobodys}`,
      hipatia,
      { hides_content: true },
      { hides_content: { ...flag, isNeeded: true } },
    ),
    'making an account': row(
      'POST /auth/users',
      hipatia,
      { ...bruno, password: 'secreto' },
      { name: line(60), email, password, must_choose_password: flag, role, phone, avatar, client_id },
    ),
    'changing an account': row(
      `PUT /auth/users/${ana.id}`,
      hipatia,
      { name: 'Ana' },
      { ...optional, role, is_active: flag, must_choose_password: flag, phone, avatar },
    ),
    'changing one’s own picture': row('PUT /account/avatar', ana, { avatar: null }, { avatar }),
    'inviting somebody': row('POST /auth/invitations', hipatia, bruno, invited),
    'inviting many': row('POST /auth/invitations/list', hipatia, { people: [bruno] }, { client_id }),
    'accepting an invitation': row(
      'POST /auth/invitations/accept',
      visitor,
      { token, password: 'una clave elegida' },
      { token: credential, password },
    ),
    'reading a link for a password': row('POST /auth/password-links/read', visitor, { token }, { token: credential }),
    'asking for a link': row('POST /auth/password-links', visitor, { name: 'Ana' }, { name: credential }),
    'reading the link of a new device': row(
      'POST /auth/disowned-sign-ins/read',
      visitor,
      { token },
      { token: credential },
    ),
    'shutting out a new device': row(
      'POST /auth/disowned-sign-ins',
      visitor,
      { token, name: 'Ana' },
      { token: credential, name: credential },
    ),
    'making a category': row('POST /categories', hipatia, { name: 'Ciencia' }, { name: line(80), description }),
    'changing a category': row(
      `PUT /categories/${categoryId}`,
      hipatia,
      { name: 'Historia' },
      { name: { kind: 'line', max: 80 }, description, is_active: flag },
    ),
    'writing a post': row('POST /posts', ana, { title: 'Uno', content: 'Dos' }, { ...post, client_id }),
    'editing a post': row(`PUT /posts/${postId}`, ana, { title: 'Uno', content: 'Dos' }, post),
    'publishing a post': row(
      `PUT /posts/${postId}/publish`,
      ana,
      { is_published: true },
      { is_published: { ...flag, isNeeded: true } },
    ),
    commenting: row(`POST /comments/post/${postId}`, ana, { content: 'Uno' }, { content: text(10_000), client_id }),
    'sharing news': row(
      'POST /news',
      ana,
      { title: 'Uno', url: 'https://uno.example' },
      { title: line(500), client_id },
    ),
    'adding a link': row('POST /files/url', ana, { url: 'https://uno.example' }, { client_id }),
    'saying something in the chat': row(
      'POST /chat/messages',
      ana,
      { message: 'Buenas tardes', message_type: 'text', client_id: '01a1b2c3-0000-7000-8000-000000000001' },
      { message: text(4000), message_type: { kind: 'type' }, client_id },
    ),
    'reacting to a post': row(`PUT /reactions/post/${postId}`, ana, { emoji: '👍' }, { emoji }),
    'taking a reaction back': row(`DELETE /reactions/post/${postId}`, ana, { emoji: '👍' }, { emoji }),
  }
}
