import type { ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import css from './data-table.module.css'

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
