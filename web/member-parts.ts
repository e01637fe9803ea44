// The parts of the app that only signed-in people need, on every page: a visitor's first page goes without them.
import { repeated } from './api/repeated.ts'
import { createStore } from './api/store.ts'

/** Undefined until they are loaded. */
export const memberParts = createStore<typeof import('./member.tsx') | undefined>(undefined)

export async function loadMemberParts() {
  const parts = await repeated(() => import('./member.tsx'))
  memberParts.set(parts)
  return parts
}

const firstPauseMs = 5000
const longestPauseMs = 60_000

/** Tries until they are loaded, or the returned function is called. */
export function keepLoadingMemberParts() {
  let pauseMs = firstPauseMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const load = () =>
    void loadMemberParts().catch(() => {
      if (isOver) return
      timer = setTimeout(load, pauseMs)
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    })
  load()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}
