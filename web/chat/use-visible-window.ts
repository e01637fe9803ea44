import { type RefObject, useEffect } from 'react'

/**
 * Sets the visible part of the window as CSS variables: Safari puts the keyboard over the page and shifts the view
 * (other browsers follow `interactive-widget`). Unchanged while the page is zoomed in.
 */
export function useVisibleWindow(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const seen = window.visualViewport
    const style = page.current?.style
    if (!seen || !style) return
    const update = () => {
      if (seen.scale > 1.01) return
      style.setProperty('--seen-height', `${seen.height}px`)
      style.setProperty('--seen-top', `${seen.offsetTop}px`)
    }
    update()
    seen.addEventListener('resize', update)
    seen.addEventListener('scroll', update)
    return () => {
      seen.removeEventListener('resize', update)
      seen.removeEventListener('scroll', update)
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [page])
}
