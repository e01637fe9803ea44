import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { memberSessions } from '../../../contract/auth/member-sessions.ts'
import { auth, type Session } from '../../../contract/auth.ts'
import { call, isStatus } from '../../api/call.ts'
import { memberSessionsKey, sessionsKey } from '../../api/keys.ts'
import { readQuery } from '../../api/read-query.ts'

export const useSessions = () =>
  useQuery(readQuery(auth.sessions, sessionsKey, {}))

/** Sessions of somebody else, for admins. */
export const useMemberSessions = (id: string) =>
  useQuery(readQuery(memberSessions.list, memberSessionsKey(id), { params: { id } }))

/** Ends another session of the same person, or of the member `userId`; a 404 means it has ended already. */
export function useEndSession(userId?: string) {
  const client = useQueryClient()
  const queryKey = userId === undefined ? sessionsKey : memberSessionsKey(userId)
  const end = (id: string) =>
    userId === undefined
      ? call(auth.endSession, { params: { id } })
      : call(memberSessions.end, { params: { id: userId, session_id: id } })
  return useMutation({
    mutationFn: ({ id }: Session) =>
      end(id).catch((error) => {
        if (!isStatus(error, 404)) throw error
      }),
    onSuccess: (_, { id }) =>
      client.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.id !== id)),
    onSettled: () => void client.invalidateQueries({ queryKey }),
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

/** Ends all sessions of a member. */
export function useEndMemberSessions(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(memberSessions.endAll, { params: { id } }),
    onSuccess: () => client.setQueryData<Session[]>(memberSessionsKey(id), []),
    onSettled: () => void client.invalidateQueries({ queryKey: memberSessionsKey(id) }),
  })
}
