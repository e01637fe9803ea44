import { memo } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { messageOf } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { Reactions } from '../../reactions/reactions.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { useChat } from '../chat-context.ts'
import type { Pending, WaitingMessageChange } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import { Bubble, FailedNote, type Placement, SendingNote } from './bubble.tsx'
import css from './message.module.css'
import type { MessageHeader } from './message-groups.ts'
import { MessageQuote, MessageText } from './message-text.tsx'

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
  const { changeQueue } = useChat()
  const isEdit = message !== null
  if (state === 'done') return null
  if (state === 'sending') return <SendingNote>{isEdit ? texts.saving : texts.deleting}</SendingNote>
  const failure = messageOf(error, isEdit ? texts.editFailed : texts.deleteFailed)
  return <FailedNote id={id} queue={changeQueue} error={failure} />
}

/** A message that isn't known to be stored. */
export function PendingMessage({ message: pending, ...bubble }: Placement & { message: Pending & MessageHeader }) {
  const { id, message, answered, state, error, isRefused, username, created_at } = pending
  const { queue } = useChat()
  const hasFailed = state === 'failed'
  const isAway = useLive() === 'disconnected'
  const failure = messageOf(error, texts.sendFailed)
  return (
    <Bubble {...bubble} name={username} at={created_at} isOwn isPending={!hasFailed}>
      {answered && <MessageQuote {...answered} />}
      <MessageText message={message} />
      {hasFailed ? (
        <FailedNote
          id={id}
          queue={queue}
          error={isAway && !isRefused ? `${failure.replace(/\.?$/, '.')} ${texts.waiting}.` : failure}
        />
      ) : (
        <SendingNote>{isAway ? texts.waiting : texts.sending}</SendingNote>
      )}
    </Bubble>
  )
}
