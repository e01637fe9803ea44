import { useSearchParams } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { messageOf } from '../api/call.ts'
import { Novelties } from '../sections/novelties.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Page } from '../ui/page.tsx'
import { columns } from '../ui/side-list.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type CategoryFilter, useBringPosts, usePosts } from './api.ts'
import css from './blog-page.module.css'
import { PostCard } from './post-card.tsx'
import { Sidebar } from './sidebar.tsx'
import { storeError, texts } from './texts.ts'

/** The filter stands in the address, so that it can be shared and gone back to. */
const parameter = 'categoria'

export default function BlogPage() {
  const [search, setSearch] = useSearchParams()
  const chosen = search.get(parameter) ?? undefined
  const newPost = (
    <LinkButton to={pages.newPost.path} variant="primary" icon="plus">
      {texts.newPost}
    </LinkButton>
  )
  return (
    <Page title={texts.blog} width="wide" actions={newPost}>
      <div className={columns}>
        <Sidebar chosen={chosen} onChoose={(category) => setSearch(category ? { [parameter]: category } : {})} />
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
  const bring = useBringPosts()
  const posts = usePosts(category)
  if (posts.isPending) return <Skeleton label={texts.loadingPosts} count={4} />
  if (posts.isLoadingError)
    return (
      <ErrorNote onRetry={() => void posts.refetch()} busy={posts.isFetching}>
        {storeError(messageOf(posts.error, texts.fetchPostsFailed))}
      </ErrorNote>
    )
  const items = posts.data.pages.flatMap((page) => page.items)
  // what is new may be of any category: it is seen, and brought, in the list of all
  const showNew = async () => {
    const result = await bring()
    if (category && !result.isError) onShowAll()
    return result
  }
  const newest = category ? undefined : (items[0]?.published_at ?? undefined)
  return (
    <div className={css.list}>
      <Novelties section="blog" newest={newest} onShow={showNew} />
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
      {posts.hasNextPage && (
        <Button busy={posts.isFetchingNextPage} onClick={() => void posts.fetchNextPage()} className={css.more}>
          {texts.morePosts}
        </Button>
      )}
    </div>
  )
}
