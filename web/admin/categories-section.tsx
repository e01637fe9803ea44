import { useEffect, useRef } from 'react'
import type { Category } from '../../contract/categories.ts'
import { messageOf } from '../api/call.ts'
import type { useAllCategories } from '../categories/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { nextCategorySorting, orderCategories, readCategoryFilter } from './category-order.ts'
import { CategoryTable } from './category-table.tsx'
import { texts } from './category-texts.ts'
import { CategoryTools } from './category-tools.tsx'
import { logFailure } from './log-failure.ts'
import { useAddress } from './use-address.ts'
import css from './users-section.module.css'

interface Props {
  query: ReturnType<typeof useAllCategories>
  onEdit: (category: Category) => void
}

/** The categories, with what there is to say while they come, when there are none and when they don't come. */
export function CategoriesSection({ query, onEdit }: Props) {
  const { data, error } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const { search, change } = useAddress()
  const filter = readCategoryFilter(search)
  const shown = orderCategories(data ?? [], filter)
  const toHeading = () => heading.current?.focus()

  useEffect(() => {
    if (error) logFailure(error, texts.fetchFailed)
  }, [error])

  async function retry() {
    const { isError } = await query.refetch()
    if (!isError) toHeading()
  }

  function clear() {
    change({ q: '' })
    toHeading()
  }

  return (
    <section aria-label={texts.categories} className={css.users}>
      {data && data.length > 0 && <CategoryTools count={data.length} filter={filter} onChange={change} />}
      <h2 ref={heading} tabIndex={-1} aria-live="polite" className={css.heading}>
        {countOf(data, shown)}
      </h2>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={7} />}
      {data?.length === 0 && <EmptyState drawing="shelf">{texts.empty}</EmptyState>}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyState drawing="shelf" action={<Button onClick={clear}>{texts.clearFilter}</Button>}>
          {texts.noneFound}
        </EmptyState>
      )}
      {shown.length > 0 && (
        <CategoryTable
          categories={shown}
          sorting={filter}
          onSort={(by) => {
            const { by: sort, direction } = nextCategorySorting(filter, by)
            change({ sort, direction })
          }}
          onEdit={onEdit}
          onDeleted={toHeading}
        />
      )}
      {error && (
        <ErrorNote busy={query.isFetching} onRetry={() => void retry()}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
    </section>
  )
}

function countOf(all: Category[] | undefined, shown: Category[]) {
  if (!all) return texts.categories
  return shown.length === all.length ? texts.count(all.length) : texts.shown(shown.length, all.length)
}
