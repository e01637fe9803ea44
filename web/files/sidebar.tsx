import type { FileSection } from '../../contract/files.ts'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { SideChoice, SideList } from '../ui/lists/side-list.tsx'
import type { CategoryFilter, useSections } from './api.ts'
import { texts } from './texts.ts'

interface Props {
  sections: ReturnType<typeof useSections>
  chosen: CategoryFilter
  onChoose: (category: CategoryFilter) => void
}

const emptySection: FileSection = { category_id: null, category_name: null, file_count: 0 }

/** Categories with file counts. `Sections` shows the failure of this list. */
export function Sidebar({ sections: { data, isPending }, chosen, onChoose }: Props) {
  const total = data?.reduce((sum, section) => sum + section.file_count, 0)
  const none = data?.find(({ category_id }) => category_id === null) ?? emptySection
  return (
    <SideList
      title={texts.categories}
      isPending={isPending}
      loading={texts.loadingCategories}
      error={null}
      onChoose={onChoose}
    >
      {(choose) =>
        data && (
          <>
            <li>
              <SideChoice
                label={texts.allFiles}
                count={total}
                isChosen={chosen === undefined}
                onChoose={() => choose(undefined)}
              />
            </li>
            {[none, ...data.filter(({ category_id }) => category_id)].map(
              ({ category_id, category_name, file_count }) => (
                <li key={category_id}>
                  <SideChoice
                    icon={<CategoryEmblem id={category_id} size={22} />}
                    label={category_name ?? texts.noCategory}
                    count={file_count}
                    isChosen={chosen === (category_id ?? 'none')}
                    onChoose={() => choose(category_id ?? 'none')}
                  />
                </li>
              ),
            )}
          </>
        )
      }
    </SideList>
  )
}
