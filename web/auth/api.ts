import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { auth } from '../../contract/auth.ts'
import { limits } from '../../contract/limits.ts'
import { call, isStatus } from '../api/call.ts'
import { onLive } from '../api/live.ts'
import { sessionClosed, sessionOpened, useSession } from '../api/session.ts'

const retryAfter = [1000, 3000]

/** Who the stored token belongs to. A server that is just restarting gets a moment; a refusal is final. */
export async function loadUser() {
  for (const pause of [...retryAfter, null])
    try {
      return await call(auth.me, {})
    } catch (error) {
      if (pause === null || isStatus(error, 401) || isStatus(error, 403)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  throw new Error('unreachable')
}

export const useLogIn = () =>
  useMutation({
    gcTime: 0, // a password is not kept longer than its form
    mutationFn: (credentials: { name: string; password: string }) => call(auth.login, { body: credentials }),
    onSuccess: ({ access_token, user }) => sessionOpened(access_token, user),
  })

/** Signs out here and everywhere in this browser, also when the server can't be told. */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(auth.logout, {}).catch((error) => console.warn('logout', error)),
    onSettled: sessionClosed,
  })
}

/**
 * Says every minute that one is here (SPEC §7). Failures are only logged; a 401 ends the session by itself. Returns
 * whether the first one came back, well or not: before that a look at who is online would come too early.
 */
export function useHeartbeat() {
  const isMember = useSession().phase === 'member'
  const [isCounted, setCounted] = useState(false)
  useEffect(() => {
    if (!isMember) return
    let isOver = false
    const beat = () => call(auth.heartbeat, {}).catch((error) => console.warn('heartbeat', error))
    void beat().then(() => setCounted(!isOver))
    const timer = setInterval(beat, limits.heartbeatEvery)
    return () => {
      isOver = true
      clearInterval(timer)
      setCounted(false)
    }
  }, [isMember])
  return isCounted
}

const onlineUsers = ['online-users']

/** Takes what the live connection says of who is here; a look that was under way is older. */
export function useOnlineUpdates() {
  const client = useQueryClient()
  useEffect(
    () =>
      onLive('users_online_update', (users) => {
        void client.cancelQueries({ queryKey: onlineUsers })
        client.setQueryData(onlineUsers, users)
      }),
    [client],
  )
}

/** Who is here, looked up every 30 s; a failure is only logged and leaves the last list. */
export const useOnlineUsers = (enabled: boolean) =>
  useQuery({
    queryKey: onlineUsers,
    enabled,
    queryFn: async () => {
      try {
        return (await call(auth.onlineUsers, {})).online_users
      } catch (error) {
        console.warn('online users', error)
        throw error
      }
    },
    refetchInterval: limits.onlineUsersEvery,
    retry: false,
  })

/** Forgets what was loaded when somebody else is behind the screen, so that nothing of one person is shown to another. */
export function useForgetOnChange() {
  const client = useQueryClient()
  const session = useSession()
  const id = session.phase === 'member' || session.phase === 'ended' ? session.user.id : undefined
  useEffect(() => (id ? () => client.clear() : undefined), [client, id])
}
