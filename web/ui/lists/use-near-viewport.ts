import { useEffect, useEffectEvent, useState } from 'react'

/** Content loaded at this distance is ready when it is scrolled to. */
const margin = '600px 0px'

export function useNearViewport(onNear: () => void) {
  const [element, setElement] = useState<Element | null>(null)
  const handleNear = useEffectEvent(onNear)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) handleNear()
      },
      { rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return setElement
}
