import { memo, type ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { sayFullDate, sayTime } from '../ui/dates.ts'
import { Seal } from '../ui/seal.tsx'
import { sayDay } from './days.ts'
import css from './message.module.css'
import { MessageWords } from './message-words.tsx'

interface Props {
  name: string
  at: string
  message: string
  isOwn: boolean
  /** Of a group: with the name and the seal above it. */
  isFirst: boolean
  isLast: boolean
  /** Whether what stands above it is one's own, and has an edge. */
  isBelowOwn: boolean
  /** For the bookkeeping of the scroll; none for what isn't stored yet. */
  seq?: number | undefined
  isPending?: boolean
  /** How it is on its way. */
  children?: ReactNode
}

/** One message; its time stands in the margin while one points at it, that of a group's first beside the name. */
export const Message = memo((props: Props) => {
  const { name, at, message, isOwn, isFirst, isLast, isBelowOwn, seq, isPending, children } = props
  const date = new Date(at)
  const time = (
    <time dateTime={at} title={sayFullDate(date)} className={css.time}>
      {sayTime(date)}
    </time>
  )
  const look = [isFirst && css.first, isOwn && css.own, isLast && css.last, isBelowOwn && css.low]
  return (
    <Item className={cx(css.message, ...look, isPending && css.pending)} seq={seq}>
      {isFirst && (
        <>
          <Seal name={name} size={40} className={css.seal} />
          <div className={css.head}>
            <bdi className={css.name}>{name}</bdi> {time}
          </div>
        </>
      )}
      {!isFirst && <div className={css.margin}>{time}</div>}
      <div className={css.body}>
        <MessageWords message={message} />
        {children}
      </div>
    </Item>
  )
})

/** Of the list of messages. */
function Item({ className, seq, children }: { className: string; seq?: number | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a block stands between it and its list
    <div role="listitem" className={className} data-seq={seq}>
      {children}
    </div>
  )
}

/** 'viernes, 20 de noviembre', between two rules. */
export const DayRule = ({ date, isBelowOwn }: { date: Date; isBelowOwn: boolean }) => (
  <Item className={cx(css.day, isBelowOwn && css.low)}>
    <h2>
      <time dateTime={date.toISOString()}>{sayDay(date)}</time>
    </h2>
  </Item>
)

/** Where one left off. */
export const NewRule = ({ words, isBelowOwn }: { words: string; isBelowOwn: boolean }) => (
  <Item className={cx(css.new, isBelowOwn && css.low)}>
    <h2 data-new="">{words}</h2>
  </Item>
)
