import { useId, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import { SideChoice } from '../ui/side-list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePosts } from './api.ts'
import css from './sidebar.module.css'
import { storeError, texts } from './texts.ts'

interface Props {
  filter: string
  name: string
  count: number
  isChosen: boolean
  onChoose: (filter: string) => void
}

/** A category: its name filters the list, its arrow unfolds the titles of its posts. */
export function CategoryGroup({ filter, name, count, isChosen, onChoose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <div className={css.row}>
        <SideChoice
          mark={<Mark id={filter === 'none' ? null : filter} size={22} />}
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
    return (
      <ErrorNote onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        {storeError(messageOf(posts.error, texts.fetchPostsFailed))}
      </ErrorNote>
    )
  const items = posts.data?.pages.flatMap((page) => page.items) ?? []
  const more = (posts.data?.pages[0]?.total ?? 0) - items.length
  return (
    <ul className={css.titles}>
      {items.map((post) => (
        <li key={post.id}>
          <Link to={`/blog/${post.id}`}>{post.title}</Link>
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
