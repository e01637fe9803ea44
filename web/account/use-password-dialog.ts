import { type MouseEvent, useState } from 'react'

/** The password modal as it is shown: a new one each time, so that nothing typed is found again. */
export function usePasswordDialog() {
  const [shown, setShown] = useState<{ key: number; isOpen: boolean }>()

  function open({ currentTarget }: MouseEvent<HTMLElement>) {
    currentTarget.focus() // not every browser does so for a click; it comes back here
    setShown((before) => ({ key: (before?.key ?? 0) + 1, isOpen: true }))
  }

  const close = () => setShown((before) => before && { ...before, isOpen: false })

  return { shown, open, close }
}
