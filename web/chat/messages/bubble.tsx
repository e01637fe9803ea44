import type { ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { cx } from '../../ui/cx.ts'
import { formatFullDate, formatTime } from '../../ui/format/dates.ts'
import css from './message.module.css'
import { formatDay } from './message-groups.ts'

/** A message among its neighbours. */
export interface Placement {
  /** First of a group: with name and avatar above it. */
  isFirst: boolean
  isLast: boolean
  /** True if the element above is an own message, which has an edge. */
  isBelowOwn: boolean
}

interface Props extends Placement {
  name: string
  at: string
  isOwn: boolean
  isPending?: boolean
  /** True for the message that a link leads to. */
  isHighlighted?: boolean
  /** For scroll tracking; absent for messages that aren't stored yet. */
  seq?: number
  /** Beside the text. */
  tools?: ReactNode
  children: ReactNode
}

/** One message; its time is in the margin on hover, and next to the name for the first of a group. */
export function Bubble({ name, at, isOwn, isFirst, isLast, isBelowOwn, isPending, isHighlighted, ...rest }: Props) {
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
      seq={rest.seq}
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
        {rest.children}
      </div>
      {rest.tools}
    </Item>
  )
}

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
  <Item className={cx(css.divider, isBelowOwn && css.belowOwn)}>
    <h2>
      <time dateTime={date.toISOString()}>{formatDay(date)}</time>
    </h2>
  </Item>
)

export const NewMessagesDivider = ({ text, isBelowOwn }: { text: string; isBelowOwn: boolean }) => (
  <Item className={cx(css.divider, css.new, isBelowOwn && css.belowOwn)}>
    <h2 data-new="">{text}</h2>
  </Item>
)
