import { createECDH } from 'node:crypto'
import { newId } from '../../../server/ids.ts'
import { linkPath } from '../../../server/one-time-links/make.ts'
import { type Community, days, passwordOf } from '../../support/server/community.ts'
import { insertRows } from '../../support/server/database/rows.ts'
import { admins, type Caller, ending, everybody, members, type Row, withBody } from './access-things.ts'

function newSubscription() {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  return { endpoint: `https://push.example/${newId()}`, keys: { p256dh, auth: 'A'.repeat(22) } }
}

/** Rows about sessions and their browsers, for the access table. */
export function createSessionRows(community: Community): Record<string, Row> {
  const { hipatia } = community
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
  }
}
