import { type RefObject, useEffect } from 'react'

const buttons = 'button:not(:disabled), a[href]'

const buttonsOf = (toolbar: HTMLElement) => [...toolbar.querySelectorAll<HTMLElement>(buttons)]

/** Target index by key; arrows wrap around. */
const targetsOf = (at: number, count: number): Record<string, number> => ({
  ArrowRight: (at + 1) % count,
  ArrowLeft: (at - 1 + count) % count,
  Home: 0,
  End: count - 1,
})

/**
 * One tab stop for all buttons of a toolbar, arrow keys, Home and End between them. Base UI's Toolbar has no Home and
 * End, and would require its own button component; here buttons are found in the DOM.
 */
export function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = toolbar.current
    if (!root) return

    const stopAt = (stop: Element | null | undefined) => {
      if (stop) for (const one of buttonsOf(root)) one.tabIndex = one === stop ? 0 : -1
    }
    const restoreStop = () => {
      const all = buttonsOf(root)
      stopAt(all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0) ?? all[0])
    }
    const moveStop = ({ target }: FocusEvent) => stopAt(target instanceof Element ? target.closest(buttons) : null)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const all = buttonsOf(root)
      const at = all.indexOf(event.target as HTMLElement)
      const next = at < 0 ? undefined : targetsOf(at, all.length)[event.key]
      if (next === undefined) return
      event.preventDefault()
      all[next]?.focus()
    }

    stopAt(buttonsOf(root)[0])
    const observer = new MutationObserver(restoreStop)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    root.addEventListener('focusin', moveStop)
    root.addEventListener('keydown', onKeyDown)
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', moveStop)
      root.removeEventListener('keydown', onKeyDown)
    }
  }, [toolbar])
}
