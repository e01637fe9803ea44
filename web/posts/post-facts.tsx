import { pages } from '../../contract/pages.ts'
import type { ListedPost } from '../../contract/posts.ts'
import { CategoryEmblem } from '../ui/category-emblem.tsx'
import { LinkButton } from '../ui/controls/button.tsx'
import { daysSince, formatDate, formatFullDate, formatTime } from '../ui/format/dates.ts'
import { When } from '../ui/format/when.tsx'
import { Facts } from '../ui/lists/facts.tsx'
import { texts } from './texts.ts'

export function CategoryLabel({ post }: { post: Pick<ListedPost, 'category_id' | 'category_name'> }) {
  return (
    <span className="inline-row gap-2 muted small breaks">
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

const minuteOf = (moment: string) => formatFullDate(new Date(moment))

export function PageFacts({ post }: { post: Omit<ListedPost, 'cover_url'> }) {
  const { created_at, published_at, updated_at } = post
  const isPublished = post.is_published && published_at !== null
  const shown = isPublished ? published_at : created_at
  // the same minute twice would say nothing
  const wasUpdated = updated_at !== created_at && minuteOf(updated_at) !== minuteOf(shown)
  return (
    <Facts dots>
      <span>
        {texts.by} <bdi>{post.author_name}</bdi>
      </span>
      <span>
        {isPublished ? texts.published : texts.created} <When at={shown} />
      </span>
      {wasUpdated && (
        <span>
          {texts.updated} <When at={updated_at} />
        </span>
      )}
      <span>{texts.minutes(post.reading_minutes)}</span>
    </Facts>
  )
}

/** With the time, as a day may have several versions: 'ayer, 18:05' */
export const formatMoment = (date: Date) =>
  daysSince(date) === 0 ? formatDate(date) : `${formatDate(date)}, ${formatTime(date)}`

export const NewPostLink = () => (
  <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
    {texts.newPost}
  </LinkButton>
)
