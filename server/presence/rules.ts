import { limits } from '../../contract/limits.ts'
import type { OnlineUser } from '../../contract/presence.ts'
import type { Services } from '../services.ts'
import { listOnlineUsers } from './queries.ts'

/** Everybody online, in all processes (DECISIONS §2, "Presence"). */
export const readOnlineUsers = ({ db, now }: Pick<Services, 'db' | 'now'>): Promise<OnlineUser[]> =>
  listOnlineUsers(db, now() - limits.onlineForMs, now())
