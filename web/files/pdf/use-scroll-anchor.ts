import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps the visible text in place when a page above gets its real height. */
export function useScrollAnchor(frame: RefObject<HTMLElement | null>, width: number, height: number) {
  const before = useRef({ width, height })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { width, height }
    const scroller = frame.current?.parentElement
    // a change of width is a zoom, handled by use-zoom.ts
    if (!frame.current || !scroller || last.width !== width) return
    const isAbove = frame.current.getBoundingClientRect().top < scroller.getBoundingClientRect().top
    if (isAbove) scroller.scrollBy(0, height - last.height)
  }, [frame, width, height])
}
