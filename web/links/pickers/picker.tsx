import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { itemsOf, type PagedData } from '../../api/paged.ts'
import { CategorySelect } from '../../categories/category-select.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useActiveOption } from '../../ui/hooks/use-active-option.ts'
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value.ts'
import { useNearViewport } from '../../ui/lists/use-near-viewport.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { texts } from '../texts.ts'
import css from './picker.module.css'

export interface PickerProps {
  /** Initial text of the link: the editor's selection. */
  label: string
  showsImages?: boolean | undefined
  open: boolean
  onInsert: (token: string) => void
  onClose: () => void
}

interface Props<Item> extends Pick<PickerProps, 'label' | 'open' | 'onClose'> {
  title: string
  /** Extra filter, after the category. */
  filter: ReactNode
  search: ReturnType<typeof usePickerSearch>
  query: UseInfiniteQueryResult<PagedData<Item>>
  empty: string
  /** Default text of the link. */
  nameOf: (item: Item) => string
  renderItem: (item: Item) => ReactNode
  onPick: (item: Item, label: string) => void
}

/** Searchable list with a field for the text of the link. */
export function Picker<Item extends { id: string }>(props: Props<Item>) {
  const { title, filter, search, query, empty, nameOf, renderItem, onPick, open, onClose } = props
  const items = query.isError || !query.data ? [] : itemsOf(query.data)
  const isLoading = search.isPending || (query.isFetching && !query.isFetchingNextPage)
  const loadMore = () => {
    if (query.hasNextPage) void query.fetchNextPage({ cancelRefetch: false })
  }
  const [label, setLabel] = useState(props.label)
  const loadMoreRef = useNearViewport(loadMore)

  const pick = (item: Item | undefined) => item && onPick(item, label.trim() || nameOf(item))

  const { list, current, reset, fieldProps, optionProps } = useActiveOption({
    count: items.length,
    onEnter(index) {
      // the list may still belong to the previous search
      if (!isLoading && index !== undefined) pick(items[index])
    },
    onMove: (index) => index > items.length - 5 && loadMore(),
  })

  return (
    <Dialog title={title} open={open} onClose={onClose} width="l">
      <div className="stack gap-3">
        <TextField
          label={texts.search}
          type="search"
          {...fieldProps}
          value={search.text}
          maxLength={limits.search}
          onChange={(event) => {
            reset()
            search.setText(event.target.value)
          }}
        />
        <div className={css.fields}>
          <CategorySelect
            label={texts.category}
            emptyLabel={texts.allCategories}
            value={search.filter.category_id ?? null}
            onChange={(id) => search.setCategory(id ?? undefined)}
          >
            <option value="none">{texts.noCategory}</option>
          </CategorySelect>
          {filter}
          <TextField
            label={texts.linkText}
            value={label}
            placeholder={items[current] && nameOf(items[current])}
            onChange={(event) => setLabel(event.target.value)}
          />
        </div>
        <span className="visually-hidden">
          <span role="status">{isLoading ? texts.searching : texts.found(items.length, query.hasNextPage)}</span>
        </span>
        {isLoading && items.length === 0 && <Skeleton label={texts.searching} shape="lines" count={5} />}
        {!isLoading && items.length === 0 && <p className={css.empty}>{empty}</p>}
        <div role="listbox" id={list} aria-label={title} className={css.list} data-stale={isLoading || undefined}>
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys and names the active option
            <div
              key={item.id}
              {...optionProps(index)}
              role="option"
              tabIndex={-1}
              className={css.option}
              onClick={() => pick(item)}
            >
              {renderItem(item)}
            </div>
          ))}
        </div>
        {query.hasNextPage && <div ref={loadMoreRef} />}
      </div>
    </Dialog>
  )
}

const debounceMs = 250
const limit = '30'

/** Filters of a picker; `filter.q` follows the search text after a pause in typing. */
export function usePickerSearch() {
  const [text, setText] = useState('')
  const [category_id, setCategory] = useState<string>()
  const q = useDebouncedValue(text, debounceMs)
  return { text, setText, setCategory, filter: { q, category_id, limit }, isPending: q !== text }
}
