import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { reloadNote } from '../../ui/lazy-fallbacks.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { ConflictProps } from './conflict.tsx'
import { texts } from './texts.ts'

/** `Conflict`, loaded on the first conflict. If that fails, after a new release, a reload loses nothing. */
const Conflict = lazyPart<ConflictProps>(() => import('./conflict.tsx'), reloadNote(texts.compareFailed))

export const LazyConflict = (props: ConflictProps) => (
  <Suspense fallback={<Skeleton label={texts.loadingStored} shape="lines" count={4} />}>
    <Conflict {...props} />
  </Suspense>
)
