import { useId } from 'react'
import { Link } from 'react-router'
import type { LinkedPost } from '../../contract/content/linked-post.ts'
import { placeOf } from '../../contract/content/places.ts'
import { Badge } from '../ui/badge.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import { useLinkedFrom } from './api.ts'
import css from './links.module.css'
import { texts } from './texts.ts'

/** Further titles are folded, so that the comments below stay within reach. */
const maxOpenTitles = 8

/** 'Enlazado desde…' under a post; hidden if it can't be loaded. */
export function LinkedFrom({ postId }: { postId: string }) {
  const heading = useId()
  const { data = [] } = useLinkedFrom(postId)
  if (data.length === 0) return null
  const rest = data.slice(maxOpenTitles)
  return (
    <section className={css.section} aria-labelledby={heading} data-print="no">
      <h2 id={heading} className={css.title}>
        {texts.linkedFrom}
      </h2>
      <LinkedFromList posts={data.slice(0, maxOpenTitles)} />
      {rest.length > 0 && (
        <details className={css.rest}>
          <summary>{texts.andMore(rest.length)}</summary>
          <LinkedFromList posts={rest} />
        </details>
      )}
    </section>
  )
}

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
