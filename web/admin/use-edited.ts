import { useCallback, useState } from 'react'

interface Shown<T> {
  /** Another key is another form. */
  key: number
  /** Null makes a new one. */
  thing: T | null
  isOpen: boolean
  isDone: boolean
}

/**
 * What a dialog is about. A form that was put aside (Escape, the cross) is found again as it was left when it is opened
 * for the same thing; one that was saved or cancelled starts anew.
 */
export function useEdited<T extends { id: string }>() {
  const [shown, setShown] = useState<Shown<T> | null>(null)

  const open = useCallback((thing: T | null) => {
    setShown((before) =>
      before && !before.isDone && before.thing?.id === thing?.id
        ? { ...before, isOpen: true }
        : { key: (before?.key ?? 0) + 1, thing, isOpen: true, isDone: false },
    )
  }, [])

  const close = (isDone: boolean) => setShown((before) => before && { ...before, isOpen: false, isDone })

  return { shown, open, close }
}
