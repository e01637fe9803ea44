import { messageOf } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import type { Pending } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import { Message } from './message.tsx'
import { FailedNote, SendingNote } from './send-note.tsx'

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
  const isAway = useLive() === 'disconnected'
  const failure = messageOf(pending.error, texts.sendFailed)
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
        <FailedNote
          error={isAway && !pending.isRefused ? `${failure.replace(/\.?$/, '.')} ${texts.waiting}.` : failure}
          onRetry={onRetry}
          onDiscard={onDiscard}
        />
      ) : (
        <SendingNote>{isAway ? texts.waiting : texts.sending}</SendingNote>
      )}
    </Message>
  )
}
