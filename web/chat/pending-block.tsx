import { Fragment, useMemo } from 'react'
import type { User } from '../../contract/users.ts'
import type { Pending } from './conversation.ts'
import { isClosing, openingOf, type Said, saidAfter } from './groups.ts'
import { DayRule } from './message.tsx'
import css from './message-list.module.css'
import { PendingMessage } from './pending-message.tsx'

/** One's own messages on their way, as what they will be below the last one that is there. */
export const useSaid = (pending: readonly Pending[], me: User | undefined, last: Said | undefined): Said[] =>
  useMemo(
    () =>
      pending.map(({ at }) => ({
        author_id: me?.id ?? null,
        username: me?.name ?? '',
        created_at: saidAfter(at, last),
      })),
    [pending, me, last],
  )

interface Props {
  pending: readonly Pending[]
  said: readonly Said[]
  before: Said | undefined
  onRetry: (client_id: string) => void
  onDiscard: (client_id: string) => void
}

/** What isn't stored yet, below what is. */
export const PendingBlock = ({ pending, said, before, onRetry, onDiscard }: Props) => (
  <div className={css.block}>
    {pending.map((one, index) => {
      const message = said[index] as Said
      const above = said[index - 1] ?? before
      const { isNewDay, isNewGroup } = openingOf(message, above)
      const isBelowOwn = above?.author_id === message.author_id
      return (
        <Fragment key={one.client_id}>
          {isNewDay && <DayRule date={new Date(message.created_at)} isBelowOwn={isBelowOwn} />}
          <PendingMessage
            pending={one}
            name={message.username}
            at={message.created_at}
            isFirst={isNewGroup}
            isLast={isClosing(message, said[index + 1])}
            isBelowOwn={isBelowOwn && !isNewDay}
            onRetry={() => onRetry(one.client_id)}
            onDiscard={() => onDiscard(one.client_id)}
          />
        </Fragment>
      )
    })}
  </div>
)
