import { Link } from 'react-router'
import { placeOf } from '../../contract/content/places.ts'
import type { ListedPost } from '../../contract/posts.ts'
import { Thumbnail } from '../files/images/thumbnail.tsx'
import { Reactions } from '../reactions/reactions.tsx'
import { cx } from '../ui/cx.ts'
import { CardTitle } from '../ui/lists/card-title.tsx'
import { CardFacts, CategoryLabel } from './post-facts.tsx'
import css from './posts.module.css'
import { texts } from './texts.ts'

export function PostCard({ post }: { post: ListedPost }) {
  const address = placeOf.post(post)
  return (
    <article className={cx(css.card, post.cover_url && css.covered)}>
      <CategoryLabel post={post} />
      <CardTitle>
        <Link to={address}>{post.title}</Link>
      </CardTitle>
      <CardFacts post={post} />
      <p className={css.excerpt}>{post.excerpt}...</p>
      <Reactions kind="post" id={post.id} reactions={post.reactions} appearance="listed" />
      <Link to={address} className={css.more} aria-label={`${texts.readMore} ${post.title}`}>
        {texts.readMore}
      </Link>
      {post.cover_url && (
        // hidden from keyboards and screen readers: the title is the same link
        <Link
          to={address}
          className={`centered relative clips rounded sunken ${css.cover}`}
          tabIndex={-1}
          aria-hidden="true"
        >
          <Thumbnail address={post.cover_url} />
        </Link>
      )}
    </article>
  )
}
