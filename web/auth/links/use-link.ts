import { useEffect, useState } from 'react'
import type { devices } from '../../../contract/auth/devices.ts'
import type { invitations, passwordLinks } from '../../../contract/auth/password-links.ts'
import { call } from '../../api/call.ts'

type Row = typeof invitations.read | typeof passwordLinks.read | typeof devices.readAlarm

export interface Person {
  name: string
  invited_by?: string | null
}

/** Asks for the person of a link, and uses nothing up. */
export function useLink(row: Row, token: string) {
  const [person, setPerson] = useState<Person>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    const abort = new AbortController()
    setError(undefined)
    call(row, { body: { token }, signal: abort.signal }).then(setPerson, (failure) => {
      if (!abort.signal.aborted) setError(failure)
    })
    return () => abort.abort()
  }, [row, token, attempt])

  return { person, error, retry: () => setAttempt(attempt + 1) }
}
