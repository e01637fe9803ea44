import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'
import { loadedQueryClient } from './loaded-query-client.ts'
import { currentPerson, currentSession, onSession } from './session.ts'
import { onNewToken } from './token-renewal.ts'

/** True for errors worth a retry: no response, or a server error. */
const isTransient = (error: Error) => error instanceof CallError && (error.status === 0 || error.status >= 502)

const client = new QueryClient({
  defaultOptions: {
    // offline calls fail at once instead of being saved later without notice
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (failures, error) => failures < 2 && isTransient(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
})
loadedQueryClient.set(client)

// nobody sees another person's data, nor what was asked for with a token that turned out to be invalid
let person = currentPerson()
let { phase } = currentSession()
onSession(() => {
  const next = { person: currentPerson(), phase: currentSession().phase }
  if (next.phase === 'visitor' || (person !== undefined && next.person !== person)) client.clear()
  // signed in again: a page may show that it was refused meanwhile
  else if (phase === 'ended' && next.phase !== 'ended') void client.invalidateQueries()
  ;({ person, phase } = next)
})

// the addresses of files and avatars were signed for the session before
onNewToken(() => void client.invalidateQueries())
