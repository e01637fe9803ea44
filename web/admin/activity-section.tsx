import { useRef, useState } from 'react'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { sayTime } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useActivity, useFoldActivity } from './activity-api.ts'
import { ActivityList } from './activity-list.tsx'
import css from './activity-section.module.css'
import { texts } from './activity-texts.ts'
import { ActivityTools } from './activity-tools.tsx'
import { useActivityFilter } from './use-activity-filter.ts'

/** What members and admins did (the audit trail); the address keeps which part of it is shown. */
export function ActivitySection() {
  const { filter, change } = useActivityFilter()
  const query = useActivity(filter)
  const fold = useFoldActivity(filter)
  const [refreshedAt, setRefreshedAt] = useState<Date>()
  const button = useRef<HTMLButtonElement>(null)
  const events = query.data?.pages.flatMap((page) => page.items)
  const total = query.data?.pages.at(-1)?.total ?? 0
  const isFiltered = Boolean(filter.kind || filter.q)
  const isFound = events !== undefined && isFiltered && !query.isPlaceholderData

  function choose(changes: Parameters<typeof change>[0]) {
    setRefreshedAt(undefined)
    change(changes)
  }

  /** Whether it came. */
  async function refresh() {
    fold()
    const { isError } = await query.refetch()
    setRefreshedAt(isError ? undefined : new Date())
    return !isError
  }

  // The button that was pressed is gone once it came.
  async function retry() {
    if (await refresh()) button.current?.focus()
  }

  function clear() {
    choose({ kind: '', q: '' })
    button.current?.focus()
  }

  return (
    <section aria-label={texts.activity} className={css.activity}>
      <p className={css.intro}>{texts.intro}</p>
      <ActivityTools
        filter={filter}
        onChange={choose}
        isBusy={query.isRefetching && !query.isFetchingNextPage && !query.isPlaceholderData}
        button={button}
        onRefresh={() => void refresh()}
      >
        {refreshedAt ? texts.refreshed(sayTime(refreshedAt)) : isFound && texts.found(total)}
      </ActivityTools>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={8} />}
      {events?.length === 0 &&
        (isFiltered ? (
          <EmptyState drawing="quill" action={<Button onClick={clear}>{texts.clearFilters}</Button>}>
            {texts.noneFound}
          </EmptyState>
        ) : (
          <EmptyState drawing="quill">{texts.empty}</EmptyState>
        ))}
      {events && events.length > 0 && (
        <div className={css.list} data-stale={query.isPlaceholderData || undefined}>
          <ActivityList events={events} />
        </div>
      )}
      <ListEnd
        query={query}
        shown={texts.shown(events?.length ?? 0, total)}
        more={texts.showMore}
        failure={messageOf(query.error, texts.fetchFailed)}
        onRetry={retry}
      />
    </section>
  )
}
