import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import '../api/query-client.ts'
import { auth } from '../../contract/auth.ts'
import { call, isStatus } from '../api/call.ts'
import { sessionClosed, sessionOpened, useSession } from '../api/session.ts'

const retryDelaysMs = [1000, 3000]

/** The user of the stored token. A server that is restarting gets two more attempts; a refusal is final. */
export async function loadUser() {
  for (const delayMs of [...retryDelaysMs, null])
    try {
      return await call(auth.me, {})
    } catch (error) {
      if (delayMs === null || isStatus(error, 401) || isStatus(error, 403)) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  throw new Error('unreachable')
}

export const useLogIn = () =>
  useMutation({
    gcTime: 0, // the password is dropped together with its form
    mutationFn: (credentials: { name: string; password: string }) => call(auth.login, { body: credentials }),
    onSuccess: ({ access_token, user }) => sessionOpened(access_token, user),
  })

/** Signs out in all tabs, even if the server can't be reached. */
export function useLogOut() {
  return useMutation({
    mutationFn: () => call(auth.logout, {}).catch((error) => console.warn('logout', error)),
    onSettled: sessionClosed,
  })
}

/** Clears the cache when another person signs in, so that nobody sees another person's data. */
export function useClearCacheOnUserChange() {
  const client = useQueryClient()
  const session = useSession()
  const id = session.phase === 'member' || session.phase === 'ended' ? session.user.id : undefined
  useEffect(() => (id ? () => client.clear() : undefined), [client, id])
}
