import { useState } from 'react'
import type { User } from '../../contract/users.ts'

interface Shown {
  /** Another key is another form. */
  key: number
  /** Null makes a new account. */
  user: User | null
  isOpen: boolean
  isDone: boolean
}

/**
 * Which account the dialog is about. A form that was put aside (Escape, the cross) is found again as it was left when
 * it is opened for the same account; one that was saved or cancelled starts anew.
 */
export function useUserDialog() {
  const [shown, setShown] = useState<Shown | null>(null)

  function open(user: User | null) {
    setShown((before) =>
      before && !before.isDone && before.user?.id === user?.id
        ? { ...before, isOpen: true }
        : { key: (before?.key ?? 0) + 1, user, isOpen: true, isDone: false },
    )
  }

  const close = (isDone: boolean) => setShown((before) => before && { ...before, isOpen: false, isDone })

  return { shown, open, close }
}
