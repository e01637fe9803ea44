import { newId } from '../../../server/ids.ts'
import { type Community, days, passwordOf } from '../../support/server/community.ts'
import type { Caller, Row } from './access-things.ts'

/** Rows about sessions, for the access table. */
export function createSessionRows(community: Community): Record<string, Row> {
  const { hipatia } = community

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

  return {
    'auth.sessions': { who: 'members', call: 'GET /auth/sessions', status: 200 },
    'auth.endSession': { who: 'members', call: 'DELETE /auth/sessions/:id', status: 204, prepare: ownSession },
    'auth.endOtherSessions': { who: 'members', call: 'POST /auth/sessions/end-others', status: 200, ends: true },
    'confirmation.confirm': {
      who: 'members',
      call: 'POST /auth/confirm',
      status: 204,
      ends: true,
      prepare: async ({ name = '' }) => ({ body: { password: passwordOf(name) } }),
    },
  }
}
