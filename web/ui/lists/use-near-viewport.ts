import { useEffect, useEffectEvent, useState } from 'react'

/** Content loaded at this distance is ready when it is scrolled to. */
const usualMargin = '600px 0px'

export function useNearViewport(onNear: () => void, margin = usualMargin) {
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
  }, [element, margin])
  return setElement
}
