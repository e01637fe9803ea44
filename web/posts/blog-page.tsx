import { useSearchParams } from 'react-router'
import { parameters } from '../../contract/content/places.ts'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { itemsOf } from '../api/paged.ts'
import { LinkButton } from '../ui/controls/button.tsx'
import { MoreItems } from '../ui/lists/more-items.tsx'
import { columns } from '../ui/lists/side-list.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorNote } from '../ui/page/error-note.tsx'
import { Page } from '../ui/page/page.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { WhatsNewBar } from '../whats-new/whats-new-bar.tsx'
import { type CategoryFilter, categoryIn, usePosts, useRefreshPosts } from './api.ts'
import { PostCard } from './post-card.tsx'
import { Sidebar } from './sidebar.tsx'
import { storeError, texts } from './texts.ts'

export default function BlogPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = categoryIn(search)
  const newPost = (
    <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
      {texts.newPost}
    </LinkButton>
  )
  return (
    <Page title={texts.blog} width="wide" actions={newPost}>
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
  if (posts.isPending) return <Skeleton label={texts.loadingPosts} count={4} />
  if (posts.isLoadingError)
    return <ErrorNote query={posts}>{storeError(messageOf(posts.error, texts.fetchPostsFailed))}</ErrorNote>
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
        <EmptyState
          drawing="quill"
          action={
            <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
              {texts.newPost}
            </LinkButton>
          }
        >
          {category ? texts.noPostsHere : texts.noPosts}
        </EmptyState>
      )}
      <div>
        {items.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </div>
      <MoreItems query={posts} label={texts.morePosts} />
    </div>
  )
}
