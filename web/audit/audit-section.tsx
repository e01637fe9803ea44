import { useRef, useState } from 'react'
import { auditKinds } from '../../contract/audit.ts'
import { limits } from '../../contract/limits.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { Button } from '../ui/controls/button.tsx'
import { formatTime } from '../ui/format/dates.ts'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'
import { ListEnd } from '../ui/lists/list-end.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { FilteredItems, TableSection } from '../ui/tables/table-section.tsx'
import { type AuditFilter, useAuditEvents, useRefreshAudit } from './api.ts'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { texts } from './texts.ts'

/** The filter in an address; unknown values are ignored. */
const readFilter = (search: URLSearchParams): AuditFilter => ({
  kind: auditKinds.find((one) => one === search.get('kind')),
  q: search.get('q')?.slice(0, limits.search) || undefined,
})

export function AuditSection() {
  const { search, change } = useSearchParamState()
  const filter = readFilter(search)
  const query = useAuditEvents(filter)
  const refreshEvents = useRefreshAudit(filter)
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
    const { isError } = await refreshEvents()
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
      {events?.length === 0 && (
        <EmptyState drawing="quill" action={isFiltered && <Button onClick={clearFilter}>{texts.clearFilters}</Button>}>
          {isFiltered ? texts.noneFound : texts.empty}
        </EmptyState>
      )}
      {events && events.length > 0 && (
        <FilteredItems isStale={query.isPlaceholderData}>
          <AuditList events={events} />
        </FilteredItems>
      )}
      <ListEnd query={query} texts={texts} onRetry={retry} shape="rows" count={8} />
    </TableSection>
  )
}
