import { type ReactNode, useRef } from 'react'
import type { User } from '../../../contract/users.ts'
import type { Snapshot } from '../sync/conversation.ts'
import { texts } from '../texts.ts'
import css from './message-list.module.css'
import { PendingBlock, usePendingHeaders } from './pending-block.tsx'
import { useScroll } from './use-scroll.ts'

interface Props {
  snapshot: Snapshot
  me: User | undefined
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  /** Loading state or error. */
  children: ReactNode
}

export function QueueList({ snapshot, me, onRetry, onDiscard, children }: Props) {
  const { pending } = snapshot
  const list = useRef<HTMLDivElement>(null)
  const headers = usePendingHeaders(pending, me, undefined)
  const sentAt = pending.at(-1)?.at ?? 0
  const { region } = useScroll({
    list,
    rendered: snapshot,
    isReady: pending.length > 0,
    last: 0,
    sentAt,
    divider: undefined,
    target: undefined,
    hasNewer: false,
    onNearBottom: () => {},
    onNearTop: () => {},
    onReturn: () => {},
  })
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area has to be reachable by keyboard */}
      <section ref={region} className={css.region} tabIndex={0} aria-label={texts.messages}>
        <div className={css.column}>
          <div className={css.notice}>{children}</div>
          {/* biome-ignore lint/a11y/useSemanticElements: there are blocks between the list and its items */}
          <div ref={list} role="list" className={css.list}>
            <PendingBlock
              headers={headers}
              pending={pending}
              before={undefined}
              onRetry={onRetry}
              onDiscard={onDiscard}
            />
          </div>
        </div>
      </section>
    </div>
  )
}
