import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { hasOpenDrafts, useHasOpenDrafts } from './api/drafts.ts'
import { texts } from './auth/texts.ts'
import { useConfirm } from './ui/dialogs/confirm.tsx'
import { useUnloadWarning } from './ui/hooks/unload-warning.ts'

/** Asks before leaving a page with a draft; the draft stays stored either way. */
export const LeaveGuard = () => useHasOpenDrafts() && <Guard />

/** Mounted only with a draft: with a blocker the router warns about links to fragments. */
function Guard() {
  const confirm = useConfirm()
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation, nextLocation }) => hasOpenDrafts() && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (state !== 'blocked') return
    void confirm({ text: texts.confirmLeave, action: texts.leave }).then((leaves) => (leaves ? proceed() : reset()))
  }, [state, proceed, reset, confirm])

  useUnloadWarning('drafts', true)

  return null
}
