import { lazyPart } from '../ui/lazy.ts'
import { reloadNote } from '../ui/lazy-fallbacks.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { texts } from './texts.ts'

/** `Comments`, loaded after the post, which stays readable if loading fails after a new release. */
export const LazyComments = lazyPart<{ postId: string }>(
  () => import('./comments.tsx'),
  reloadNote(texts.fetchFailed),
  <Skeleton label={texts.loading} shape="bubbles" count={3} />,
)
