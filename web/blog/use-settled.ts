import { useEffect, useState } from 'react'

/** Milliseconds without a key before long texts are compared again: typing doesn't wait for that. */
const pause = 400

/** The last value that stayed for a moment. */
export function useSettled<T>(value: T) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
