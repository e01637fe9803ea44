import { messageOf } from '../../api/call.ts'
import { FailedNote, SendingNote } from '../messages/send-note.tsx'
import type { WaitingMessageChange } from '../sync/message-changes.ts'
import { texts } from '../texts.ts'

interface Props {
  change: WaitingMessageChange
  onRetry: () => void
  onDiscard: () => void
}

/** Below a message whose edit or deletion the server hasn't confirmed. */
export function ChangeNote({ change, onRetry, onDiscard }: Props) {
  const isEdit = change.message !== null
  if (change.state === 'done') return null
  if (change.state === 'sending') return <SendingNote>{isEdit ? texts.saving : texts.deleting}</SendingNote>
  const error = messageOf(change.error, isEdit ? texts.editFailed : texts.deleteFailed)
  return <FailedNote error={error} onRetry={onRetry} onDiscard={onDiscard} />
}
