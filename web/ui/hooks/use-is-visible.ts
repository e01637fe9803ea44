import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** True while the page is in front of its person. */
export const useIsVisible = () => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible')
