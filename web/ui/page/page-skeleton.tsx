import { cx } from '../cx.ts'
import page from './page.module.css'
import { Skeleton } from './skeleton.tsx'

export type PageWidth = 'reading' | 'list' | 'wide'

export function PageSkeleton({ label, width = 'list' }: { label: string; width?: PageWidth | undefined }) {
  return (
    <div className={cx(page.page, page[width])}>
      <Skeleton label={label} shape="lines" />
    </div>
  )
}
