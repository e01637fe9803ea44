// Sessions of a member, for administrators.
import * as z from 'zod/mini'
import { Session } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../fields.ts'

export const memberSessions = {
  list: endpoint('GET', '/auth/users/:id/sessions', 'admin', {
    summary: 'Sessions of a person, the last used first',
    response: z.array(Session),
  }),
  end: endpoint('DELETE', '/auth/users/:id/sessions/:session_id', 'admin', {
    summary: 'End a session of a person, who is mailed about it',
    params: z.object({ id: Id, session_id: Id }),
    confirms: true,
  }),
  endAll: endpoint('POST', '/auth/users/:id/sessions/end-all', 'admin', {
    summary: 'End all sessions of a person, who is mailed about it',
    confirms: true,
    response: z.object({ ended: z.int() }),
  }),
}
