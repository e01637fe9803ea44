import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { TextField } from '../controls/text-field.tsx'
import { cx } from '../cx.ts'
import { useDebouncedValue } from '../hooks/use-debounced-value.ts'
import css from './lists.module.css'

const debounceMs = 250

interface Props {
  label: string
  hideLabel?: boolean
  placeholder: string
  q: string
  maxLength?: number
  onSearch: (q: string) => void
}

/** Searches after a pause in typing; other changes of the address update the field. */
export function SearchField({ label, hideLabel, placeholder, q, maxLength = limits.search, onSearch }: Props) {
  const [value, setValue] = useState(q)
  const [previousQ, setPreviousQ] = useState(q)
  const [searched, setSearched] = useState(q)
  const debounced = useDebouncedValue(value, debounceMs)
  const search = useEffectEvent((text: string) => {
    if (text === searched || text !== value) return
    setSearched(text)
    onSearch(text)
  })
  useEffect(() => search(debounced), [debounced])
  if (q !== previousQ) {
    setPreviousQ(q)
    if (q !== searched) {
      setSearched(q)
      setValue(q)
    }
  }
  return (
    <TextField
      label={label}
      hideLabel={hideLabel}
      type="search"
      className={css.search}
      value={value}
      maxLength={maxLength}
      placeholder={placeholder}
      autoComplete="off"
      onChange={({ target }) => setValue(target.value)}
    />
  )
}

interface FilterBarProps extends Pick<Props, 'onSearch'> {
  texts: { filters: string; search: string; searchHint: string }
  q: string | undefined
  hasSearch?: boolean
  className?: string | undefined
  /** The fields next to the search. */
  children: ReactNode
}

/** The search and the filters above a list, in one row or, in a narrow section, below each other. */
export const FilterBar = ({ texts, q = '', onSearch, hasSearch = true, className, children }: FilterBarProps) => (
  <search className={cx(css.filters, className)} aria-label={texts.filters}>
    {hasSearch && <SearchField label={texts.search} placeholder={texts.searchHint} q={q} onSearch={onSearch} />}
    {children}
  </search>
)
