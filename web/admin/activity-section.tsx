import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { sayTime } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { activityKinds, useActivity, useFoldActivity } from './activity-api.ts'
import { ActivityList } from './activity-list.tsx'
import css from './activity-section.module.css'
import { texts } from './activity-texts.ts'

/** What members and admins did (the audit trail); the address keeps which part of it is shown. */
export function ActivitySection() {
  const [search, setSearch] = useSearchParams()
  const kind = activityKinds.find((one) => one === search.get('kind'))
  const query = useActivity(kind)
  const fold = useFoldActivity(kind)
  const [refreshedAt, setRefreshedAt] = useState<Date>()
  const last = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const events = query.data?.pages.flatMap((page) => page.items)
  const total = query.data?.pages.at(-1)?.total ?? 0

  function choose(next: string) {
    setRefreshedAt(undefined)
    setSearch(
      (before) => {
        const params = new URLSearchParams(before)
        if (next) params.set('kind', next)
        else params.delete('kind')
        return params
      },
      { replace: true, preventScrollReset: true },
    )
  }

  async function refresh() {
    fold()
    const { isError } = await query.refetch()
    setRefreshedAt(isError ? undefined : new Date())
  }

  // Where the button that was pressed goes away, the focus goes to what came instead.
  async function showMore() {
    const { hasNextPage, isError } = await query.fetchNextPage()
    if (!hasNextPage && !isError) last.current?.focus()
  }

  async function retry() {
    if (query.isFetchNextPageError) return showMore()
    await refresh()
    button.current?.focus()
  }

  return (
    <section aria-label={texts.activity}>
      <p className={css.intro}>{texts.intro}</p>
      <div className={css.tools}>
        <SelectField label={texts.kind} value={kind ?? ''} onChange={({ target }) => choose(target.value)}>
          <option value="">{texts.all}</option>
          <option value="sign_in">{texts.signIns}</option>
          <option value="admin">{texts.admin}</option>
        </SelectField>
        <Button
          ref={button}
          icon="again"
          busy={query.isRefetching && !query.isFetchingNextPage}
          onClick={() => void refresh()}
        >
          {texts.refresh}
        </Button>
        <p role="status" className={css.count}>
          {refreshedAt && texts.refreshed(sayTime(refreshedAt))}
        </p>
      </div>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={8} />}
      {events?.length === 0 && <EmptyState drawing="quill">{texts.empty}</EmptyState>}
      {events && events.length > 0 && (
        <>
          <ActivityList events={events} />
          <div className={css.end}>
            <p ref={last} tabIndex={-1} aria-live="polite" className={css.count}>
              {texts.shown(events.length, total)}
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
