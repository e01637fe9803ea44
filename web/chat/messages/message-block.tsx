import { Fragment, memo, useMemo } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { User } from '../../../contract/users.ts'
import { messageOf } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { Reactions } from '../../reactions/reactions.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { useChat } from '../chat-context.ts'
import page from '../chat-page.module.css'
import type { NewDivider } from '../reading/new-divider.ts'
import type { Pending, WaitingMessageChange } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import { Bubble, DayDivider, FailedNote, NewMessagesDivider, type Placement, SendingNote } from './bubble.tsx'
import css from './message.module.css'
import { displayedTime, groupStart, isGroupEnd, type MessageHeader } from './message-groups.ts'
import { MessageQuote, MessageText } from './message-text.tsx'

interface Props {
  messages: readonly ChatMessage[]
  /** The neighbours above the first and below the last message. */
  before: MessageHeader | undefined
  after: MessageHeader | undefined
  me: string
  /** The divider of new messages, if it is at one of these. */
  divider: NewDivider | undefined
  /** The `seq` of the message that a link leads to, if it is one of these. */
  highlighted: number | undefined
  /** The changes that wait, by message; undefined if they are of other messages. */
  changes: ReadonlyMap<string, WaitingMessageChange> | undefined
  /** The newest message's actions are a tab stop. */
  newest: number | undefined
  /** The current day, so that 'hoy' becomes 'ayer'. */
  today: string
}

/** About fifty messages, rendered again only when one of them changes. */
export const MessageBlock = memo(({ messages, before, after, me, divider, highlighted, ...rest }: Props) => (
  <div className={page.block}>
    {messages.map((message, index) => {
      const above = messages[index - 1] ?? before
      const below = messages[index + 1] ?? after
      const { isNewDay, isNewGroup } = groupStart(message, above)
      const isHighlighted = message.seq === highlighted
      const isNew = message.seq === divider?.seq
      const isBelowOwn = above?.author_id === me
      return (
        <Fragment key={message.seq}>
          {isNewDay && <DayDivider date={new Date(message.created_at)} isBelowOwn={isBelowOwn} />}
          {isNew && <NewMessagesDivider text={divider.text} isBelowOwn={isBelowOwn && !isNewDay} />}
          <StoredMessage
            message={message}
            change={rest.changes?.get(message.id)}
            isNewest={message.seq === rest.newest}
            isOwn={message.author_id === me}
            isHighlighted={isHighlighted}
            isFirst={isNewGroup || isNew || isHighlighted}
            isLast={isGroupEnd(message, below)}
            isBelowOwn={isBelowOwn && !isNewDay && !isNew}
          />
        </Fragment>
      )
    })}
  </div>
))

/** The unsent messages as they are shown below the last stored one. */
export const usePendingMessages = (
  pending: readonly Pending[],
  me: User | undefined,
  last: MessageHeader | undefined,
): (Pending & MessageHeader)[] =>
  useMemo(
    () =>
      pending.map((one) => ({
        ...one,
        author_id: me?.id ?? null,
        username: me?.name ?? '',
        created_at: displayedTime(one.at, last),
      })),
    [pending, me, last],
  )

interface PendingProps {
  messages: readonly (Pending & MessageHeader)[]
  before: MessageHeader | undefined
}

export const PendingBlock = ({ messages, before }: PendingProps) => (
  <div className={page.block}>
    {messages.map((message, index) => {
      const above = messages[index - 1] ?? before
      const { isNewDay, isNewGroup } = groupStart(message, above)
      const isBelowOwn = above?.author_id === message.author_id
      return (
        <Fragment key={message.id}>
          {isNewDay && <DayDivider date={new Date(message.created_at)} isBelowOwn={isBelowOwn} />}
          <PendingMessage
            message={message}
            isFirst={isNewGroup}
            isLast={isGroupEnd(message, messages[index + 1])}
            isBelowOwn={isBelowOwn && !isNewDay}
          />
        </Fragment>
      )
    })}
  </div>
)

interface MessageProps extends Placement {
  message: ChatMessage
  /** An edit or a deletion that waits. */
  change: WaitingMessageChange | undefined
  isOwn: boolean
  /** The newest message, whose actions are a tab stop. */
  isNewest: boolean
  isHighlighted: boolean
}

/** Rendered again only when it changes itself. */
const StoredMessage = memo(({ message, change, isNewest, ...bubble }: MessageProps) => {
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
function PendingMessage({ message: pending, ...bubble }: Placement & { message: Pending & MessageHeader }) {
  const { id, message, answered, state, error, isRefused, username, created_at } = pending
  const { queue } = useChat()
  const hasFailed = state === 'failed'
  const isAway = useLive() === 'disconnected'
  const cause = messageOf(error, texts.sendFailed)
  const failure = isAway && !isRefused ? `${cause.replace(/\.?$/, '.')} ${texts.waiting}.` : cause
  return (
    <Bubble {...bubble} name={username} at={created_at} isOwn isPending={!hasFailed}>
      {answered && <MessageQuote {...answered} />}
      <MessageText message={message} />
      {hasFailed ? (
        <FailedNote id={id} queue={queue} error={failure} />
      ) : (
        <SendingNote>{isAway ? texts.waiting : texts.sending}</SendingNote>
      )}
    </Bubble>
  )
}
