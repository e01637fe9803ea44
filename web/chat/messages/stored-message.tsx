import { memo } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { messageOf } from '../../api/call.ts'
import { Reactions } from '../../reactions/reactions.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { useChatActions } from '../actions/chat-actions.ts'
import type { WaitingMessageChange } from '../sync/message-changes.ts'
import { texts } from '../texts.ts'
import { Bubble, type Placement } from './bubble.tsx'
import css from './message.module.css'
import { MessageQuote, MessageText } from './message-text.tsx'
import { FailedNote, SendingNote } from './send-note.tsx'

interface Props extends Placement {
  message: ChatMessage
  /** An edit or a deletion that waits. */
  change: WaitingMessageChange | undefined
  isOwn: boolean
  /** The newest message, whose actions are a tab stop. */
  isNewest: boolean
  isHighlighted: boolean
}

/** Rendered again only when it changes itself. */
export const StoredMessage = memo(({ message, change, isNewest, ...bubble }: Props) => {
  const { id, seq, username, created_at, reply_to, quote, reactions, edited_at } = message
  const isDeleted = message.deleted_at !== null || change?.message === null
  const tools = (
    <IconButton
      icon="more"
      label={texts.actionsOf(username)}
      className={css.actions}
      tabIndex={isNewest ? 0 : -1}
      aria-haspopup="menu"
      data-message-actions
    />
  )
  return (
    <Bubble {...bubble} name={username} at={created_at} seq={seq} tools={!isDeleted && tools}>
      {isDeleted ? (
        <p className={css.deleted}>{texts.deleted}</p>
      ) : (
        <>
          {reply_to !== null && quote !== null && <MessageQuote id={reply_to} quote={quote} />}
          <MessageText message={change?.message ?? message.message} />
          {(edited_at !== null || change) && <span className="faint tiny">{texts.edited}</span>}
          <Reactions kind="message" id={id} reactions={reactions} appearance="begun" className={css.reactions} />
        </>
      )}
      {change && <ChangeNote change={change} />}
    </Bubble>
  )
})

/** Below a message whose edit or deletion the server hasn't confirmed. */
function ChangeNote({ change: { id, message, state, error } }: { change: WaitingMessageChange }) {
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
