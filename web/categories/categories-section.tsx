import { type ComponentProps, useEffect, useRef } from 'react'
import type { Category } from '../../contract/categories.ts'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/controls/button.tsx'
import { cx } from '../ui/cx.ts'
import { useSearchParamState } from '../ui/hooks/use-search-param-state.ts'
import { FilterBar } from '../ui/lists/search-field.tsx'
import { logFailure } from '../ui/log-failure.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import type { Sorting } from '../ui/tables/data-table.tsx'
import { CountHeading, SortField, TableSection } from '../ui/tables/table-section.tsx'
import type { useAllCategories } from './api.ts'
import css from './categories.module.css'
import { type CategoryFilter, categorySorts, orderCategories, readCategoryFilter } from './category-order.ts'
import { CategoryTable } from './category-table.tsx'
import { texts } from './texts.ts'

interface Props {
  query: ReturnType<typeof useAllCategories>
  onEdit: (category: Category) => void
}

export function CategoriesSection({ query, onEdit }: Props) {
  const { data, error } = query
  const heading = useRef<HTMLHeadingElement>(null)
  const { search, change } = useSearchParamState()
  const filter = readCategoryFilter(search)
  const shown = orderCategories(data ?? [], filter)
  const order = {
    sorting: filter,
    onSort: ({ by, direction }: Sorting) => change({ sort: by, direction }),
  }
  const focusHeading = () => heading.current?.focus()

  useEffect(() => {
    if (error) logFailure(error, texts.fetchFailed)
  }, [error])

  async function retry() {
    const { isError } = await query.refetch()
    if (!isError) focusHeading()
  }

  function clear() {
    change({ q: '' })
    focusHeading()
  }

  return (
    <TableSection label={texts.categories}>
      {data && data.length > 0 && (
        <CategoryFilters count={data.length} filter={filter} onChange={change} order={order} />
      )}
      <CountHeading headingRef={heading}>{formatShownCount(data, shown)}</CountHeading>
      {query.isPending && <Skeleton label={texts.loading} shape="table" count={8} />}
      {data?.length === 0 && <EmptyState drawing="shelf">{texts.empty}</EmptyState>}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyState drawing="shelf" action={<Button onClick={clear}>{texts.clearFilter}</Button>}>
          {texts.noneFound}
        </EmptyState>
      )}
      {shown.length > 0 && <CategoryTable categories={shown} {...order} onEdit={onEdit} onDeleted={focusHeading} />}
      {error && (
        <ErrorNote busy={query.isFetching} onRetry={() => void retry()}>
          {messageOf(error, texts.fetchFailed)}
        </ErrorNote>
      )}
    </TableSection>
  )
}

function formatShownCount(all: Category[] | undefined, shown: Category[]) {
  if (!all) return texts.categories
  return shown.length === all.length ? texts.count(all.length) : texts.shown(shown.length, all.length)
}

/** Fewer categories fit on one screen and need no search field. */
const minToSearch = 12

interface FiltersProps {
  count: number
  filter: CategoryFilter
  onChange: (changes: Record<string, string>) => void
  order: Pick<ComponentProps<typeof CategoryTable>, 'sorting' | 'onSort'>
}

function CategoryFilters({ count, filter, onChange, order }: FiltersProps) {
  const isSearched = count > minToSearch || filter.q !== ''
  return (
    <FilterBar
      texts={texts}
      hasSearch={isSearched}
      q={filter.q}
      onSearch={(q) => onChange({ q })}
      className={cx(css.filters, !isSearched && css.few)}
    >
      <SortField {...order} texts={texts} orders={categorySorts} className={css.order} />
    </FilterBar>
  )
}
