import { useEffect, useState } from 'react'

export function useInView() {
  const [element, setElement] = useState<Element | null>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      threshold: 0.5,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return [isInView, setElement] as const
}
