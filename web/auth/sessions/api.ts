import { useQuery } from '@tanstack/react-query'
import { auth, memberSessions, type Session } from '../../../contract/auth.ts'
import { call, isStatus } from '../../api/call.ts'
import { memberSessionsKey, sessionsKey } from '../../api/keys.ts'
import { useChange } from '../../api/use-change.ts'

/** Key of the own sessions, or for admins of those of the member `userId`. */
const keyOf = (userId: string | undefined) => (userId === undefined ? sessionsKey : memberSessionsKey(userId))

export const useSessions = (userId?: string) =>
  useQuery({
    queryKey: keyOf(userId),
    queryFn: ({ signal }) =>
      userId === undefined
        ? call(auth.sessions, { signal })
        : call(memberSessions.list, { params: { id: userId }, signal }),
  })

/** Ends one session; a 404 means it has ended already. */
export function useEndSession(userId?: string) {
  const queryKey = keyOf(userId)
  const end = (id: string) =>
    userId === undefined
      ? call(auth.endSession, { params: { id } })
      : call(memberSessions.end, { params: { id: userId, session_id: id } })
  return useChange(
    ({ id }: Session) =>
      end(id).catch((error) => {
        if (!isStatus(error, 404)) throw error
      }),
    [queryKey],
    (client, _, { id }) =>
      client.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.id !== id)),
  )
}

/** Ends all sessions but this one. */
export function useEndAllSessions(userId?: string) {
  const queryKey = keyOf(userId)
  return useChange(
    () =>
      userId === undefined ? call(auth.endOtherSessions, {}) : call(memberSessions.endAll, { params: { id: userId } }),
    [queryKey],
    (client) =>
      client.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.is_current)),
  )
}
