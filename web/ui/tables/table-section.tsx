import type { ComponentProps, ReactNode, Ref } from 'react'
import { SelectField } from '../controls/select-field.tsx'
import { cx } from '../cx.ts'
import css from './data-table.module.css'
import type { Sorting } from './data-table.tsx'

/** A list with its filters, which follow the same breakpoint as its table. */
export const TableSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="contained">
    {children}
  </section>
)

interface CountHeadingProps {
  headingRef: Ref<HTMLHeadingElement>
  className?: string | undefined
  children: ReactNode
}

/** The number of items above a table, announced when it changes. It can be focused by script. */
export const CountHeading = ({ headingRef, className, children }: CountHeadingProps) => (
  <h2 ref={headingRef} tabIndex={-1} aria-live="polite" className={cx(css.heading, className)}>
    {children}
  </h2>
)

/** Pales while other items are loaded for a new filter. */
export const FilteredItems = ({ isStale, children }: { isStale: boolean; children: ReactNode }) => (
  <div className={cx(isStale && css.stale)}>{children}</div>
)

interface SortFieldProps<By> extends Pick<ComponentProps<typeof SelectField>, 'hideLabel' | 'className'> {
  texts: { sortBy: string; sortedBy: (by: By, direction: Sorting['direction']) => string }
  orders: readonly By[]
  sorting: Sorting
  onSort: (next: Sorting) => void
}

/** The order of a table as a select, for cards: they have no column heads. */
export const SortField = <By extends string>({ texts, orders, sorting, onSort, ...field }: SortFieldProps<By>) => (
  <SelectField
    {...field}
    label={texts.sortBy}
    value={`${sorting.by} ${sorting.direction}`}
    onChange={({ target }) => {
      const [by, direction] = target.value.split(' ')
      onSort({ by, direction } as Sorting)
    }}
  >
    {orders.flatMap((by) =>
      (['asc', 'desc'] as const).map((direction) => (
        <option key={`${by} ${direction}`} value={`${by} ${direction}`}>
          {texts.sortedBy(by, direction)}
        </option>
      )),
    )}
  </SelectField>
)
