import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { files } from '../../contract/files.ts'
import { call, messageOf } from '../api/call.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinkedFromList } from './linked-from-list.tsx'
import { texts } from './texts.ts'
import css from './used-in.module.css'

/** The posts that use a file, asked for when this is shown, and brought into sight when they are there. */
export function UsedInList({ fileId }: { fileId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['posts', 'used-in', fileId],
    queryFn: ({ signal }) => call(files.usedIn, { params: { id: fileId }, signal }),
  })
  // what holds the list, which may scroll by itself
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is another height then
  useEffect(() => void place.current?.parentElement?.scrollIntoView({ block: 'nearest' }), [isPending, error])

  return (
    <div ref={place}>
      {isPending ? (
        <div className={css.waiting}>
          <Skeleton label={texts.loadingUses} shape="lines" count={2} />
        </div>
      ) : error ? (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
          {messageOf(error, texts.usesFailed)}
        </ErrorNote>
      ) : data.length === 0 ? (
        <p role="status">{texts.noUses}</p>
      ) : (
        <LinkedFromList posts={data} label={texts.usedIn} />
      )}
    </div>
  )
}
