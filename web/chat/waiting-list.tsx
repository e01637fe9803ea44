import { type ReactNode, useRef } from 'react'
import type { User } from '../../contract/users.ts'
import type { Snapshot } from './conversation.ts'
import css from './message-list.module.css'
import { PendingBlock, useSaid } from './pending-block.tsx'
import { texts } from './texts.ts'
import { useScroll } from './use-scroll.ts'

interface Props {
  snapshot: Snapshot
  me: User | undefined
  onRetry: (client_id: string) => void
  onDiscard: (client_id: string) => void
  /** Why there are no messages. */
  children: ReactNode
}

/** In the place of the messages until they are there: what is awaited, and what one has said meanwhile. */
export function WaitingList({ snapshot, me, onRetry, onDiscard, children }: Props) {
  const { pending } = snapshot
  const list = useRef<HTMLDivElement>(null)
  const said = useSaid(pending, me, undefined)
  const sentAt = pending.at(-1)?.at ?? 0
  const { region } = useScroll({
    list,
    drawn: snapshot,
    isReady: pending.length > 0,
    last: 0,
    sentAt,
    mark: undefined,
    hasNewer: false,
    onNearEnd: () => {},
    onNearTop: () => {},
  })
  return (
    <div className={css.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be within reach of the keyboard */}
      <section ref={region} className={css.region} tabIndex={0} aria-label={texts.messages}>
        <div className={css.column}>
          <div className={css.notice}>{children}</div>
          {/* biome-ignore lint/a11y/useSemanticElements: blocks stand between it and its items */}
          <div ref={list} role="list" className={css.list}>
            <PendingBlock said={said} pending={pending} before={undefined} onRetry={onRetry} onDiscard={onDiscard} />
          </div>
        </div>
      </section>
    </div>
  )
}
