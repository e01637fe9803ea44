import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import { itemsOf, totalOf } from '../api/paged.ts'
import { useCategories } from '../categories/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { SideList } from '../ui/lists/side-list.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
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
  const none = { id: 'none', name: texts.noCategory, count: uncategorized.data ?? 0 }
  const all = categories.data?.map(({ id, name, post_count }) => ({ id, name, count: post_count }))
  return (
    <SideList
      title={texts.categories}
      state={<QueryState query={categories} texts={texts.categoryList} shape="choices" count={5} />}
      all={{ label: texts.allPosts, count: total.data }}
      categories={all && [none, ...all.filter(({ count }) => count > 0)]}
      chosen={chosen}
      onChoose={onChoose}
      wrap={(button, { id, name }) => (
        <WithTitles filter={id} name={name}>
          {button}
        </WithTitles>
      )}
    />
  )
}

/** A button beside the one of a category, which shows the titles of its posts. */
function WithTitles({ filter, name, children }: { filter: string; name: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <div className="row">
        {children}
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
    </>
  )
}

function Titles({ filter }: { filter: string }) {
  const posts = usePosts(filter)
  if (!posts.data)
    return <QueryState query={posts} texts={texts.list} formatFailure={storeError} shape="lines" count={2} />
  const items = itemsOf(posts.data)
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
