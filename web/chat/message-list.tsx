import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Snapshot } from './conversation.ts'
import { MessageBlock } from './message-block.tsx'
import css from './message-list.module.css'
import { PendingBlock, useSaid } from './pending-block.tsx'
import { texts } from './texts.ts'
import { useBlocks } from './use-blocks.ts'
import { useNewMark } from './use-new-mark.ts'
import { useReading } from './use-reading.ts'
import { useScroll } from './use-scroll.ts'

interface Props {
  snapshot: Snapshot
  me: User | undefined
  /** How far one had read when the page was opened. */
  read: number
  onOlder: () => void
  onNewer: () => void
  onNewest: () => void
  /** Whether the end is shown, far below the oldest. */
  onStand: (isAtEnd: boolean) => void
  onRetry: (client_id: string) => void
  onDiscard: (client_id: string) => void
}

/** What was said, oldest first: the only thing of the page that scrolls. */
export function MessageList(props: Props) {
  const { snapshot, me, read, onOlder, onNewer, onNewest, onStand, onRetry, onDiscard } = props
  const { messages, pending, hasOlder, missing, isLoadingOlder, olderError } = snapshot
  const list = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)
  const mark = useNewMark(snapshot, read, me?.id)
  const today = new Date().toDateString()
  const isReady = messages.length + pending.length > 0
  const { region, isAtEnd, seen, toEnd } = useScroll({
    list,
    drawn: snapshot,
    isReady,
    last: last?.seq ?? 0,
    sentAt: pending.at(-1)?.at ?? 0,
    mark: mark?.seq,
    hasNewer: missing > 0,
    onNearEnd: onNewer,
    onNearTop: () => {
      if (hasOlder && !isLoadingOlder && !olderError) onOlder()
    },
  })
  // where nobody could say what is new, what was there is not read by being shown
  const [opened] = useState(last?.seq ?? 0)
  useReading(seen && (seen > opened || read <= opened) ? seen : undefined)
  const known = Math.max(seen ?? 0, Math.min(read, opened))
  const here = messages.filter(({ seq, author_id }) => seq > known && author_id !== me?.id).length
  const arrived = isAtEnd ? 0 : here + missing
  const blocks = useBlocks(messages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each message that is shown at the end
  useEffect(() => onStand(isAtEnd), [isAtEnd, seen])

  const own = useSaid(pending, me, last)
  const onEnd = () => {
    onNewest()
    toEnd()
  }
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard */}
      <section ref={region} className={css.region} tabIndex={0} aria-label={texts.messages}>
        <div className={css.column}>
          <Top snapshot={snapshot} onOlder={onOlder} />
          {!isReady && (
            <div className={css.empty}>
              <EmptyState drawing="sea">{texts.none}</EmptyState>
            </div>
          )}
          {/* biome-ignore lint/a11y/useSemanticElements: blocks stand between it and its items */}
          <div ref={list} role="list" className={css.list}>
            {blocks.map(({ number, block, before, after }) => (
              <MessageBlock
                key={number}
                messages={block}
                before={before}
                after={after ?? own[0]}
                me={me?.id ?? ''}
                mark={block.some(({ seq }) => seq === mark?.seq) ? mark : undefined}
                today={today}
              />
            ))}
            {missing > 0 && <li className={css.top}>{texts.loading}</li>}
            <PendingBlock said={own} pending={pending} before={last} onRetry={onRetry} onDiscard={onDiscard} />
          </div>
        </div>
      </section>
      {isReady && !isAtEnd && (
        <button type="button" className={css.toEnd} data-news={arrived > 0 || undefined} onClick={onEnd}>
          <Icon name="chevron" size={18} />
          {arrived > 0 ? texts.arrived(arrived) : texts.toEnd}
        </button>
      )}
    </div>
  )
}

/** Above the first message: what comes, what failed, or that there is nothing before it. */
function Top({ snapshot, onOlder }: { snapshot: Snapshot; onOlder: () => void }): ReactNode {
  const { messages, hasOlder, isLoadingOlder, olderError } = snapshot
  if (olderError)
    return (
      <div className={css.top}>
        <ErrorNote onRetry={onOlder} busy={isLoadingOlder}>
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
