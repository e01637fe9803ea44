import { cx } from '../ui/cx.ts'
import page from '../ui/page.module.css'
import { Skeleton } from '../ui/skeleton.tsx'

export type WaitingWidth = 'reading' | 'list' | 'wide'

/** What stands where a page is about to be: in the page's own column, so that nothing jumps when it comes. */
export function Waiting({ label, width = 'list' }: { label: string; width?: WaitingWidth | undefined }) {
  return (
    <div className={cx(page.page, page[width])}>
      <Skeleton label={label} shape="lines" />
    </div>
  )
}
