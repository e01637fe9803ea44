import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** At the reader's midnight, and when the page is looked at again: timers stand still while a telephone sleeps. */
function look() {
  for (const listener of listeners) listener()
  clearTimeout(timer)
  const now = new Date()
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  timer = setTimeout(look, midnight.getTime() - now.getTime())
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    look()
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

const today = () => new Date().toDateString()

/** The reader's day; what says 'hoy' is drawn again when it changes. */
export const useToday = () => useSyncExternalStore(subscribe, today, today)
