import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const headingTimeoutMs = 6000

interface Props {
  within: string
  /** The person's id or, without one, the phase of the session; undefined while it is loading. */
  viewer: string | undefined
}

/**
 * Moves the focus to the heading of a new page, so that screen readers read it, and scrolls to the top. Going back keeps
 * the browser's scroll position. Signing in or out moves the focus too, but doesn't scroll. A page that loads late is
 * waited for, unless the person has moved on.
 */
export function RouteAnnouncer({ within, viewer }: Props) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const announced = useRef({ pathname, viewer })

  useEffect(() => {
    const last = announced.current
    announced.current = { pathname, viewer: viewer ?? last.viewer }
    const isNewPath = last.pathname !== pathname
    const isNewViewer = viewer !== undefined && last.viewer !== undefined && last.viewer !== viewer
    if (!isNewPath && !isNewViewer) return
    if (isNewPath && navigationType !== 'POP') window.scrollTo(0, 0)

    const before = document.activeElement
    const main = document.getElementById(within)
    // a page may have focused its field
    if (!main || (main.contains(before) && before?.matches('textarea'))) return
    let focused: Element | null = null
    function focusHeading() {
      const { activeElement } = document
      if (activeElement !== before && activeElement !== document.body && activeElement !== focused)
        return observer.disconnect()
      const heading = main?.querySelector('h1')
      if (!heading || heading === focused) return
      focused = heading
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
  }, [pathname, viewer, navigationType, within])

  return null
}
