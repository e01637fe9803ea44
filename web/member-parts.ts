// The parts of the app that only signed-in people need, on every page: a visitor's first page goes without them.
import { growingDelaysMs, repeated } from './api/repeated.ts'
import { createStore } from './api/store.ts'

/** Undefined until they are loaded. */
export const memberParts = createStore<typeof import('./member.tsx') | undefined>(undefined)

export async function loadMemberParts() {
  const parts = await repeated(() => import('./member.tsx'))
  memberParts.set(parts)
  return parts
}

const firstDelayMs = 5000
const maxDelayMs = 60_000

/** Tries until they are loaded, or the returned function is called. */
export function keepLoadingMemberParts() {
  let isOver = false
  const load = async () => {
    if (!isOver) await loadMemberParts()
  }
  void repeated(load, undefined, growingDelaysMs(firstDelayMs, maxDelayMs))
  return () => {
    isOver = true
  }
}
