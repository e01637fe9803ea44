import { Fragment, memo, useMemo } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import type { User } from '../../../contract/users.ts'
import css from '../chat-page.module.css'
import type { NewDivider } from '../reading/new-divider.ts'
import type { Pending, WaitingMessageChange } from '../sync/queues.ts'
import { DayDivider, NewMessagesDivider } from './bubble.tsx'
import { PendingMessage, StoredMessage } from './message.tsx'
import { displayedTime, groupStart, isGroupEnd, type MessageHeader } from './message-groups.ts'

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
  <div className={css.block}>
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
  <div className={css.block}>
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
