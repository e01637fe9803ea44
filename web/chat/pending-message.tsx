import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Pending } from './conversation.ts'
import css from './message.module.css'
import { Message } from './message.tsx'
import { texts } from './texts.ts'

interface Props {
  pending: Pending
  name: string
  isFirst: boolean
  isLast: boolean
  isBelowOwn: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** An own message on its way, and what became of it when it didn't arrive. */
export function PendingMessage({ pending, name, isFirst, isLast, isBelowOwn, onRetry, onDiscard }: Props) {
  const hasFailed = pending.state === 'failed'
  return (
    <Message
      name={name}
      at={new Date(pending.at).toISOString()}
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
          <Button size="s" variant="quiet" onClick={onRetry}>
            {texts.retry}
          </Button>
          <Button size="s" variant="quiet" onClick={onDiscard}>
            {texts.discard}
          </Button>
        </div>
      ) : (
        <span className={css.sending}>{texts.sending}</span>
      )}
    </Message>
  )
}
