import { type KeyboardEvent, type MouseEvent, useId, useState } from 'react'
import { isComposing } from '../is-composing.ts'

interface Options {
  count: number
  /** Pressing Enter; undefined if there is no option. */
  onEnter: (index: number | undefined, event: KeyboardEvent) => void
  onMove?: (index: number) => void
  /** Without it an arrow is the first to make an option active. */
  startsAtFirst?: boolean
}

/**
 * The active option of a list below a field. The focus stays in the field: arrow keys move through the options, Enter
 * chooses (WAI-ARIA, "Combobox").
 */
export function useActiveOption({ count, onEnter, onMove, startsAtFirst = true }: Options) {
  const list = useId()
  const [active, setActive] = useState<number>()
  const current = Math.min(active ?? (startsAtFirst ? 0 : -1), count - 1)
  const idOf = (index: number) => `${list}-${index}`

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(count - 1, current + step))
      setActive(next)
      document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
      onMove?.(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      onEnter(current < 0 ? undefined : current, event)
    }
  }

  return {
    list,
    current,
    reset: () => setActive(undefined),
    fieldProps: {
      role: 'combobox',
      'aria-expanded': count > 0,
      'aria-controls': list,
      'aria-autocomplete': 'list',
      'aria-activedescendant': current >= 0 ? idOf(current) : undefined,
      autoComplete: 'off',
      onKeyDown,
    },
    /** Beside the role and a `tabIndex` of -1. */
    optionProps: (index: number) => ({
      id: idOf(index),
      'aria-selected': index === current,
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onPointerMove: () => index !== active && setActive(index),
    }),
  } as const
}
