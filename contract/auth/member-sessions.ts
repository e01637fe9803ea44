// Sessions of a member, for administrators.
import * as z from 'zod/mini'
import { Session } from '../auth.ts'
import { endpoint } from '../endpoint.ts'
import { ById, Id } from '../fields.ts'

export const memberSessions = {
  list: endpoint({
    method: 'GET',
    path: '/auth/users/:id/sessions',
    access: 'admin',
    summary: 'Sessions of a person, the last used first',
    params: ById,
    response: z.array(Session),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/auth/users/:id/sessions/:session_id',
    access: 'admin',
    summary: 'End a session of a person, who is mailed about it',
    params: z.object({ id: Id, session_id: Id }),
    confirms: true,
  }),
  endAll: endpoint({
    method: 'POST',
    path: '/auth/users/:id/sessions/end-all',
    access: 'admin',
    summary: 'End all sessions of a person, who is mailed about it',
    params: ById,
    confirms: true,
    response: z.object({ ended: z.int() }),
  }),
}
