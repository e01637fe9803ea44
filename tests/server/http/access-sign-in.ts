/** Rows of the access table about sessions, their browsers, and passkeys. */
import { createECDH } from 'node:crypto'
import type { CreationOptions, RequestOptions } from '../../../contract/auth/passkeys.ts'
import { newId } from '../../../server/ids.ts'
import { linkPath } from '../../../server/one-time-links/make.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { type Community, days, expectDone, passwordOf } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'
import { admins, type Caller, ending, everybody, members, type Row, type Things, withBody } from './access-things.ts'

function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { endpoint: `https://push.example/${newId()}`, keys: { p256dh, auth: 'A'.repeat(22) } }
}

export function createSignInRows(community: Community, { another, newInvitation }: Things): Record<string, Row> {
  const { hipatia, origin, visitor, signIn } = community
  const newPerson = async () => ({ id: (await hipatia.createsAccount(`Sesiones ${newId()}`)).id })

  // another session of the caller
  async function ownSession({ id: user_id = hipatia.id }: Caller) {
    const id = newId()
    const now = community.clock.now
    const times = { created_at: now, last_seen_at: now, expires_at: now + days(1) }
    await insertRows(community.db, 'sessions', [{ id, token_hash: id, user_id, ...times }])
    return { id }
  }

  // a browser of another session of the caller
  async function ownDevice(caller: Caller) {
    const { id } = await ownSession(caller)
    const { endpoint, keys } = newSubscription()
    const device = { id, session_id: id, endpoint, ...keys, service: '', hides_content: 0, created_at: 1 }
    await insertRows(community.db, 'push_subscriptions', [device])
    return { id }
  }

  // on an account of its own: the call ends its password
  async function alarm() {
    const name = `Sesiones ${newId()}`
    const { id: user_id } = await hipatia.createsAccount(name)
    const link = { id: newId(), purpose: 'alarm' } as const
    const times = { created_at: community.clock.now, expires_at: community.clock.now + days(1) }
    await insertRows(community.db, 'password_links', [{ ...link, user_id, ...times }])
    return { body: { token: linkPath(community.services.passwordLinkKey, link).split('/').at(-1), name } }
  }

  /** Of the caller, unless it has no account. */
  async function newPasskey(caller: Caller) {
    const { status, body } = await caller.post<{ options: CreationOptions }>('/auth/passkeys/begin')
    if (status !== 200) return undefined
    const device = createAuthenticator(origin)
    return { device, body: { name: another('Llave'), credential: device.create(body.options) } }
  }
  async function withPasskey(caller: Caller) {
    const made = await newPasskey(caller)
    if (!made) return undefined
    expectDone(await caller.post('/auth/passkeys', made.body))
    const { passkeys } = expectDone(await caller.get<{ passkeys: { id: string }[] }>('/auth/passkeys'))
    return { device: made.device, id: passkeys.at(-1)?.id as string }
  }
  async function renamed(caller: Caller) {
    return { id: (await withPasskey(caller))?.id ?? '0'.repeat(32), body: { name: another('Llave') } }
  }
  async function confirming(caller: Caller) {
    const made = await withPasskey(caller)
    if (!made) return { body: undefined }
    const options = expectDone(await caller.post<RequestOptions>('/auth/passkeys/confirm/begin'))
    return { body: made.device.sign(options) }
  }

  return {
    'devices.readAlarm': everybody('POST /auth/disowned-sign-ins/read', alarm),
    'devices.disown': everybody('POST /auth/disowned-sign-ins', alarm),
    'auth.sessions': members('GET /auth/sessions'),
    'auth.endSession': members('DELETE /auth/sessions/:id', ownSession, 204),
    'auth.endOtherSessions': ending(members('POST /auth/sessions/end-others')),
    'memberSessions.list': admins('GET /auth/users/:id/sessions', newPerson),
    'memberSessions.end': admins(
      'DELETE /auth/users/:id/sessions/:session_id',
      async () => {
        const { id } = await newPerson()
        return { id, session_id: (await ownSession({ id } as Caller)).id }
      },
      204,
    ),
    'memberSessions.endAll': admins('POST /auth/users/:id/sessions/end-all', newPerson),
    'push.key': members('GET /push/key'),
    'push.list': members('GET /push/subscriptions'),
    'push.subscribe': members('POST /push/subscriptions', async () => ({ body: newSubscription() })),
    'push.update': members('PUT /push/subscriptions/:id', withBody({ hides_content: true }, ownDevice)),
    'push.remove': members('DELETE /push/subscriptions/:id', ownDevice, 204),
    'push.test': members('POST /push/subscriptions/:id/test', ownDevice, 204),
    'confirmation.confirm': ending(
      members('POST /auth/confirm', async ({ name = '' }) => ({ body: { password: passwordOf(name) } }), 204),
    ),
    // for an account without a password: tests/server/auth/passkeys/invitation.test.ts
    'auth.setFirstPassword': members('POST /auth/first-password', withBody({ new_password: 'un papiro nuevo' }), 409),
    'passkeys.list': members('GET /auth/passkeys'),
    'passkeys.beginAdding': members('POST /auth/passkeys/begin'),
    'passkeys.add': ending(
      members('POST /auth/passkeys', async (caller) => ({ body: (await newPasskey(caller))?.body })),
    ),
    'passkeys.rename': ending(members('PUT /auth/passkeys/:id', renamed)),
    'passkeys.remove': ending(
      members('DELETE /auth/passkeys/:id', async (caller) => ({ id: (await renamed(caller)).id }), 204),
    ),
    'passkeys.beginConfirming': members('POST /auth/passkeys/confirm/begin'),
    'passkeys.confirm': ending(members('POST /auth/passkeys/confirm', confirming, 204)),
    'passkeys.beginSignIn': everybody('POST /auth/passkeys/sign-in/begin'),
    'passkeys.signIn': everybody('POST /auth/passkeys/sign-in', async () => {
      const made = await withPasskey(await signIn(another('Llavero')))
      const options = expectDone(await visitor.post<RequestOptions>('/auth/passkeys/sign-in/begin'))
      return { body: made?.device.sign(options) }
    }),
    'passkeys.beginInvitation': everybody('POST /auth/passkeys/invitation/begin', async () => ({
      body: { token: (await newInvitation()).token },
    })),
    'passkeys.acceptInvitation': everybody('POST /auth/passkeys/invitation', async () => {
      const { token } = await newInvitation()
      const path = '/auth/passkeys/invitation/begin'
      const { options } = expectDone(await visitor.post<{ options: CreationOptions }>(path, { token }))
      return { body: { token, name: 'Llave', credential: createAuthenticator(origin).create(options) } }
    }),
  }
}
