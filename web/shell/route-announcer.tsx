import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const patience = 6000 // ms a page may take to bring its heading

/**
 * After a change of page the focus goes to its heading, which screen readers then read, and the window to its top
 * (going back keeps the browser's own place). Pages that load late are waited for, unless the person moved on.
 */
export function RouteAnnouncer({ within }: { within: string }) {
  const { pathname } = useLocation()
  const how = useNavigationType()
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (how !== 'POP') window.scrollTo(0, 0)

    const before = document.activeElement
    const main = document.getElementById(within)
    if (!main) return
    const tryIt = () => {
      if (document.activeElement !== before && document.activeElement !== document.body) return true
      const heading = main.querySelector('h1')
      if (!heading) return false
      heading.tabIndex = -1
      heading.focus({ preventScroll: true })
      return true
    }
    if (tryIt()) return
    const watch = new MutationObserver(() => {
      if (tryIt()) watch.disconnect()
    })
    watch.observe(main, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), patience)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [pathname, how, within])

  return null
}
