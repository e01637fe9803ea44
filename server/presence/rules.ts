import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/presence.ts'
import type { Services } from '../services.ts'
import { listOnlineUsers } from './queries.ts'
import type { PresenceTracker } from './tracker.ts'

/** Everybody online, in all processes (DECISIONS §2, "Presence"). */
export const readOnlineUsers = (
  { db, now }: Pick<Services, 'db' | 'now'>,
  tracker: PresenceTracker,
): Promise<OnlineUser[]> => {
  // rounded, so that all requests within a second can share the rows
  const second = Math.floor(now() / 1000) * 1000
  const since = second - limits.onlineForMs
  return listOnlineUsers(db, { since, now: second, sessionIds: tracker.unwrittenHeartbeats(since) })
}
