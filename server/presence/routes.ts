import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { Services } from '../services.ts'
import { recordHeartbeat } from './queries.ts'
import { readOnlineUsers } from './rules.ts'

export function presenceRoutes(serve: Serve, services: Services) {
  serve(api.presence.heartbeat, async ({ user }) => {
    await recordHeartbeat(services.db, user.session_id, services.now())
    return { status: 'ok' as const }
  })
  serve(api.presence.list, async () => ({ online_users: await readOnlineUsers(services) }))
}
