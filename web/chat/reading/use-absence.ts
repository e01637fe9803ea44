import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../../api/live.ts'

export const isPageActive = () => document.visibilityState === 'visible' && document.hasFocus()

/** Time after a return in which missed messages arrive. */
const catchUpMs = 5000
const pollIntervalMs = 5000
/** A poll later than this means that the computer has slept. */
const sleepThresholdMs = 20_000

/**
 * The newest `seq` at the start of an absence, until the return and the arrival of the missed messages; undefined while
 * the person is present. An absence begins when the page loses the focus or the connection, or the computer sleeps.
 */
export function useAbsence(newest: number) {
  const live = useLive()
  const wasConnected = useRef(false)
  const wasAway = useRef<boolean>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [leftAt, setLeftAt] = useState<number>()

  const leave = useEffectEvent(() => {
    clearTimeout(timer.current)
    setLeftAt(newest)
  })
  const comeBack = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLeftAt(undefined), catchUpMs)
  })
  const update = useEffectEvent(() => {
    wasConnected.current ||= live === 'connected'
    const isAway = (wasConnected.current && live !== 'connected') || !isPageActive()
    // a page opened in the background has its divider already
    if (isAway && wasAway.current === false) leave()
    if (!isAway && wasAway.current) comeBack()
    wasAway.current = isAway
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `live` is read by `update`
  useEffect(() => update(), [live])
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    const onChange = () => update()
    let lastPoll = Date.now()
    const clock = setInterval(() => {
      const hasSlept = Date.now() - lastPoll > sleepThresholdMs
      lastPoll = Date.now()
      if (!hasSlept || wasAway.current) return
      leave()
      comeBack()
    }, pollIntervalMs)
    window.addEventListener('blur', onChange, { signal })
    window.addEventListener('focus', onChange, { signal })
    document.addEventListener('visibilitychange', onChange, { signal })
    return () => {
      clearInterval(clock)
      clearTimeout(timer.current)
      listeners.abort()
    }
  }, [])
  return leftAt
}
