import { useEffect, useState } from 'react'

/** The last value that stayed for so many milliseconds: what is costly doesn't follow every key. */
export function useSettled<T>(value: T, pause: number) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
