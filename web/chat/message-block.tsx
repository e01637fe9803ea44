import { Fragment, memo } from 'react'
import type { ChatMessage } from '../../contract/chat.ts'
import { isClosing, openingOf, type Said } from './groups.ts'
import { DayRule, Message, NewRule } from './message.tsx'
import css from './message-list.module.css'
import type { NewMark } from './new-mark.ts'

interface Props {
  messages: readonly ChatMessage[]
  /** The ones above the first and below the last. */
  before: Said | undefined
  after: Said | undefined
  me: string
  /** Where what is new to the person begins, if it is at one of these. */
  mark: NewMark | undefined
  /** The day it is, so that 'hoy' becomes 'ayer'. */
  today: string
}

/** Some fifty messages, drawn and laid out again only when one of them is another. */
export const MessageBlock = memo(({ messages, before, after, me, mark }: Props) => (
  <div className={css.block}>
    {messages.map((message, index) => {
      const above = messages[index - 1] ?? before
      const below = messages[index + 1] ?? after
      const { isNewDay, isNewGroup } = openingOf(message, above)
      const isNew = message.seq === mark?.seq
      const isBelowOwn = above?.author_id === me
      return (
        <Fragment key={message.seq}>
          {isNewDay && <DayRule date={new Date(message.created_at)} isBelowOwn={isBelowOwn} />}
          {isNew && <NewRule words={mark.words} isBelowOwn={isBelowOwn && !isNewDay} />}
          <Message
            seq={message.seq}
            name={message.username}
            at={message.created_at}
            message={message.message}
            isOwn={message.author_id === me}
            isFirst={isNewGroup || isNew}
            isLast={isClosing(message, below)}
            isBelowOwn={isBelowOwn && !isNewDay && !isNew}
          />
        </Fragment>
      )
    })}
  </div>
))
