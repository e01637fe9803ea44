import { api } from '../../contract/index.ts'
import type { Serve } from '../http/serve.ts'
import type { PresenceTracker } from './tracker.ts'

export function presenceRoutes(serve: Serve, tracker: PresenceTracker) {
  serve(api.presence.heartbeat, ({ user }) => {
    tracker.heartbeat(user.session_id)
    return { status: 'ok' as const }
  })
  serve(api.presence.list, async () => ({ online_users: await tracker.listOnline() }))
}
