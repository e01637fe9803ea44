import { createECDH } from 'node:crypto'
import { linkPath } from '../../../server/auth/links/token.ts'
import { newId } from '../../../server/ids.ts'
import { type Community, days, passwordOf } from '../../support/server/community.ts'
import type { Caller, Row } from './access-things.ts'

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
    const times = { created_at: now, last_seen_at: now, expires_at: now + days(1), heartbeat_at: null }
    await community.db
      .insertInto('sessions')
      .values({ id, token_hash: id, user_id, agent: null, address: null, ...times })
      .execute()
    return { id }
  }

  // a browser of another session of the caller
  async function ownDevice(caller: Caller) {
    const { id } = await ownSession(caller)
    const { endpoint, keys } = newSubscription()
    await community.db
      .insertInto('push_subscriptions')
      .values({ id, session_id: id, endpoint, ...keys, service: '', hides_content: 0, created_at: 1, pushed_at: null })
      .execute()
    return { id }
  }

  // on an account of its own: the call ends its password
  async function alarm() {
    const name = `Sesiones ${newId()}`
    const { id: user_id } = await hipatia.createsAccount(name)
    const link = { id: newId(), purpose: 'alarm' } as const
    const times = { created_at: community.clock.now, expires_at: community.clock.now + days(1) }
    await community.db
      .insertInto('password_links')
      .values({ ...link, user_id, created_by: null, ...times })
      .execute()
    return { body: { token: linkPath(community.services.passwordLinkKey, link).split('/').at(-1), name } }
  }

  return {
    'devices.readAlarm': {
      who: 'everybody',
      call: 'POST /auth/disowned-sign-ins/read',
      status: 200,
      prepare: alarm,
    },
    'devices.disown': { who: 'everybody', call: 'POST /auth/disowned-sign-ins', status: 200, prepare: alarm },
    'auth.sessions': { who: 'members', call: 'GET /auth/sessions', status: 200 },
    'auth.endSession': { who: 'members', call: 'DELETE /auth/sessions/:id', status: 204, prepare: ownSession },
    'auth.endOtherSessions': { who: 'members', call: 'POST /auth/sessions/end-others', status: 200, ends: true },
    'memberSessions.list': { who: 'admins', call: 'GET /auth/users/:id/sessions', status: 200, prepare: newPerson },
    'memberSessions.end': {
      who: 'admins',
      call: 'DELETE /auth/users/:id/sessions/:session_id',
      status: 204,
      prepare: async () => {
        const { id } = await newPerson()
        return { id, session_id: (await ownSession({ id } as Caller)).id }
      },
    },
    'memberSessions.endAll': {
      who: 'admins',
      call: 'POST /auth/users/:id/sessions/end-all',
      status: 200,
      prepare: newPerson,
    },
    'push.key': { who: 'members', call: 'GET /push/key', status: 200 },
    'push.list': { who: 'members', call: 'GET /push/subscriptions', status: 200 },
    'push.subscribe': {
      who: 'members',
      call: 'POST /push/subscriptions',
      status: 200,
      prepare: async () => ({ body: newSubscription() }),
    },
    'push.update': {
      who: 'members',
      call: 'PUT /push/subscriptions/:id',
      status: 200,
      prepare: async (caller) => ({ ...(await ownDevice(caller)), body: { hides_content: true } }),
    },
    'push.remove': { who: 'members', call: 'DELETE /push/subscriptions/:id', status: 204, prepare: ownDevice },
    'push.test': { who: 'members', call: 'POST /push/subscriptions/:id/test', status: 204, prepare: ownDevice },
    'confirmation.confirm': {
      who: 'members',
      call: 'POST /auth/confirm',
      status: 204,
      ends: true,
      prepare: async ({ name = '' }) => ({ body: { password: passwordOf(name) } }),
    },
  }
}
