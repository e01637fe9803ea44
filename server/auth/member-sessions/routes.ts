import { api } from '../../../contract/index.ts'
import type { Serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { endAllMemberSessions, endMemberSession, readMemberSessions } from './rules.ts'

export function memberSessionRoutes(serve: Serve, services: Services) {
  serve(api.memberSessions.list, ({ user, params }) => readMemberSessions(services, user, params.id))
  serve(api.memberSessions.end, ({ user, params: { id, session_id } }) =>
    endMemberSession(services, user, id, session_id),
  )
  serve(api.memberSessions.endAll, async ({ user, params }) => ({
    ended: await endAllMemberSessions(services, user, params.id),
  }))
}
