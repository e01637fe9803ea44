import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth, type Session } from '../../contract/auth.ts'
import type { PasswordChange } from '../../contract/users.ts'
import { call, isStatus } from '../api/call.ts'

const sessionsKey = ['sessions'] as const

/** Where one is signed in, the last used first. */
export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(auth.sessions, { signal }) })

/** Signs out one of one's other sessions; one that is gone already is what was wanted. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Session) =>
      call(auth.endSession, { params: { id } }).catch((error) => {
        if (!isStatus(error, 404)) throw error
      }),
    onSuccess: (_, { id }) =>
      client.setQueryData<Session[]>(sessionsKey, (sessions) => sessions?.filter((session) => session.id !== id)),
    onSettled: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useEndOtherSessions() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(auth.endOtherSessions, {}),
    onSuccess: () =>
      client.setQueryData<Session[]>(sessionsKey, (sessions) => sessions?.filter((session) => session.is_current)),
    onSettled: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

export function useChangePassword() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // a password is not kept longer than its form
    mutationFn: (change: PasswordChange) => call(auth.changePassword, { body: change }),
    onSuccess: () => void client.invalidateQueries({ queryKey: sessionsKey }),
  })
}
