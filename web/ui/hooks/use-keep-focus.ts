import { type RefObject, useLayoutEffect } from 'react'

/** Moves the focus to the dialog when `root`, which contains it, is removed: Firefox and WebKit would leave it on the body. */
export function useKeepFocus(root: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const element = root.current
    return () => {
      if (element?.contains(document.activeElement)) element.closest<HTMLElement>('[role="dialog"]')?.focus()
    }
  }, [root])
}
