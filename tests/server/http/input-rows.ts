/** Calls with bodies, each with a valid one and the fields that the tests of invalid input replace. */
import { type Person, passwordOf, type personWith } from '../../support/server/community.ts'

type Kind = 'line' | 'text' | 'optional line' | 'flag' | 'id' | 'role' | 'password' | 'credential' | 'type' | 'emoji'
export interface Field {
  kind: Kind | 'client id' | 'email' | 'avatar'
  /** In characters. */
  max?: number
  isNeeded?: true
}
type Fields = Record<string, Field>
type Caller = ReturnType<typeof personWith>
type Row = [as: Caller, valid: Record<string, unknown>, fields: Fields, id?: string]

// Maximal lengths: DECISIONS §2
const line = (max: number): Field => ({ kind: 'line', max, isNeeded: true })
/** Of a thing that is changed: what isn't given stays. */
const lineIfGiven = (max: number): Field => ({ kind: 'line', max })
const text = (max: number): Field => ({ kind: 'text', max, isNeeded: true })
const optionalLine = (max: number): Field => ({ kind: 'optional line', max })
const credential: Field = { kind: 'credential', isNeeded: true }
const credentialIfGiven: Field = { kind: 'credential' }
const password: Field = { kind: 'password', max: 200, isNeeded: true }
const email: Field = { kind: 'email', isNeeded: true }
const flag: Field = { kind: 'flag' }
const neededFlag: Field = { kind: 'flag', isNeeded: true }
const client_id: Field = { kind: 'client id' }
const emoji: Field = { kind: 'emoji', max: 40, isNeeded: true }
const role: Field = { kind: 'role' }
const avatar: Field = { kind: 'avatar' }
const phone = optionalLine(30)
const description = optionalLine(500)

const signIn: Fields = { name: credential, password: credential, code: credentialIfGiven, keep: flag }
const invitation: Fields = { name: line(60), email, role, phone, client_id }
const account: Fields = { ...invitation, password, must_choose_password: flag, avatar }
const accountChanges: Fields = {
  ...{ name: lineIfGiven(60), email: { kind: 'email' }, password: { kind: 'password', max: 200 } },
  ...{ role, is_active: flag, must_choose_password: flag, phone, avatar },
}
const post: Fields = { title: line(200), content: text(100_000), category_id: { kind: 'id' }, is_published: flag }
const assertionFields: Fields = { id: credential, rawId: credential, type: credential }

const data = 'A'.repeat(40)
const token = 'A'.repeat(43)
const key = { id: data, rawId: data, type: 'public-key' }
const created = { ...key, response: { clientDataJSON: data, attestationObject: data } }
const assertion = { ...key, response: { clientDataJSON: data, authenticatorData: data, signature: data } }
const bruno = { name: 'Bruno', email: 'bruno@alejandria.example' }
const subscription = { endpoint: 'https://push.example/x', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } }
const message = { message: 'Buenas tardes', message_type: 'text', client_id: '01a1b2c3-0000-7000-8000-000000000001' }

interface Things {
  hipatia: Person
  ana: Person
  visitor: Caller
  postId: string
  categoryId: string
}
export function createInputRows({ hipatia, ana, visitor, postId, categoryId }: Things) {
  const [anas, hipatias] = [passwordOf('Ana'), passwordOf('Hipatia')]
  const nobodys = '0'.repeat(32)
  const rows: Record<string, Row> = {
    'POST /auth/login': [visitor, { name: 'Ana', password: anas }, signIn],
    'POST /auth/totp': [hipatia, { token: data, code: '000000' }, { token: credential, code: credential }],
    'POST /auth/change-password': [
      ana,
      { current_password: anas, new_password: 'un papiro nuevo' },
      { current_password: credential, new_password: password },
    ],
    'POST /auth/first-password': [hipatia, { new_password: 'un papiro nuevo' }, { new_password: password }],
    'POST /account/export': [hipatia, { password: hipatias }, { password: credentialIfGiven, with_files: flag }],
    'POST /auth/passkeys': [hipatia, { name: 'Llave', credential: created }, { name: line(60) }],
    'PUT /auth/passkeys/:id': [hipatia, { name: 'Llave' }, { name: line(60) }, nobodys],
    'POST /auth/passkeys/confirm': [hipatia, assertion, assertionFields],
    'POST /auth/passkeys/sign-in': [visitor, assertion, assertionFields],
    'POST /auth/passkeys/invitation/begin': [visitor, { token: data }, { token: credential }],
    'POST /auth/passkeys/invitation': [
      visitor,
      { token: data, name: 'Llave', credential: created },
      { token: credential, name: line(60) },
    ],
    'POST /push/subscriptions': [hipatia, subscription, { endpoint: credential }],
    'PUT /push/subscriptions/:id': [hipatia, { hides_content: true }, { hides_content: neededFlag }, nobodys],
    'POST /auth/users': [hipatia, { ...bruno, password: 'secreto' }, account],
    'PUT /auth/users/:id': [hipatia, { name: 'Ana' }, accountChanges, ana.id],
    'PUT /account/avatar': [ana, { avatar: null }, { avatar }],
    'POST /auth/invitations': [hipatia, bruno, invitation],
    'POST /auth/invitations/list': [hipatia, { people: [bruno] }, { client_id }],
    'POST /auth/invitations/accept': [
      visitor,
      { token, password: 'una clave elegida' },
      { token: credential, password },
    ],
    'POST /auth/password-links/read': [visitor, { token }, { token: credential }],
    'POST /auth/password-links': [visitor, { name: 'Ana' }, { name: credential }],
    'POST /auth/disowned-sign-ins/read': [visitor, { token }, { token: credential }],
    'POST /auth/disowned-sign-ins': [visitor, { token, name: 'Ana' }, { token: credential, name: credential }],
    'POST /categories': [hipatia, { name: 'Ciencia' }, { name: line(80), description }],
    'PUT /categories/:id': [
      hipatia,
      { name: 'Historia' },
      { name: lineIfGiven(80), description, is_active: flag },
      categoryId,
    ],
    'POST /posts': [ana, { title: 'Uno', content: 'Dos' }, { ...post, client_id }],
    'PUT /posts/:id': [ana, { title: 'Uno', content: 'Dos' }, post, postId],
    'PUT /posts/:id/publish': [ana, { is_published: true }, { is_published: neededFlag }, postId],
    'POST /comments/post/:id': [ana, { content: 'Uno' }, { content: text(10_000), client_id }, postId],
    'POST /news': [ana, { title: 'Uno', url: 'https://uno.example' }, { title: line(500), client_id }],
    'POST /files/url': [ana, { url: 'https://uno.example' }, { client_id }],
    'POST /chat/messages': [ana, message, { message: text(4000), message_type: { kind: 'type' }, client_id }],
    'PUT /reactions/post/:id': [ana, { emoji: '👍' }, { emoji }, postId],
    'DELETE /reactions/post/:id': [ana, { emoji: '👍' }, { emoji }, postId],
  }
  return Object.entries(rows).map(([call, [as, valid, fields, id = '']]) => {
    const [method = '', path = ''] = call.replace(':id', id).split(' ')
    return { call, method, path, as, valid, fields }
  })
}
