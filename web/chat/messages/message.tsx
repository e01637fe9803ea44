import { memo, type ReactNode } from 'react'
import type { Reaction } from '../../../contract/content/reactions.ts'
import { Reactions } from '../../reactions/reactions.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatFullDate, formatTime } from '../../ui/format/dates.ts'
import type { Answered } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import { formatDay } from './days.ts'
import css from './message.module.css'
import { MessageQuote } from './message-quote.tsx'
import { MessageText } from './message-text.tsx'

interface Props {
  /** Absent for messages that aren't stored yet. */
  id?: string | undefined
  reactions?: readonly Reaction[]
  name: string
  at: string
  message: string
  /** The message that this one answers. */
  answered?: Answered | undefined
  isEdited?: boolean
  isDeleted?: boolean
  isOwn: boolean
  /** First of a group: with name and avatar above it. */
  isFirst: boolean
  isLast: boolean
  /** True if the element above is an own message, which has an edge. */
  isBelowOwn: boolean
  /** For scroll tracking; absent for messages that aren't stored yet. */
  seq?: number | undefined
  isPending?: boolean
  /** The newest message, whose actions are a tab stop. */
  isNewest?: boolean
  /** True for the message that a link leads to. */
  isHighlighted?: boolean
  children?: ReactNode
}

const none: readonly Reaction[] = []

/** One message; its time is in the margin on hover, and next to the name for the first of a group. */
export const Message = memo((props: Props) => {
  const { name, at, message, answered, isEdited, isDeleted, isOwn, isFirst, isLast, isBelowOwn, ...rest } = props
  const { id, reactions = none, seq, isPending, isNewest, isHighlighted, children } = rest
  const date = new Date(at)
  const time = (
    <time dateTime={at} title={formatFullDate(date)} className={css.time}>
      {isHighlighted ? formatFullDate(date) : formatTime(date)}
    </time>
  )
  const classes = [isFirst && css.first, isOwn && css.own, isLast && css.last, isBelowOwn && css.belowOwn]
  return (
    <Item
      className={cx(css.message, ...classes, isPending && css.pending, isHighlighted && css.highlighted)}
      seq={seq}
      isHighlighted={isHighlighted}
    >
      {isFirst && (
        <>
          <Avatar name={name} size={40} className={css.avatar} />
          <div className={css.head}>
            <bdi className={css.name}>{name}</bdi> {time}
          </div>
        </>
      )}
      {!isFirst && <div className={css.margin}>{time}</div>}
      <div className={css.body} data-message-body>
        {answered && !isDeleted && <MessageQuote {...answered} />}
        {isDeleted ? <p className={css.deleted}>{texts.deleted}</p> : <MessageText message={message} />}
        {isEdited && !isDeleted && <span className={css.edited}>{texts.edited}</span>}
        {id !== undefined && !isDeleted && (
          <Reactions kind="message" id={id} reactions={reactions} appearance="begun" className={css.reactions} />
        )}
        {children}
      </div>
      {seq !== undefined && !isDeleted && (
        <IconButton
          icon="more"
          label={texts.actionsOf(name)}
          className={css.actions}
          tabIndex={isNewest ? 0 : -1}
          aria-haspopup="menu"
          data-message-actions
        />
      )}
    </Item>
  )
})

interface ItemProps {
  className: string
  seq?: number | undefined
  isHighlighted?: boolean | undefined
  children: ReactNode
}

function Item({ className, seq, isHighlighted, children }: ItemProps) {
  const current = isHighlighted && ({ tabIndex: -1, 'aria-current': true } as const)
  return (
    // biome-ignore lint/a11y/useSemanticElements: there is a block between the item and its list
    <div role="listitem" className={className} data-seq={seq} {...current}>
      {children}
    </div>
  )
}

/** 'viernes, 20 de noviembre', between two rules. */
export const DayDivider = ({ date, isBelowOwn }: { date: Date; isBelowOwn: boolean }) => (
  <Item className={cx(css.day, isBelowOwn && css.belowOwn)}>
    <h2>
      <time dateTime={date.toISOString()}>{formatDay(date)}</time>
    </h2>
  </Item>
)

export const NewMessagesDivider = ({ text, isBelowOwn }: { text: string; isBelowOwn: boolean }) => (
  <Item className={cx(css.new, isBelowOwn && css.belowOwn)}>
    <h2 data-new="">{text}</h2>
  </Item>
)
