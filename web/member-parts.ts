// The parts of the app that only signed-in people need, on every page: a visitor's first page goes without them.
import { createStore } from './api/store.ts'

/** Undefined until they are loaded. */
export const memberParts = createStore<typeof import('./member.tsx') | undefined>(undefined)

export async function loadMemberParts() {
  const parts = await import('./member.tsx')
  memberParts.set(parts)
  return parts
}
