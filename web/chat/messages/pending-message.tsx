import { messageOf } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { useChatActions } from '../actions/chat-actions.ts'
import type { Pending } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import { Bubble, type Placement } from './bubble.tsx'
import { MessageQuote } from './message-quote.tsx'
import { MessageText } from './message-text.tsx'
import { FailedNote, SendingNote } from './send-note.tsx'

interface Props extends Placement {
  pending: Pending
  name: string
  at: string
}

export function PendingMessage({ pending, ...bubble }: Props) {
  const { id, message, answered, state, error, isRefused } = pending
  const { retry, discard } = useChatActions()
  const hasFailed = state === 'failed'
  const isAway = useLive() === 'disconnected'
  const failure = messageOf(error, texts.sendFailed)
  return (
    <Bubble {...bubble} isOwn isPending={!hasFailed}>
      {answered && <MessageQuote {...answered} />}
      <MessageText message={message} />
      {hasFailed ? (
        <FailedNote
          error={isAway && !isRefused ? `${failure.replace(/\.?$/, '.')} ${texts.waiting}.` : failure}
          onRetry={() => retry(id)}
          onDiscard={() => discard(id)}
        />
      ) : (
        <SendingNote>{isAway ? texts.waiting : texts.sending}</SendingNote>
      )}
    </Bubble>
  )
}
