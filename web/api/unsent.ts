import { useState } from 'react'
import { useMember } from './session.ts'

function read<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/**
 * What somebody types and has not sent yet. It survives a reload and a lost session (DECISIONS §3): this tab keeps it,
 * for this person only, until it is sent, given up with `forget`, or the person signs out.
 */
export function useUnsent<T>(name: string, start: T) {
  const key = `unsent ${useMember()?.id} ${name}`
  const [typed, setTyped] = useState(() => read<T>(key) ?? start)

  function type(next: T) {
    setTyped(next)
    try {
      sessionStorage.setItem(key, JSON.stringify(next))
    } catch {
      // storage is full or closed to us: it lasts as long as the page
    }
  }

  return { typed, type, forget: () => sessionStorage.removeItem(key) }
}
