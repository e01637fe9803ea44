import { useId, useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../api/call.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Icon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { usePosts } from './api.ts'
import css from './sidebar.module.css'
import { texts } from './texts.ts'

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
        <button
          type="button"
          className={css.name}
          aria-current={isChosen ? 'true' : undefined}
          onClick={() => onChoose(filter)}
        >
          <Mark id={filter === 'none' ? null : filter} size={22} />
          <span className={css.label}>{name}</span>
          <span className={css.count}>{count}</span>
        </button>
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
  if (posts.isError)
    return <ErrorNote onRetry={() => void posts.refetch()}>{messageOf(posts.error, texts.fetchPostsFailed)}</ErrorNote>
  const [first] = posts.data.pages
  if (!first) return null
  return (
    <ul className={css.titles}>
      {first.items.map((post) => (
        <li key={post.id}>
          <Link to={`/blog/${post.id}`}>{post.title}</Link>
        </li>
      ))}
      {first.total > first.items.length && <li>{texts.andMore(first.total - first.items.length)}</li>}
    </ul>
  )
}
