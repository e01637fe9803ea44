import { Link } from 'react-router'
import type { ListedPost } from '../../contract/posts.ts'
import css from './post-card.module.css'
import { CardFacts, CategoryOf } from './post-facts.tsx'
import { texts } from './texts.ts'

export function PostCard({ post }: { post: ListedPost }) {
  const address = `/blog/${post.id}`
  return (
    <article className={css.card}>
      <CategoryOf post={post} />
      <h2 className={css.title}>
        <Link to={address}>{post.title}</Link>
      </h2>
      <CardFacts post={post} />
      <p className={css.excerpt}>{post.excerpt}...</p>
      <Link to={address} className={css.more} aria-label={`${texts.readMore} ${post.title}`}>
        {texts.readMore}
      </Link>
    </article>
  )
}
