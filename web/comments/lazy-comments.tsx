import { Suspense } from 'react'
import { lazyPart } from '../ui/lazy.ts'
import { reloadNote } from '../ui/lazy-fallbacks.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { texts } from './texts.ts'

type Props = { postId: string }

/** `Comments`, loaded after the post, which stays readable if loading fails after a new release. */
const Comments = lazyPart<Props>(() => import('./comments.tsx'), reloadNote(texts.fetchFailed))

export function LazyComments({ postId }: Props) {
  return (
    <Suspense fallback={<Skeleton label={texts.loading} shape="bubbles" count={3} />}>
      <Comments key={postId} postId={postId} />
    </Suspense>
  )
}
