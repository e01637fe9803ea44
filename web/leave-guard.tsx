import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { hasOpenDrafts, useHasOpenDrafts } from './api/drafts.ts'
import { texts } from './auth/texts.ts'
import { confirm } from './ui/dialogs/confirm.tsx'
import { useUnloadWarning } from './ui/hooks/unload-warning.ts'

const pathOf = (url: string | null | undefined) => url && new URL(url).pathname

/**
 * Asks before a page with a draft is left by a link, by the router or by the browser's buttons; the draft stays stored
 * either way. Browsers without the Navigation API (before Firefox 147 and Safari 26.2) ask when the window is closed only.
 */
export function LeaveGuard() {
  const navigate = useNavigate()
  const open = useEffectEvent((url: string, replace: boolean) => {
    void navigate(url.slice(location.origin.length), { replace })
  })

  useEffect(() => {
    if (!('navigation' in globalThis)) return
    const listeners = new AbortController()
    const { signal } = listeners
    let isAsking = false
    /** Entry of the page on screen and destination of a step of the browser's buttons, until it is decided. */
    let held: NavigationHistoryEntry | null = null
    let step: NavigationDestination | undefined
    /** Settles when the page on screen is the current entry again. */
    let wayBack: Promise<unknown> | undefined
    /** Address that the person has agreed to go to. */
    let agreed: string | undefined

    async function ask(url: string, proceed: () => void) {
      isAsking = true
      const leaves = await confirm({ text: texts.confirmLeave, action: texts.leave })
      for (let last: typeof wayBack; last !== wayBack; ) {
        last = wayBack
        await last
      }
      isAsking = false
      held = null
      if (!leaves) return
      agreed = url
      proceed()
    }

    function askFirst(event: NavigateEvent) {
      const { destination, navigationType } = event
      const isAgreed = destination.url === agreed
      agreed = undefined
      const shown = held ?? navigation.currentEntry
      if (!isAsking) held = null
      if (isAgreed || !destination.sameDocument || pathOf(destination.url) === pathOf(shown?.url)) return
      if (!isAsking && !hasOpenDrafts()) return
      held = shown
      // Chromium counts its next step from where a prevented one would have led: such a step is undone instead
      if (navigationType !== 'traverse') event.preventDefault()
      if (isAsking) return
      if (navigationType === 'traverse') step = destination
      else void ask(destination.url, () => open(destination.url, navigationType === 'replace'))
    }

    /** Goes back to the page on screen, which the router doesn't hear of, and asks. */
    function stay(event: PopStateEvent) {
      if (!held || navigation.currentEntry?.key === held.key) return
      event.stopImmediatePropagation()
      const { committed, finished } = navigation.traverseTo(held.key)
      wayBack = Promise.allSettled([committed, finished])
      if (isAsking || !step) return
      const { url, key } = step
      void ask(url, () => navigation.traverseTo(key))
    }
    navigation.addEventListener('navigate', askFirst, { signal })
    addEventListener('popstate', stay, { signal, capture: true })
    return () => listeners.abort()
  }, [])
  useUnloadWarning('drafts', useHasOpenDrafts())
  return null
}
