import { messageOf } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Pending } from '../sync/conversation.ts'
import { texts } from '../texts.ts'
import { useDelayedFlag } from '../use-delayed-flag.ts'
import css from './message.module.css'
import { Message } from './message.tsx'

/** Most messages are stored before the note could be read. */
const noteDelayMs = 1000

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

export function PendingMessage({ pending, name, at, isFirst, isLast, isBelowOwn, onRetry, onDiscard }: Props) {
  const hasFailed = pending.state === 'failed'
  return (
    <Message
      name={name}
      at={at}
      message={pending.message}
      answered={pending.answered}
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
          <span className={css.choices}>
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

const Sending = () => useDelayedFlag(true, noteDelayMs) && <span className={css.sending}>{texts.sending}</span>
