import { useEffect, useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { LinkedFromList } from '../../links/linked-from-list.tsx'
import { ErrorNote } from '../../ui/page/error-note.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useFileUses } from '../api.ts'
import { texts } from '../texts.ts'
import css from './used-in.module.css'

export function UsedInList({ fileId }: { fileId: string }) {
  const root = useRef<HTMLDivElement>(null)
  const query = useFileUses(fileId)
  const { data, error, isPending } = query
  // the parent, which may have a scrollbar of its own
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the posts
  useEffect(() => void root.current?.parentElement?.scrollIntoView({ block: 'nearest' }), [isPending, error])

  return (
    <div ref={root}>
      {isPending ? (
        <div className={css.waiting}>
          <Skeleton label={texts.loadingUses} shape="lines" count={2} />
        </div>
      ) : error ? (
        <ErrorNote query={query}>{messageOf(error, texts.usesFailed)}</ErrorNote>
      ) : data.length === 0 ? (
        <p role="status">{texts.noUses}</p>
      ) : (
        <LinkedFromList posts={data} label={texts.usedIn} />
      )}
    </div>
  )
}
