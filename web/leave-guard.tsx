import { useEffect } from 'react'
import { hasOpenDrafts, useHasOpenDrafts } from './api/drafts.ts'
import { texts } from './auth/texts.ts'
import { askBeforeLeaving } from './guarded-history.ts'
import { useConfirm } from './ui/dialogs/confirm.tsx'
import { useUnloadWarning } from './ui/hooks/unload-warning.ts'

/** Asks before leaving a page with a draft; the draft stays stored either way. */
export function LeaveGuard() {
  const confirm = useConfirm()
  useEffect(
    () =>
      askBeforeLeaving({
        isNeeded: hasOpenDrafts,
        ask: () => confirm({ text: texts.confirmLeave, action: texts.leave }),
      }),
    [confirm],
  )
  useUnloadWarning('drafts', useHasOpenDrafts())
  return null
}
