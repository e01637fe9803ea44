import { SelectField } from '../ui/select-field.tsx'
import { type CategoryFilter, categorySorts } from './category-order.ts'
import { texts } from './category-texts.ts'
import css from './category-tools.module.css'
import { SearchField } from './search-field.tsx'

/** As many are seen at one look. */
const few = 12

interface Props {
  count: number
  filter: CategoryFilter
  onChange: (changes: Record<string, string>) => void
}

/** What to look for among many categories, and their order where the table is cards, which have no heads. */
export function CategoryTools({ count, filter, onChange }: Props) {
  const isSearched = count > few || filter.q !== ''
  return (
    <search className={css.tools} aria-label={texts.filters} data-few={!isSearched || undefined}>
      {isSearched && (
        <SearchField
          label={texts.search}
          placeholder={texts.searchHint}
          q={filter.q}
          onSearch={(q) => onChange({ q })}
        />
      )}
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
    </search>
  )
}
