import { type ComponentType, createElement, lazy, type ReactNode, Suspense, useEffect } from 'react'

/**
 * A component that is loaded when it is first rendered, with `placeholder` in its place. After a new release it may be
 * missing on the server: then `fallback` is rendered, and the page stays (lazy-fallbacks.tsx has the two usual ones);
 * without one the page says that it failed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback?: ComponentType<Props>,
  placeholder?: ReactNode,
) {
  const part = lazy(fallback ? () => load().catch(() => ({ default: fallback })) : load) as ComponentType<Props>
  return (props: Props) => createElement(Suspense, { fallback: placeholder }, createElement(part, props))
}

/** Fallback for a part without which the page is whole. */
export const nothing = () => null

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
