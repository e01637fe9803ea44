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
    /** Entry of the page on screen, while the question is open. */
    let held: NavigationHistoryEntry | null = null
    /** Address that the person has agreed to go to. */
    let agreed: string | undefined

    async function askFirst(event: NavigateEvent) {
      const { destination, navigationType } = event
      const shown = held ?? navigation.currentEntry
      if (!hasOpenDrafts() || !destination.sameDocument || pathOf(destination.url) === pathOf(shown?.url)) return
      if (destination.url === agreed) {
        agreed = undefined
        return
      }
      // Chromium counts its next step from where a prevented one would have led: such a step is undone instead
      if (navigationType !== 'traverse') event.preventDefault()
      if (held) return
      held = shown
      const leaves = await confirm({ text: texts.confirmLeave, action: texts.leave })
      held = null
      if (!leaves) return
      agreed = destination.url
      if (navigationType === 'traverse') navigation.traverseTo(destination.key)
      else open(destination.url, navigationType === 'replace')
    }

    /** Goes back to the page on screen, which the router doesn't hear of. */
    function stay(event: PopStateEvent) {
      if (!held || navigation.currentEntry?.key === held.key) return
      event.stopImmediatePropagation()
      navigation.traverseTo(held.key)
    }
    navigation.addEventListener('navigate', (event) => void askFirst(event), { signal })
    addEventListener('popstate', stay, { signal, capture: true })
    return () => listeners.abort()
  }, [])
  useUnloadWarning('drafts', useHasOpenDrafts())
  return null
}
