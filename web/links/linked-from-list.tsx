import { Link } from 'react-router'
import type { LinkedPost } from '../../contract/content/linked-post.ts'
import { placeOf } from '../../contract/content/places.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import css from './links.module.css'
import { texts } from './texts.ts'

interface Props {
  posts: LinkedPost[]
  label?: string
}

export const LinkedFromList = ({ posts, label }: Props) => (
  <ul className="plain-list" aria-label={label}>
    {posts.map(({ id, title, author_name, is_published }) => (
      <li key={id} className={css.item}>
        <Link className={css.link} to={placeOf.post({ id })}>
          {title}
        </Link>
        <Facts as="span" className="snug">
          {!is_published && <Badge tone="draft">{texts.isDraft}</Badge>}
          <span>
            {texts.by} <bdi>{author_name}</bdi>
          </span>
        </Facts>
      </li>
    ))}
  </ul>
)
