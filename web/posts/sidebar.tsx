import { messageOf } from '../api/call.ts'
import { useCategories } from '../categories/api.ts'
import { SideChoice, SideList } from '../ui/lists/side-list.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { type CategoryFilter, usePostCount } from './api.ts'
import { CategoryGroup } from './category-group.tsx'
import { texts } from './texts.ts'

interface Props {
  chosen: CategoryFilter
  onChoose: (category: CategoryFilter) => void
}

export function Sidebar({ chosen, onChoose }: Props) {
  const categories = useCategories()
  const total = usePostCount(undefined)
  const uncategorized = usePostCount('none')
  const withPosts = categories.data?.filter((category) => category.post_count > 0)
  return (
    <SideList
      title={texts.categories}
      isPending={categories.isPending}
      loading={texts.loadingCategories}
      error={
        categories.isError && (
          <ErrorNote query={categories}>{messageOf(categories.error, texts.fetchCategoriesFailed)}</ErrorNote>
        )
      }
      onChoose={onChoose}
    >
      {(choose) =>
        withPosts && (
          <>
            <li>
              <SideChoice
                label={texts.allPosts}
                count={total.data}
                isChosen={chosen === undefined}
                onChoose={() => choose(undefined)}
              />
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
          </>
        )
      }
    </SideList>
  )
}
