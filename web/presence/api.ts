import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limits } from '../../contract/limits.ts'
import { presence } from '../../contract/presence.ts'
import { call } from '../api/call.ts'
import { presenceKeys } from '../api/keys.ts'
import { useSignal } from '../api/live.ts'
import { useSession } from '../api/session.ts'
import { createStore, useStore } from '../api/store.ts'

const hasReported = createStore(false)

/** True after the first report's answer: only then is the own user among those online. */
export const useHasReported = () => useStore(hasReported)

/** Reports presence every minute (SPEC §7). Failures are only logged; a 401 ends the session by itself. */
export function useHeartbeat() {
  const isMember = useSession().phase === 'member'
  useEffect(() => {
    if (!isMember) return
    let isOver = false
    const report = () => call(presence.heartbeat, {}).catch((error) => console.warn('heartbeat', error))
    void report().then(() => {
      if (!isOver) hasReported.set(true)
    })
    const timer = setInterval(report, limits.heartbeatIntervalMs)
    return () => {
      isOver = true
      clearInterval(timer)
      hasReported.set(false)
    }
  }, [isMember])
}

/** Applies live updates; a request in progress is older and is cancelled. */
export function useOnlineUpdates() {
  const client = useQueryClient()
  useSignal('users_online_update', (users) => {
    void client.cancelQueries({ queryKey: presenceKeys.online })
    client.setQueryData(presenceKeys.online, users)
  })
}

/** Polled every 30 s; a failure is only logged and keeps the last list. */
export const useOnlineUsers = (enabled: boolean) =>
  useQuery({
    queryKey: presenceKeys.online,
    enabled,
    queryFn: async () => {
      try {
        return (await call(presence.list, {})).online_users
      } catch (error) {
        console.warn('online users', error)
        throw error
      }
    },
    refetchInterval: limits.onlineUsersPollIntervalMs,
    retry: false,
  })
