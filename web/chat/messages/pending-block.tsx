import { Fragment, useMemo } from 'react'
import type { User } from '../../../contract/users.ts'
import css from '../chat-page.module.css'
import type { Pending } from '../sync/message-queue.ts'
import { DayDivider } from './bubble.tsx'
import { displayedTime, groupStart, isGroupEnd, type MessageHeader } from './message-groups.ts'
import { PendingMessage } from './pending-message.tsx'

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
