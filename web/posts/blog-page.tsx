import { Link, useSearchParams } from 'react-router'
import { parameters, placeOf } from '../../contract/content/places.ts'
import type { ListedPost } from '../../contract/posts.ts'
import { itemsOf } from '../api/paged.ts'
import { Thumbnail } from '../files/images/thumbnail.tsx'
import { Reactions } from '../reactions/reactions.tsx'
import { cx } from '../ui/cx.ts'
import { CardTitle } from '../ui/lists/card-title.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { columns } from '../ui/lists/side-list.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Page } from '../ui/page/page.tsx'
import { QueryState } from '../ui/page/query-state.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type CategoryFilter, categoryIn, usePosts, useRefreshPosts } from './api.ts'
import { CardFacts, CategoryLabel, NewPostLink } from './post-facts.tsx'
import css from './posts.module.css'
import { Sidebar } from './sidebar.tsx'
import { storeError, texts } from './texts.ts'

export default function BlogPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = categoryIn(search)
  return (
    <Page title={texts.blog} width="wide" actions={<NewPostLink />}>
      <div className={columns}>
        <Sidebar
          chosen={chosen}
          onChoose={(category) => setSearch(category ? { [parameters.category]: category } : {})}
        />
        <PostList category={chosen} onShowAll={() => setSearch({})} />
      </div>
    </Page>
  )
}

interface ListProps {
  category: CategoryFilter
  onShowAll: () => void
}

function PostList({ category, onShowAll }: ListProps) {
  const refresh = useRefreshPosts()
  const posts = usePosts(category)
  if (!posts.data) return <QueryState query={posts} texts={texts.list} formatFailure={storeError} count={4} />
  const items = itemsOf(posts.data)
  // new posts may be of any category, so the list of all is refreshed and shown
  const showNew = async () => {
    const result = await refresh()
    if (category && !result.isError) onShowAll()
    return result
  }
  const newest = category ? undefined : (items[0]?.published_at ?? undefined)
  return (
    <div className="shrinks">
      <WhatsNewBar area="blog" newest={newest} onShow={showNew} />
      {items.length === 0 && (
        <EmptyState drawing="quill" action={<NewPostLink />}>
          {category ? texts.noPostsHere : texts.noPosts}
        </EmptyState>
      )}
      <div>
        {items.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </div>
      <MoreItems query={posts} texts={texts.list} keepsButton />
    </div>
  )
}

function PostCard({ post }: { post: ListedPost }) {
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
