import { useEffect, useState } from 'react'
import { answerConfirmation, waitingForConfirmation } from '../../api/confirmation.ts'
import { useSession } from '../../api/session.ts'
import { useStore } from '../../api/store.ts'
import { askToReload, lazyPart } from '../../ui/lazy.ts'
import { texts } from './texts.ts'

const ConfirmationDialog = lazyPart(() => import('./confirmation-dialog.tsx'), askToReload(texts.reload))

/** Asks for the password while a dangerous call waits for it. */
export function Confirmation() {
  const isWaiting = useStore(waitingForConfirmation)
  const { phase } = useSession()
  const [wasOpened, setOpened] = useState(false)
  const [hasEnded, setEnded] = useState(false)
  if (isWaiting && !wasOpened) setOpened(true)
  if (isWaiting && phase === 'ended' && !hasEnded) setEnded(true)
  if (!isWaiting && hasEnded) setEnded(false)
  const isOpen = phase === 'member' || phase === 'limited'
  // signing in again confirms as well
  useEffect(() => {
    if (hasEnded && isOpen) answerConfirmation(true)
  }, [hasEnded, isOpen])
  return wasOpened && <ConfirmationDialog open={isWaiting && isOpen} onClose={answerConfirmation} />
}
