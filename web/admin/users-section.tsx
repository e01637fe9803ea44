import { useRef } from 'react'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useUsers } from './api.ts'
import { texts } from './texts.ts'
import { UserTable } from './user-table.tsx'
import css from './users-section.module.css'

/** The accounts, with what there is to say while they come, when there are none and when they don't come. */
export function UsersSection({ onEdit }: { onEdit: (user: User) => void }) {
  const query = useUsers()
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<HTMLParagraphElement>(null)
  const users = query.data?.pages.flatMap((page) => page.items)
  const total = query.data?.pages.at(-1)?.total ?? 0

  // Where the button that was pressed goes away, the focus goes to what came instead.
  async function showMore() {
    const { hasNextPage } = await query.fetchNextPage()
    if (!hasNextPage) last.current?.focus()
  }

  async function retry() {
    if (query.isFetchNextPageError) {
      const { isError } = await query.fetchNextPage()
      if (!isError) last.current?.focus()
    } else {
      await query.refetch()
      heading.current?.focus()
    }
  }

  return (
    <section aria-labelledby="users">
      <h2 id="users" ref={heading} tabIndex={-1} className={css.heading}>
        {texts.users}
      </h2>
      {query.isPending && <Skeleton label={texts.loadingUsers} shape="rows" count={6} />}
      {users?.length === 0 && <EmptyState drawing="shelf">{texts.noUsers}</EmptyState>}
      {users && users.length > 0 && (
        <>
          <UserTable users={users} onEdit={onEdit} onDeleted={() => heading.current?.focus()} />
          <div className={css.end}>
            <p ref={last} tabIndex={-1} aria-live="polite" className={css.count}>
              {texts.count(users.length, total)}
            </p>
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => void showMore()}>
                {texts.showMore}
              </Button>
            )}
          </div>
        </>
      )}
      {query.isError && (
        <ErrorNote busy={query.isFetching} onRetry={() => void retry()}>
          {messageOf(query.error, texts.fetchFailed)}
        </ErrorNote>
      )}
    </section>
  )
}
