import type { ListedPost } from '../../contract/posts.ts'
import { Mark } from '../ui/mark.tsx'
import { When } from '../ui/when.tsx'
import css from './post-facts.module.css'
import { texts } from './texts.ts'

/** Where a post stands: its category, with colour and mark. */
export function CategoryOf({ post }: { post: Pick<ListedPost, 'category_id' | 'category_name'> }) {
  return (
    <span className={css.category}>
      <Mark id={post.category_id} size={22} />
      {post.category_name ?? texts.noCategory}
    </span>
  )
}

/** The line of a card: who, when, how long, how many comments. */
export function CardFacts({ post }: { post: ListedPost }) {
  return (
    <p className={css.facts}>
      <span>
        {texts.by} <bdi>{post.author_name}</bdi>
      </span>
      <When at={post.created_at} />
      <span>{texts.minutes(post.reading_minutes)}</span>
      {post.comment_count > 0 && <span>{texts.comments(post.comment_count)}</span>}
    </p>
  )
}

/** The line of a post's page: published (or created) and updated, where that is another moment. */
export function PageFacts({ post }: { post: ListedPost }) {
  return (
    <p className={css.facts}>
      <span>
        {texts.by} <bdi>{post.author_name}</bdi>
      </span>
      {post.is_published && post.published_at ? (
        <span>
          {texts.published} <When at={post.published_at} />
        </span>
      ) : (
        <span>
          {texts.created} <When at={post.created_at} />
        </span>
      )}
      {post.updated_at !== post.created_at && (
        <span>
          {texts.updated} <When at={post.updated_at} />
        </span>
      )}
      <span>{texts.minutes(post.reading_minutes)}</span>
    </p>
  )
}
