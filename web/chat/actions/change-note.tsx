import { messageOf } from '../../api/call.ts'
import { FailedNote, SendingNote } from '../messages/send-note.tsx'
import type { WaitingMessageChange } from '../sync/message-changes.ts'
import { texts } from '../texts.ts'
import { useChatActions } from './chat-actions.ts'

/** Below a message whose edit or deletion the server hasn't confirmed. */
export function ChangeNote({ change: { id, message, state, error } }: { change: WaitingMessageChange }) {
  const { retryChange, discardChange } = useChatActions()
  const isEdit = message !== null
  if (state === 'done') return null
  if (state === 'sending') return <SendingNote>{isEdit ? texts.saving : texts.deleting}</SendingNote>
  return (
    <FailedNote
      error={messageOf(error, isEdit ? texts.editFailed : texts.deleteFailed)}
      onRetry={() => retryChange(id)}
      onDiscard={() => discardChange(id)}
    />
  )
}
