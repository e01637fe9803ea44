import { useState } from 'react'
import { messageOf } from '../api/call.ts'
import { useCategories } from '../categories/api.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type CategoryFilter, usePostCount } from './api.ts'
import { CategoryGroup } from './category-group.tsx'
import css from './sidebar.module.css'
import { texts } from './texts.ts'

interface Props {
  chosen: CategoryFilter
  onChoose: (category: CategoryFilter) => void
}

/** The categories that have posts, with counts; on phones behind a button, for the posts to come first. */
export function Sidebar({ chosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const categories = useCategories()
  const total = usePostCount(undefined)
  const uncategorized = usePostCount('none')
  const choose = (category: CategoryFilter) => {
    setOpen(false)
    onChoose(category)
  }
  const withPosts = categories.data?.filter((category) => category.post_count > 0)
  return (
    <aside className={css.sidebar} aria-label={texts.categories}>
      <h2 className={css.heading}>{texts.categories}</h2>
      <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.categories}
        <Icon name="chevron" size={18} />
      </button>
      <div className={isOpen ? css.open : css.closed}>
        {categories.isPending && <Skeleton label={texts.loadingCategories} shape="rows" count={5} />}
        {categories.isError && (
          <ErrorNote onRetry={() => void categories.refetch()} busy={categories.isFetching}>
            {messageOf(categories.error, texts.fetchCategoriesFailed)}
          </ErrorNote>
        )}
        {withPosts && (
          <ul className={css.list}>
            <li className={css.row}>
              <button
                type="button"
                className={css.name}
                aria-current={chosen === undefined ? 'true' : undefined}
                onClick={() => choose(undefined)}
              >
                <span className={css.label}>{texts.allPosts}</span>
                <span className={css.count}>{total.data ?? ''}</span>
              </button>
            </li>
            <CategoryGroup
              filter="none"
              name={texts.noCategory}
              count={uncategorized.data ?? 0}
              isChosen={chosen === 'none'}
              onChoose={choose}
            />
            {withPosts.map((category) => (
              <CategoryGroup
                key={category.id}
                filter={category.id}
                name={category.name}
                count={category.post_count}
                isChosen={chosen === category.id}
                onChoose={choose}
              />
            ))}
          </ul>
        )}
      </div>
    </aside>
  )
}
