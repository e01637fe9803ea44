import { type ComponentType, lazy, Suspense } from 'react'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { texts } from './texts.ts'

type Props = { postId: string }

/** `Comments`, loaded after the post. Where they don't come, after a new release, the post stays readable. */
const Comments = lazy<ComponentType<Props>>(() => import('./comments.tsx').catch(() => ({ default: Unavailable })))

const Unavailable = () => <ErrorNote onRetry={() => location.reload()}>{texts.fetchFailed}</ErrorNote>

export function LazyComments({ postId }: Props) {
  return (
    <Suspense fallback={<Skeleton label={texts.loading} shape="rows" count={3} />}>
      <Comments key={postId} postId={postId} />
    </Suspense>
  )
}
