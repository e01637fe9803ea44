import { type RefObject, useEffect } from 'react'

/**
 * Tells the styles how much of the window the keyboard leaves: Safari lays the keyboard over the page and moves what
 * is seen (`interactive-widget` does it elsewhere). Who has zoomed in sees a part, and the page stays as it is.
 */
export function useVisibleWindow(page: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const seen = window.visualViewport
    const style = page.current?.style
    if (!seen || !style) return
    const tell = () => {
      if (seen.scale > 1.01) return
      style.setProperty('--seen-height', `${seen.height}px`)
      style.setProperty('--seen-top', `${seen.offsetTop}px`)
    }
    tell()
    seen.addEventListener('resize', tell)
    seen.addEventListener('scroll', tell)
    return () => {
      seen.removeEventListener('resize', tell)
      seen.removeEventListener('scroll', tell)
      style.removeProperty('--seen-height')
      style.removeProperty('--seen-top')
    }
  }, [page])
}
