import { cx } from '../cx.ts'
import page from './page.module.css'
import css from './skeleton.module.css'
import { Skeleton, type SkeletonShape } from './skeleton.tsx'

/** Frame of a page, known before its code is loaded. */
export interface PageFrame {
  width?: 'reading' | 'list' | 'wide'
  /** The page has a link back above its title. */
  hasBack?: true
  /** The content is next to a list of categories. */
  hasSide?: true
  shape?: SkeletonShape
}

export function PageSkeleton({ label, frame = {} }: { label: string; frame?: PageFrame | undefined }) {
  const { width = 'list', hasBack, hasSide, shape = 'cards' } = frame
  return (
    <div className={cx(page.page, page[width])}>
      {hasBack && <div className={page.back} aria-hidden="true" />}
      <div className={page.head} aria-hidden="true">
        <div className={css.title} />
      </div>
      <Skeleton label={label} shape={shape} count={shape === 'lines' ? 12 : 4} className={hasSide && css.beside} />
    </div>
  )
}
