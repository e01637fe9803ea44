import { useRef, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { Button } from '../ui/controls/button.tsx'
import { formatTime } from '../ui/format/dates.ts'
import { ListEnd } from '../ui/lists/list-end.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { FilteredItems, TableSection } from '../ui/tables/table-section.tsx'
import { useAuditEvents, useDropOlderPages } from './api.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { texts } from './texts.ts'
import { useAuditFilter } from './use-audit-filter.ts'

export function AuditSection() {
  const { filter, change } = useAuditFilter()
  const query = useAuditEvents(filter)
  const dropOlderPages = useDropOlderPages(filter)
  const [refreshedAt, setRefreshedAt] = useState<Date>()
  const button = useRef<HTMLButtonElement>(null)
  const events = query.data && itemsOf(query.data)
  const total = totalOf(query.data)
  const isFiltered = Boolean(filter.kind || filter.q)
  const showsCount = events !== undefined && isFiltered && !query.isPlaceholderData

  function changeFilter(changes: Parameters<typeof change>[0]) {
    setRefreshedAt(undefined)
    change(changes)
  }

  /** False if loading failed. */
  async function refresh() {
    dropOlderPages()
    const { isError } = await query.refetch()
    setRefreshedAt(isError ? undefined : new Date())
    return !isError
  }

  // The pressed button is removed on success.
  async function retry() {
    if (await refresh()) button.current?.focus()
  }

  function clearFilter() {
    changeFilter({ kind: '', q: '' })
    button.current?.focus()
  }

  return (
    <TableSection label={texts.audit}>
      <p className="below-4 muted">{texts.intro}</p>
      <AuditFilters
        filter={filter}
        onChange={changeFilter}
        isBusy={query.isRefetching && !query.isFetchingNextPage && !query.isPlaceholderData}
        button={button}
        onRefresh={() => void refresh()}
      >
        {refreshedAt ? texts.refreshed(formatTime(refreshedAt)) : showsCount && texts.found(total)}
      </AuditFilters>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={8} />}
      {events?.length === 0 &&
        (isFiltered ? (
          <EmptyState drawing="quill" action={<Button onClick={clearFilter}>{texts.clearFilters}</Button>}>
            {texts.noneFound}
          </EmptyState>
        ) : (
          <EmptyState drawing="quill">{texts.empty}</EmptyState>
        ))}
      {events && events.length > 0 && (
        <FilteredItems isStale={query.isPlaceholderData}>
          <AuditList events={events} />
        </FilteredItems>
      )}
      <ListEnd
        query={query}
        shownText={texts.shown(events?.length ?? 0, total)}
        moreLabel={texts.showMore}
        failureText={messageOf(query.error, texts.fetchFailed)}
        onRetry={retry}
      />
    </TableSection>
  )
}
