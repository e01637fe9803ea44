import { useCallback, useMemo, useRef } from 'react'
import { type Account, type UserSort, userSorts } from '../../contract/users.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { useFactorDemand } from '../auth/demand/api.ts'
import { DemandSection } from '../auth/demand/demand-section.tsx'
import { Button } from '../ui/controls/button.tsx'
import { ListEnd } from '../ui/lists/list-end.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Notice } from '../ui/page/notice.tsx'
import type { Sorting } from '../ui/tables/data-table.tsx'
import { CountHeading, FilteredItems, SortField, TableSection } from '../ui/tables/table-section.tsx'
import { useUsers } from './api.ts'
import { InvitationList } from './invitations/invitation-list.tsx'
import { texts } from './texts.ts'
import { sortingOf, useUserFilter } from './use-user-filter.ts'
import { UserFilters } from './user-filters.tsx'
import { UserTable } from './user-table.tsx'
import css from './users.module.css'

const emptyFilter = { q: '', role: '', status: '', second_factor: '' } as const

interface Props {
  onEdit: (user: Account) => void
  onInvite: () => void
}

export function UsersSection({ onEdit, onInvite }: Props) {
  const { filter, change } = useUserFilter()
  const query = useUsers(filter)
  const demand = useFactorDemand().data
  const heading = useRef<HTMLHeadingElement>(null)
  const users = useMemo(() => query.data && itemsOf(query.data), [query.data])
  const total = totalOf(query.data)
  const order = {
    sorting: sortingOf(filter),
    onSort: ({ by, direction }: Sorting) => change({ sort: by as UserSort, direction }),
  }
  const isFiltered = Boolean(filter.q || filter.role || filter.status || filter.second_factor)

  /** The first day: there is only the own account. */
  const isAlone = total === 1 && !isFiltered

  const focusHeading = useCallback(() => heading.current?.focus(), [])

  async function retry() {
    const { isError } = await query.refetch()
    if (!isError) focusHeading()
  }

  function showOthers(filter: Parameters<typeof change>[0]) {
    change({ ...emptyFilter, ...filter })
    focusHeading()
  }

  const demandSection = (
    <DemandSection onShowWithout={() => showOthers({ status: 'active', second_factor: 'without' })} />
  )

  return (
    <TableSection label={texts.users}>
      <InvitationList onRemoved={focusHeading} />
      {isAlone ? (
        <div className="below-5">
          <Notice icon="users" title={texts.alone} action={<Button onClick={onInvite}>{texts.inviteOthers}</Button>}>
            <p>{texts.aloneText}</p>
          </Notice>
        </div>
      ) : (
        demandSection
      )}
      <UserFilters filter={filter} onChange={change} />
      <div className={`row spread gap-3 below-2 ${css.head}`} data-empty={users?.length === 0 || undefined}>
        <CountHeading headingRef={heading} className={css.heading}>
          {users ? texts.count(total) : texts.users}
        </CountHeading>
        {users?.length !== 0 && (
          <SortField {...order} texts={texts} orders={userSorts} hideLabel className={css.order} />
        )}
      </div>
      {users?.length === 0 && (
        <EmptyState
          drawing="shelf"
          action={isFiltered && <Button onClick={() => showOthers({})}>{texts.clearFilters}</Button>}
        >
          {isFiltered ? texts.noneFound : texts.noUsers}
        </EmptyState>
      )}
      {users && users.length > 0 && (
        <FilteredItems isStale={query.isPlaceholderData}>
          <UserTable users={users} demand={demand} {...order} onEdit={onEdit} onRowRemoved={focusHeading} />
        </FilteredItems>
      )}
      <ListEnd query={query} texts={texts} onRetry={retry} shape="table" count={7} />
      {isAlone && <div className="above-5">{demandSection}</div>}
    </TableSection>
  )
}
