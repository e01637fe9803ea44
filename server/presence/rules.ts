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
  const since = now() - limits.onlineForMs
  return listOnlineUsers(db, { since, now: now(), sessionIds: tracker.unwrittenHeartbeats(since) })
}
