import { useEffect, useState } from 'react'

/** True once `isOn` has been true for `delayMs`; shorter states aren't shown. */
export function useDelayedFlag(isOn: boolean, delayMs: number) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), delayMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, delayMs])
  return isOn && isLate
}
