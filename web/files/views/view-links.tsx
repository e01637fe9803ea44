import { Link } from 'react-router'
import type { CategoryFilter } from '../api.ts'
import { texts } from '../texts.ts'
import { type ArchiveView, archiveViews, searchOf } from './archive-view.ts'
import css from './views.module.css'

export const ViewLinks = ({ shown, category }: { shown: ArchiveView; category: CategoryFilter }) => (
  <nav aria-label={texts.archiveView} className="wrap gap-1 below-5 line-below">
    {archiveViews.map((view) => (
      <Link
        key={view}
        to={{ search: `${new URLSearchParams(searchOf(view, category))}` }}
        aria-current={view === shown ? 'true' : undefined}
        className={css.view}
      >
        {texts.views[view]}
      </Link>
    ))}
  </nav>
)
