import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fileKeys, newsKeys, postKeys } from './keys.ts'
import { liveState, onLiveState, onReconnect } from './live.ts'

/** Spreads the requests of all browsers after a restart of the server. */
const maxDelayMs = 1000

/**
 * Reads open lists and things again after a connection broke off or failed, as their changes were not announced meanwhile. Comments,
 * chat, notices and counts do so by themselves.
 */
export function useRereadLists() {
  const client = useQueryClient()
  useEffect(() => {
    // at the first attempt everything has just been loaded
    let wasAway = false
    let timer: ReturnType<typeof setTimeout> | undefined
    function reread() {
      timer = undefined
      // a hidden page does it when it is looked at
      const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
      for (const queryKey of [postKeys.all, newsKeys.all, fileKeys.all])
        void client.invalidateQueries({ queryKey, refetchType })
    }
    const stops = [
      onLiveState(() => {
        wasAway ||= liveState() === 'disconnected'
      }),
      onReconnect(() => {
        if (wasAway) timer ??= setTimeout(reread, Math.random() * maxDelayMs)
        wasAway = false
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [client])
}
