import { useQuery } from '@tanstack/react-query'
import { auth, memberSessions, type Session } from '../../../contract/auth.ts'
import { call, isStatus } from '../../api/call.ts'
import { memberSessionsKey, sessionsKey } from '../../api/keys.ts'
import { useChange } from '../../api/use-change.ts'

const own = {
  queryKey: sessionsKey,
  list: (signal: AbortSignal) => call(auth.sessions, { signal }),
  end: (id: string) => call(auth.endSession, { params: { id } }),
  endAll: () => call(auth.endOtherSessions, {}),
}

const ofMember = (id: string): typeof own => ({
  queryKey: memberSessionsKey(id),
  list: (signal) => call(memberSessions.list, { params: { id }, signal }),
  end: (session_id) => call(memberSessions.end, { params: { id, session_id } }),
  endAll: () => call(memberSessions.endAll, { params: { id } }),
})

/** The own sessions, or for admins those of the member `userId`. */
const sessionsOf = (userId: string | undefined) => (userId === undefined ? own : ofMember(userId))

export function useSessions(userId?: string) {
  const { queryKey, list } = sessionsOf(userId)
  return useQuery({ queryKey, queryFn: ({ signal }) => list(signal) })
}

/** Ends one session; a 404 means it has ended already. */
export function useEndSession(userId?: string) {
  const { queryKey, end } = sessionsOf(userId)
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
  const { queryKey, endAll } = sessionsOf(userId)
  return useChange(endAll, [queryKey], (client) =>
    client.setQueryData<Session[]>(queryKey, (sessions) => sessions?.filter((session) => session.is_current)),
  )
}
