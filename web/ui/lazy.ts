import { type ComponentType, lazy, useEffect } from 'react'

/**
 * A component that is loaded when it is first rendered. After a new release it may be missing on the server: then
 * `fallback` is rendered, and the page stays (lazy-fallbacks.tsx has the two usual ones).
 */
export const lazyPart = <Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<Props>,
) => lazy<ComponentType<Props>>(() => load().catch(() => ({ default: fallback })))

/** Fallback for a dialog that nothing can replace: asks to load the new release. Typed texts are kept over the reload. */
export const askToReload = (text: string) =>
  function Unavailable({ open, onClose }: { open: boolean; onClose: (isDone: boolean) => void }) {
    useEffect(() => {
      if (!open) return
      // biome-ignore lint/suspicious/noAlert: nothing better could be loaded
      if (window.confirm(text)) location.reload()
      else onClose(false)
    }, [open, onClose])
    return null
  }
