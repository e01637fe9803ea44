import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const headingTimeoutMs = 6000

/**
 * Moves the focus to the new page's heading, which screen readers then read, and the window to its top (going back
 * restores the browser's position). Waits for pages that load late, unless the person has moved on.
 */
export function RouteAnnouncer({ within }: { within: string }) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const announcedPath = useRef(pathname)

  useEffect(() => {
    if (announcedPath.current === pathname) return
    announcedPath.current = pathname
    if (navigationType !== 'POP') window.scrollTo(0, 0)

    const before = document.activeElement
    const main = document.getElementById(within)
    if (!main) return
    let announced: Element | null = null
    function focusHeading() {
      const { activeElement } = document
      if (activeElement !== before && activeElement !== document.body && activeElement !== announced)
        return observer.disconnect()
      const heading = main?.querySelector('h1')
      if (!heading || heading === announced) return
      announced = heading
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
    }
    // a page that is loading may have another heading at first
    const observer = new MutationObserver(focusHeading)
    observer.observe(main, { childList: true, subtree: true })
    focusHeading()
    const timer = setTimeout(() => observer.disconnect(), headingTimeoutMs)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [pathname, navigationType, within])

  return null
}
