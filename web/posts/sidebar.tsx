import { useId, useState } from 'react'
import { Link } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { useCategories } from '../categories/api.ts'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { SideChoice, SideList } from '../ui/lists/side-list.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { type CategoryFilter, usePostCount, usePosts } from './api.ts'
import css from './posts.module.css'
import { storeError, texts } from './texts.ts'

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

interface GroupProps {
  filter: string
  name: string
  count: number
  isChosen: boolean
  onChoose: (filter: string) => void
}

function CategoryGroup({ filter, name, count, isChosen, onChoose }: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <div className="row">
        <SideChoice
          icon={<CategoryEmblem id={filter === 'none' ? null : filter} size={22} />}
          label={name}
          count={count}
          isChosen={isChosen}
          onChoose={() => onChoose(filter)}
        />
        <button
          type="button"
          className={css.unfold}
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={texts.showPostsOf(name)}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="chevron" size={18} />
        </button>
      </div>
      <div id={id}>{isOpen && <Titles filter={filter} />}</div>
    </li>
  )
}

function Titles({ filter }: { filter: string }) {
  const posts = usePosts(filter)
  if (posts.isPending) return <Skeleton label={texts.loadingPosts} shape="lines" count={2} />
  if (posts.isLoadingError)
    return <ErrorNote query={posts}>{storeError(messageOf(posts.error, texts.fetchPostsFailed))}</ErrorNote>
  const items = posts.data ? itemsOf(posts.data) : []
  const more = totalOf(posts.data) - items.length
  return (
    <ul className={css.titles}>
      {items.map((post) => (
        <li key={post.id}>
          <Link to={placeOf.post(post)}>{post.title}</Link>
        </li>
      ))}
      {posts.hasNextPage && (
        <li>
          <Button variant="quiet" size="s" busy={posts.isFetchingNextPage} onClick={() => void posts.fetchNextPage()}>
            {texts.andMore(more)}
          </Button>
        </li>
      )}
    </ul>
  )
}
