import { useEffect, useState } from 'react'

/** Whether something has lasted for so many milliseconds: what is over sooner isn't worth a word. */
export function useLate(isOn: boolean, after: number) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLate(true), after)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isOn, after])
  return isOn && isLate
}
