import { Fragment, type ReactNode, useLayoutEffect, useMemo, useRef } from 'react'
import type { User } from '../../../contract/users.ts'
import { messageOf } from '../../api/call.ts'
import { useLive } from '../../api/live.ts'
import { useMember } from '../../api/session.ts'
import { useChatActions } from '../actions/chat-actions.ts'
import css from '../chat-page.module.css'
import type { Pending } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import { Bubble, DayDivider, type Placement } from './bubble.tsx'
import { displayedTime, groupStart, isGroupEnd, type MessageHeader } from './message-groups.ts'
import { MessageQuote, MessageText } from './message-text.tsx'
import { FailedNote, SendingNote } from './send-note.tsx'

export const usePendingHeaders = (
  pending: readonly Pending[],
  me: User | undefined,
  last: MessageHeader | undefined,
): MessageHeader[] =>
  useMemo(
    () =>
      pending.map(({ at }) => ({
        author_id: me?.id ?? null,
        username: me?.name ?? '',
        created_at: displayedTime(at, last),
      })),
    [pending, me, last],
  )

interface Props {
  pending: readonly Pending[]
  headers: readonly MessageHeader[]
  before: MessageHeader | undefined
}

export const PendingBlock = ({ pending, headers, before }: Props) => (
  <div className={css.block}>
    {pending.map((one, index) => {
      const message = headers[index] as MessageHeader
      const above = headers[index - 1] ?? before
      const { isNewDay, isNewGroup } = groupStart(message, above)
      const isBelowOwn = above?.author_id === message.author_id
      return (
        <Fragment key={one.id}>
          {isNewDay && <DayDivider date={new Date(message.created_at)} isBelowOwn={isBelowOwn} />}
          <PendingMessage
            pending={one}
            name={message.username}
            at={message.created_at}
            isFirst={isNewGroup}
            isLast={isGroupEnd(message, headers[index + 1])}
            isBelowOwn={isBelowOwn && !isNewDay}
          />
        </Fragment>
      )
    })}
  </div>
)

interface MessageProps extends Placement {
  pending: Pending
  name: string
  at: string
}

function PendingMessage({ pending, ...bubble }: MessageProps) {
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

interface QueueListProps {
  pending: readonly Pending[]
  /** Loading state or error. */
  children: ReactNode
}

/** The unsent messages alone, as long as the others aren't loaded. */
export function QueueList({ pending, children }: QueueListProps) {
  const region = useRef<HTMLDivElement>(null)
  const headers = usePendingHeaders(pending, useMember(), undefined)
  const sentAt = pending.at(-1)?.at
  const isFromEnd = pending.length > 0 || undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that is sent
  useLayoutEffect(() => {
    // newer browsers return a promise
    region.current?.scrollTo(0, 0)
  }, [sentAt])
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section ref={region} className={css.region} tabIndex={0} aria-label={texts.messages} data-from-end={isFromEnd}>
        <div className={css.column}>
          <div className={css.state}>{children}</div>
          {/* biome-ignore lint/a11y/useSemanticElements: there are blocks between the list and its items */}
          <div role="list" className={css.list}>
            <PendingBlock headers={headers} pending={pending} before={undefined} />
          </div>
        </div>
      </section>
    </div>
  )
}
