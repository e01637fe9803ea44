import { useSyncExternalStore } from 'react'

function subscribe(listener: () => void) {
  const listeners = new AbortController()
  document.addEventListener('visibilitychange', listener, listeners)
  addEventListener('focus', listener, listeners)
  addEventListener('blur', listener, listeners)
  return () => listeners.abort()
}

const isVisible = () => document.visibilityState === 'visible'
const isActive = () => isVisible() && document.hasFocus()

/** True while the page is in front of its person. */
export const useIsVisible = () => useSyncExternalStore(subscribe, isVisible)

/** True while the page has the focus too. */
export const useIsActive = () => useSyncExternalStore(subscribe, isActive)
