import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds that a success is told of (SPEC §9). */
const lasts = 3000

/** Something that is so for a moment; said again, its moment starts again. `stop` ends it before. */
export function usePassing() {
  const [isSo, setSo] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = useCallback(() => {
    clearTimeout(timer.current)
    setSo(true)
    timer.current = setTimeout(() => setSo(false), lasts)
  }, [])
  const stop = useCallback(() => {
    clearTimeout(timer.current)
    setSo(false)
  }, [])
  return [isSo, say, stop] as const
}
