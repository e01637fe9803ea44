import { useEffect, useState } from 'react'

/** Whether most of an element is in the window; the second one is its `ref`. */
export function useInSight() {
  const [element, setElement] = useState<Element | null>(null)
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [isInSight, setElement] as const
}
