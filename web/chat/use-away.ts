import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLive } from '../api/live.ts'

export const isLooking = () => document.visibilityState === 'visible' && document.hasFocus()

/** Milliseconds after one is back in which what was missed arrives. */
const arrivesWithin = 5000
/** Milliseconds between two looks at the clock, and how long one may take before the computer has slept. */
const lookEvery = 5000
const slept = 20_000

/**
 * The newest message there was when one left off, until one is back and what was missed is there; undefined while one
 * follows. One leaves with the focus, with the connection, and when the computer sleeps.
 */
export function useAway(newest: number) {
  const live = useLive()
  const wasLive = useRef(false)
  const wasAway = useRef<boolean>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [left, setLeft] = useState<number>()

  const leave = useEffectEvent(() => {
    clearTimeout(timer.current)
    setLeft(newest)
  })
  const comeBack = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setLeft(undefined), arrivesWithin)
  })
  const look = useEffectEvent(() => {
    wasLive.current ||= live === 'connected'
    const isAway = (wasLive.current && live !== 'connected') || !isLooking()
    // what is new to who opens the page elsewhere is marked already
    if (isAway && wasAway.current === false) leave()
    if (!isAway && wasAway.current) comeBack()
    wasAway.current = isAway
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the connection is one of the reasons
  useEffect(() => look(), [live])
  useEffect(() => {
    const onChange = () => look()
    let looked = Date.now()
    const clock = setInterval(() => {
      const wasAsleep = Date.now() - looked > slept
      looked = Date.now()
      if (!wasAsleep || wasAway.current) return
      leave()
      comeBack()
    }, lookEvery)
    window.addEventListener('blur', onChange)
    window.addEventListener('focus', onChange)
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearInterval(clock)
      clearTimeout(timer.current)
      window.removeEventListener('blur', onChange)
      window.removeEventListener('focus', onChange)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [])
  return left
}
