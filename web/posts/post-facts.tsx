import type { ListedPost } from '../../contract/posts.ts'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { When } from '../ui/format/when.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import css from './post-facts.module.css'
import { texts } from './texts.ts'

export function CategoryLabel({ post }: { post: Pick<ListedPost, 'category_id' | 'category_name'> }) {
  return (
    <span className={css.category}>
      <CategoryEmblem id={post.category_id} size={22} />
      {post.category_name ?? texts.noCategory}
    </span>
  )
}

export function CardFacts({ post }: { post: ListedPost }) {
  return (
    <Facts dots>
      <span>
        {texts.by} <bdi>{post.author_name}</bdi>
      </span>
      <When at={post.created_at} />
      <span>{texts.minutes(post.reading_minutes)}</span>
      {post.comment_count > 0 && <span>{texts.comments(post.comment_count)}</span>}
    </Facts>
  )
}

export function PageFacts({ post }: { post: Omit<ListedPost, 'cover'> }) {
  return (
    <Facts dots>
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
    </Facts>
  )
}
