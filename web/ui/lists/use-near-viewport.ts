import { useEffect, useEffectEvent, useState } from 'react'

/** Content loaded at this distance is ready when it is scrolled to. */
const usualMargin = '600px 0px'

/** Last intersection of an element, which the second value sets; `options` are the same at each call. */
export function useIntersection(options: IntersectionObserverInit) {
  const [element, setElement] = useState<Element | null>(null)
  const [entry, setEntry] = useState<IntersectionObserverEntry>()
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => setEntry(entries.at(-1)), options)
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, options])
  return [entry, setElement] as const
}

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
