import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useMember } from '../../api/session.ts'
import css from '../chat-page.module.css'
import type { Pending } from '../sync/message-queue.ts'
import { texts } from '../texts.ts'
import { PendingBlock, usePendingHeaders } from './pending-block.tsx'

interface Props {
  pending: readonly Pending[]
  /** Loading state or error. */
  children: ReactNode
}

/** The unsent messages alone, as long as the others aren't loaded. */
export function QueueList({ pending, children }: Props) {
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
