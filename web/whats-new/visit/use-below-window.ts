import { useEffect, useState } from 'react'

/** Less of it at the lower edge of the window is not enough to be noticed. */
const margin = '0px 0px -96px 0px'

/** True while an element begins below the window. */
export function useBelowWindow() {
  const [element, setElement] = useState<Element | null>(null)
  const [isBelow, setBelow] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        setBelow(last !== undefined && !last.isIntersecting && last.boundingClientRect.top > 0)
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [isBelow, setElement] as const
}
