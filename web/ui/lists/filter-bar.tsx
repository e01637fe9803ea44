import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './lists.module.css'
import { SearchField } from './search-field.tsx'

interface Props {
  label: string
  search?: ComponentProps<typeof SearchField> | false
  className?: string | undefined
  /** The fields next to the search. */
  children: ReactNode
}

/** The search and the filters above a list, in one row or, in a narrow section, below each other. */
export const FilterBar = ({ label, search, className, children }: Props) => (
  <search className={cx(css.filters, className)} aria-label={label}>
    {search && <SearchField {...search} />}
    {children}
  </search>
)
