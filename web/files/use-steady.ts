import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What one reads stays where it is when a page above it turns out to be longer or shorter than it was taken for. */
export function useSteady(sheet: RefObject<HTMLElement | null>, width: number, height: number) {
  const before = useRef({ width, height })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { width, height }
    const scroller = sheet.current?.parentElement
    // another width is another size of all pages, which use-zoom.ts looks after
    if (!sheet.current || !scroller || last.width !== width) return
    const isAbove = sheet.current.getBoundingClientRect().top < scroller.getBoundingClientRect().top
    if (isAbove) scroller.scrollBy(0, height - last.height)
  }, [sheet, width, height])
}
