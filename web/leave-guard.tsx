import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { isAnythingUnsent, useAnythingUnsent } from './api/unsent.ts'
import { texts } from './auth/texts.ts'
import { useConfirm } from './ui/confirm.tsx'

/** Asks before a page is left on which something is typed and not sent; it is kept either way. */
export const LeaveGuard = () => useAnythingUnsent() && <Guard />

/** Apart, because the router warns of fragments that are followed while anything may hold it up. */
function Guard() {
  const confirm = useConfirm()
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => isAnythingUnsent() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (state !== 'blocked') return
    void confirm({ text: texts.confirmLeave, action: texts.leave }).then((leaves) => (leaves ? proceed() : reset()))
  }, [state, proceed, reset, confirm])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])

  return null
}
