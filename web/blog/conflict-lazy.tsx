import { type ComponentType, lazy, Suspense } from 'react'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { ConflictProps } from './conflict.tsx'
import { texts } from './version-texts.ts'

/** `Conflict`, loaded when there is one. Where it doesn't come, after a new release, a reload loses nothing. */
const Conflict = lazy<ComponentType<ConflictProps>>(() =>
  import('./conflict.tsx').catch(() => ({ default: Unavailable })),
)

const Unavailable = () => <ErrorNote onRetry={() => location.reload()}>{texts.compareFailed}</ErrorNote>

export const LazyConflict = (props: ConflictProps) => (
  <Suspense fallback={<Skeleton label={texts.loadingStored} shape="lines" count={4} />}>
    <Conflict {...props} />
  </Suspense>
)
