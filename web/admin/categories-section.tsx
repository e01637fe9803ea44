import { useEffect, useRef } from 'react'
import type { Category } from '../../contract/categories.ts'
import { messageOf } from '../api/call.ts'
import type { useAllCategories } from '../categories/api.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { CategoryTable } from './category-table.tsx'
import { texts } from './category-texts.ts'
import { logFailure } from './log-failure.ts'
import css from './users-section.module.css'

interface Props {
  query: ReturnType<typeof useAllCategories>
  onEdit: (category: Category) => void
}

/** The categories, with what there is to say while they come, when there are none and when they don't come. */
export function CategoriesSection({ query, onEdit }: Props) {
  const { data, error } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const toHeading = () => heading.current?.focus()

  useEffect(() => {
    if (error) logFailure(error, texts.fetchFailed)
  }, [error])

  async function retry() {
    await query.refetch()
    toHeading()
  }

  return (
    <section aria-label={texts.categories} className={css.users}>
      <h2 ref={heading} tabIndex={-1} aria-live="polite" className={css.heading}>
        {data ? texts.count(data.length) : texts.categories}
      </h2>
      {query.isPending && <Skeleton label={texts.loading} shape="rows" count={7} />}
      {data?.length === 0 && <EmptyState drawing="shelf">{texts.empty}</EmptyState>}
      {data && data.length > 0 && <CategoryTable categories={data} onEdit={onEdit} onDeleted={toHeading} />}
      {error && (
        <ErrorNote busy={query.isFetching} onRetry={() => void retry()}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
    </section>
  )
}
