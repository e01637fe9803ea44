import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { auth, type Session } from '../../../contract/auth.ts'
import { call, isStatus } from '../../api/call.ts'
import { sessionsKey } from '../../api/keys.ts'

export const useSessions = () =>
  useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call(auth.sessions, { signal }) })

/** Ends another session of the same person; a 404 means it has ended already. */
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
