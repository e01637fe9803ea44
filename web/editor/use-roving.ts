import { type RefObject, useEffect } from 'react'

const buttons = 'button:not(:disabled), a[href]'

const buttonsOf = (toolbar: HTMLElement) => [...toolbar.querySelectorAll<HTMLElement>(buttons)]

/** Where an arrow leads among so many, round at the ends. Undefined for other keys. */
const placesOf = (at: number, count: number): Record<string, number> => ({
  ArrowRight: (at + 1) % count,
  ArrowLeft: (at - 1 + count) % count,
  Home: 0,
  End: count - 1,
})

/**
 * One stop of the Tab key for all the buttons of a toolbar, arrows among them. It asks the page and not React for the
 * buttons, so that whatever a caller puts in takes part, and the dialogs of those buttons don't.
 */
export function useRoving(toolbar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = toolbar.current
    if (!root) return

    const stopAt = (stop: Element | null | undefined) => {
      if (stop) for (const one of buttonsOf(root)) one.tabIndex = one === stop ? 0 : -1
    }
    const settle = () => {
      const all = buttonsOf(root)
      stopAt(all.find((one) => one === document.activeElement) ?? all.find((one) => one.tabIndex === 0) ?? all[0])
    }
    const follow = ({ target }: FocusEvent) => stopAt(target instanceof Element ? target.closest(buttons) : null)
    const move = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const all = buttonsOf(root)
      const at = all.indexOf(event.target as HTMLElement) // -1 for whatever else it is
      const next = at < 0 ? undefined : placesOf(at, all.length)[event.key]
      if (next === undefined) return
      event.preventDefault()
      all[next]?.focus()
    }

    stopAt(buttonsOf(root)[0])
    const observer = new MutationObserver(settle)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    root.addEventListener('focusin', follow)
    root.addEventListener('keydown', move)
    return () => {
      observer.disconnect()
      root.removeEventListener('focusin', follow)
      root.removeEventListener('keydown', move)
    }
  }, [toolbar])
}
