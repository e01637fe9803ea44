import { useEffect, useEffectEvent, useState } from 'react'

/** How far from the window something counts as near: what is loaded then is there when one arrives. */
const margin = '600px 0px'

/** Calls back each time that the element comes near the window; the last time round it may have been too early. */
export function useOnNear(onNear: () => void) {
  const [element, setElement] = useState<Element | null>(null)
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) near()
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return setElement
}
