import { SelectField } from '../ui/controls/select-field.tsx'
import { cx } from '../ui/cx.ts'
import { FilterBar } from '../ui/lists/filter-bar.tsx'
import css from './categories.module.css'
import { type CategoryFilter, categorySorts } from './category-order.ts'
import { texts } from './texts.ts'

/** Fewer categories fit on one screen and need no search field. */
const minToSearch = 12

interface Props {
  count: number
  filter: CategoryFilter
  onChange: (changes: Record<string, string>) => void
}

export function CategoryFilters({ count, filter, onChange }: Props) {
  const isSearched = count > minToSearch || filter.q !== ''
  return (
    <FilterBar
      label={texts.filters}
      search={
        isSearched && {
          label: texts.search,
          placeholder: texts.searchHint,
          q: filter.q,
          onSearch: (q) => onChange({ q }),
        }
      }
      className={cx(css.filters, !isSearched && css.few)}
    >
      <SelectField
        label={texts.sortBy}
        className={css.order}
        value={`${filter.by} ${filter.direction}`}
        onChange={({ target }) => {
          const [sort = '', direction = ''] = target.value.split(' ')
          onChange({ sort, direction })
        }}
      >
        {categorySorts.flatMap((sort) =>
          (['asc', 'desc'] as const).map((direction) => (
            <option key={`${sort} ${direction}`} value={`${sort} ${direction}`}>
              {texts.sortedBy(sort, direction)}
            </option>
          )),
        )}
      </SelectField>
    </FilterBar>
  )
}
