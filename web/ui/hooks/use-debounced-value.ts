import { useEffect, useState } from 'react'

export function useDebouncedValue<T>(value: T, debounceMs: number) {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value, debounceMs])
  return debounced
}
