import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/cx.ts'
import { formatFullDate, formatTime } from '../../ui/format/dates.ts'
import { Icon } from '../../ui/icons.tsx'
import { useChat } from '../chat-context.ts'
import { texts } from '../texts.ts'
import { useDelayedFlag } from '../use-delayed-flag.ts'
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
      data-seq={rest.seq}
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

function Item({ isHighlighted, ...props }: ComponentProps<'div'> & { isHighlighted?: boolean | undefined }) {
  const current = isHighlighted && ({ tabIndex: -1, 'aria-current': true } as const)
  // biome-ignore lint/a11y/useSemanticElements: there is a block between the item and its list
  return <div role="listitem" {...props} {...current} />
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

/** Most messages are stored before the note could be read. */
const noteDelayMs = 1000

/** Below a message that is on its way for a while. */
export const SendingNote = ({ children }: { children: string }) =>
  useDelayedFlag(true, noteDelayMs) && <span className={css.sending}>{children}</span>

interface FailedProps {
  id: string
  /** The queue in which the message, or its change, waits. */
  queue: { retry: (id: string) => void; discard: (id: string) => { message: string | null } | undefined }
  error: string
}

/** Below a message that wasn't stored. The pressed button disappears, and with it the focus. */
export function FailedNote({ id, queue, error }: FailedProps) {
  const { composer } = useChat()
  function retry() {
    queue.retry(id)
    composer.current?.focus()
  }
  const discard = () => composer.current?.restore(queue.discard(id)?.message ?? '')
  return (
    <div role="alert" className={css.failed}>
      <Icon name="warning" size={18} />
      <span>{error}</span>
      <span className={`wrap ${css.choices}`}>
        <Button size="s" variant="quiet" onClick={retry}>
          {texts.retry}
        </Button>
        <Button size="s" variant="quiet" onClick={discard}>
          {texts.discard}
        </Button>
      </span>
    </div>
  )
}
