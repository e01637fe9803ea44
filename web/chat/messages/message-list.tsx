import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ChatMessage } from '../../../contract/chat.ts'
import { messageOf } from '../../api/call.ts'
import { useMember } from '../../api/session.ts'
import { useToday } from '../../ui/format/use-today.ts'
import { Icon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { useMessageActions } from '../actions/use-message-actions.tsx'
import { useChat } from '../chat-context.ts'
import css from '../chat-page.module.css'
import { useNewDivider } from '../reading/new-divider.ts'
import { useMarkRead } from '../reading/use-reading.ts'
import type { Snapshot } from '../sync/conversation.ts'
import type { Pending, WaitingMessageChange } from '../sync/queues.ts'
import { texts } from '../texts.ts'
import { MessageBlock, PendingBlock, usePendingMessages } from './message-block.tsx'
import { blocksOf } from './message-groups.ts'
import { useHistoryScroll } from './use-history-scroll.ts'

interface Props {
  snapshot: Snapshot
  /** The last message read when the page was opened. */
  read: number
  /** Edits and deletions that wait, by message. */
  changes: ReadonlyMap<string, WaitingMessageChange>
  /** The message of the address, perhaps not loaded yet; with another `key` it is shown again. */
  target: { id: string; key: string } | undefined
  onLeaveTarget: () => void
}

export function MessageList({ snapshot, read, changes, target, onLeaveTarget }: Props) {
  const { messages, pending, missing } = snapshot
  const me = useMember()
  const { conversation } = useChat()
  const list = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const divider = useNewDivider(snapshot, read, me?.id)
  const today = useToday()
  const highlighted = target && messages.find(({ id }) => id === target.id)?.seq
  const isReady = messages.length + pending.length > 0
  const { region, isAtBottom, seen, scrollToBottom } = useHistoryScroll(list, snapshot, {
    divider: divider?.seq,
    target: target && { seq: highlighted, key: target.key },
    onReturn: onLeaveTarget,
  })
  // if the read position is unknown, showing the first messages doesn't mark them as read
  const [opened] = useState((last?.seq ?? 0) + missing)
  useMarkRead(seen && (seen > opened || read <= opened) ? seen : undefined)
  const known = Math.max(seen ?? 0, Math.min(read, opened))
  const here = messages.filter(({ seq, author_id }) => seq > known && author_id !== me?.id).length
  const missingNew = Math.min(missing, Math.max(0, (last?.seq ?? 0) + missing - known))
  const arrived = isAtBottom ? 0 : here + missingNew
  const blocks = useBlocks(messages)
  const { menu, handlers } = useMessageActions(messages, me)
  const newest = messages.findLast(
    ({ id, deleted_at }) => deleted_at === null && changes.get(id)?.message !== null,
  )?.seq
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that is shown at the bottom
  useEffect(() => conversation.setAtBottom(isAtBottom), [isAtBottom, seen])

  const pendingMessages = usePendingMessages(pending, me, last)
  const showLatest = () => {
    conversation.jumpToLatest()
    onLeaveTarget()
    scrollToBottom()
  }
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section ref={region} className={css.region} tabIndex={0} aria-label={texts.messages} data-clips="">
        <div className={css.column}>
          <Top snapshot={snapshot} />
          {!isReady && (
            <div className={css.empty}>
              <EmptyState drawing="sea">{texts.none}</EmptyState>
            </div>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: there are blocks between the list and its items */}
          <div ref={list} role="list" className={css.list} {...handlers}>
            {blocks.map(({ number, block, before, after }) => (
              <MessageBlock
                key={number}
                messages={block}
                before={before}
                after={after ?? pendingMessages[0]}
                me={me?.id ?? ''}
                divider={block.some(({ seq }) => seq === divider?.seq) ? divider : undefined}
                highlighted={block.some(({ seq }) => seq === highlighted) ? highlighted : undefined}
                changes={block.some(({ id }) => changes.has(id)) ? changes : undefined}
                newest={block.some(({ seq }) => seq === newest) ? newest : undefined}
                today={today}
              />
            ))}
            {missing > 0 && <li className={css.top}>{texts.loading}</li>}
            <PendingBlock messages={pendingMessages} before={last} />
          </div>
        </div>
      </section>
      {menu}
      {isReady && !isAtBottom && (
        <button type="button" className={css.toBottom} data-arrived={arrived > 0 || undefined} onClick={showLatest}>
          <Icon name="chevron" size={18} />
          {arrived > 0 ? texts.arrived(arrived) : missing > 0 ? texts.toLatest : texts.toBottom}
        </button>
      )}
    </div>
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
  const messages = usePendingMessages(pending, useMember(), undefined)
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
            <PendingBlock messages={messages} before={undefined} />
          </div>
        </div>
      </section>
    </div>
  )
}

/** Above the first message: loading, an error, or the beginning of the conversation. */
function Top({ snapshot }: { snapshot: Snapshot }): ReactNode {
  const { conversation } = useChat()
  const { messages, hasOlder, isLoadingOlder, olderError } = snapshot
  if (olderError)
    return (
      <div className={css.top}>
        <ErrorNote onRetry={() => void conversation.loadOlder()} busy={isLoadingOlder}>
          {messageOf(olderError, texts.fetchFailed)}
        </ErrorNote>
      </div>
    )
  if (hasOlder)
    return (
      <p className={css.top} role="status">
        {isLoadingOlder && texts.loadingOlder}
      </p>
    )
  return messages.length > 0 && <p className={css.top}>{texts.beginning}</p>
}

function useBlocks(messages: readonly ChatMessage[]) {
  const known = useRef<ReadonlyMap<number, readonly ChatMessage[]>>(new Map())
  return useMemo(() => {
    const blocks = blocksOf(messages, known.current)
    known.current = blocks
    const all = [...blocks]
    return all.map(([number, block], index) => ({
      number,
      block,
      before: all[index - 1]?.[1].at(-1),
      after: all[index + 1]?.[1][0],
    }))
  }, [messages])
}
