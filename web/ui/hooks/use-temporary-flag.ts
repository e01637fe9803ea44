import { useCallback, useEffect, useRef, useState } from 'react'

/** SPEC §9. */
const visibleMs = 3000

/** A flag that is on for `visibleMs` after `show`; showing again restarts the time. */
export function useTemporaryFlag() {
  const [isOn, setOn] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(() => {
    clearTimeout(timer.current)
    setOn(true)
    timer.current = setTimeout(() => setOn(false), visibleMs)
  }, [])
  const hide = useCallback(() => {
    clearTimeout(timer.current)
    setOn(false)
  }, [])
  return [isOn, show, hide] as const
}
