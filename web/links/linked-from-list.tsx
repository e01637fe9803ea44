import { Link } from 'react-router'
import type { LinkedPost } from '../../contract/linked-post.ts'
import { Badge } from '../ui/badge.tsx'
import css from './linked-from.module.css'
import { texts } from './texts.ts'

interface Props {
  posts: LinkedPost[]
  /** The list's name, where no heading gives it one. */
  label?: string
}

/** Posts by title, each a link; drafts, which are one's own or seen as an admin, are marked. */
export const LinkedFromList = ({ posts, label }: Props) => (
  <ul className={css.list} aria-label={label}>
    {posts.map(({ id, title, author_name, is_published }) => (
      <li key={id}>
        <Link className={css.link} to={`/blog/${id}`}>
          {title}
        </Link>
        <span className={css.facts}>
          {!is_published && <Badge tone="draft">{texts.isDraft}</Badge>}
          <span>
            {texts.by} <bdi>{author_name}</bdi>
          </span>
        </span>
      </li>
    ))}
  </ul>
)
