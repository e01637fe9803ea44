import { useCallback, useState } from 'react'

interface DialogTarget<T> {
  /** A new key resets the form. */
  key: number
  /** Null creates an item. */
  target: T | null
  isOpen: boolean
  isDone: boolean
}

/**
 * The item of an open dialog. A form closed with Escape or the cross keeps its values for the same item, unless that was
 * activated or deactivated since, which changes the form; a saved or cancelled one starts empty.
 */
export function useDialogTarget<T extends { id: string; is_active?: boolean }>() {
  const [current, setCurrent] = useState<DialogTarget<T> | null>(null)

  const open = useCallback((target: T | null) => {
    const isSame = (other: T | null) => other?.id === target?.id && other?.is_active === target?.is_active
    setCurrent((before) =>
      before && !before.isDone && isSame(before.target)
        ? { ...before, isOpen: true }
        : { key: (before?.key ?? 0) + 1, target: target, isOpen: true, isDone: false },
    )
  }, [])

  const close = (isDone: boolean) => setCurrent((before) => before && { ...before, isOpen: false, isDone })

  return { shown: current, open, close }
}
