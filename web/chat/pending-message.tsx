import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Pending } from './conversation.ts'
import css from './message.module.css'
import { Message } from './message.tsx'
import { texts } from './texts.ts'
import { useLate } from './use-late.ts'

/** Milliseconds: most arrive before anybody could read it. */
const sendsWithin = 1000

interface Props {
  pending: Pending
  name: string
  at: string
  isFirst: boolean
  isLast: boolean
  isBelowOwn: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** An own message on its way, and what became of it when it didn't arrive. */
export function PendingMessage({ pending, name, at, isFirst, isLast, isBelowOwn, onRetry, onDiscard }: Props) {
  const hasFailed = pending.state === 'failed'
  return (
    <Message
      name={name}
      at={at}
      message={pending.message}
      isOwn
      isFirst={isFirst}
      isLast={isLast}
      isBelowOwn={isBelowOwn}
      isPending={!hasFailed}
    >
      {hasFailed ? (
        <div role="alert" className={css.failed}>
          <Icon name="warning" size={18} />
          <span>{messageOf(pending.error, texts.sendFailed)}</span>
          <span className={css.ways}>
            <Button size="s" variant="quiet" onClick={onRetry}>
              {texts.retry}
            </Button>
            <Button size="s" variant="quiet" onClick={onDiscard}>
              {texts.discard}
            </Button>
          </span>
        </div>
      ) : (
        <Sending />
      )}
    </Message>
  )
}

/** Nothing stands there, nor moves, for what arrives at once. */
const Sending = () => useLate(true, sendsWithin) && <span className={css.sending}>{texts.sending}</span>
