import { useCallback, useMemo, useRef } from 'react'
import type { User } from '../../contract/users.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useUsers } from './api.ts'
import { texts } from './texts.ts'
import { nextSorting, sortingOf, useUserFilter } from './use-user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import { UserOrder } from './user-order.tsx'
import { UserTable } from './user-table.tsx'
import css from './users-section.module.css'

const noFilter = { q: '', role: '', status: '' } as const

/** The accounts, with what there is to say while they come, when there are none and when they don't come. */
export function UsersSection({ onEdit }: { onEdit: (user: User) => void }) {
  const { filter, change } = useUserFilter()
  const query = useUsers(filter)
  const heading = useRef<HTMLHeadingElement>(null)
  const users = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data])
  const total = query.data?.pages.at(-1)?.total ?? 0
  const isFiltered = Boolean(filter.q || filter.role || filter.status)

  const toHeading = useCallback(() => heading.current?.focus(), [])

  async function retry() {
    const { isError } = await query.refetch()
    if (!isError) toHeading()
  }

  return (
    <section aria-label={texts.users} className={css.users}>
      <UserFilters filter={filter} onChange={change} />
      <div className={css.head} data-empty={users?.length === 0 || undefined}>
        <h2 ref={heading} tabIndex={-1} aria-live="polite" className={css.heading}>
          {users ? texts.count(total) : texts.users}
        </h2>
        {users?.length !== 0 && <UserOrder filter={filter} onChange={change} />}
      </div>
      {query.isPending && <Skeleton label={texts.loadingUsers} shape="rows" count={6} />}
      {users?.length === 0 &&
        (isFiltered ? (
          <EmptyState
            drawing="shelf"
            action={
              <Button
                onClick={() => {
                  change(noFilter)
                  toHeading()
                }}
              >
                {texts.clearFilters}
              </Button>
            }
          >
            {texts.noneFound}
          </EmptyState>
        ) : (
          <EmptyState drawing="shelf">{texts.noUsers}</EmptyState>
        ))}
      {users && users.length > 0 && (
        <div className={css.list} data-stale={query.isPlaceholderData || undefined}>
          <UserTable
            users={users}
            sorting={sortingOf(filter)}
            onSort={(by) => {
              const { by: sort, direction } = nextSorting(sortingOf(filter), by)
              change({ sort, direction })
            }}
            onEdit={onEdit}
            onGone={toHeading}
          />
        </div>
      )}
      <ListEnd
        query={query}
        shown={texts.shown(users?.length ?? 0, total)}
        more={texts.showMore}
        failure={messageOf(query.error, texts.fetchFailed)}
        onRetry={retry}
      />
    </section>
  )
}
