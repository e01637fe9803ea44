import { useState } from 'react'
import { messageOf } from '../api/call.ts'

/** What is said in the page's banner, the last thing that went wrong: another one is said anew. */
export function useFailure() {
  const [failure, setFailure] = useState<{ message: string; number: number }>()
  return {
    failure,
    fail: (error: unknown, otherwise: string) =>
      setFailure((before) => ({ message: messageOf(error, otherwise), number: (before?.number ?? 0) + 1 })),
    clear: () => setFailure(undefined),
  }
}

export type Fail = ReturnType<typeof useFailure>['fail']
