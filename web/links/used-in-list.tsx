import { useQuery } from '@tanstack/react-query'
import { files } from '../../contract/files.ts'
import { call, messageOf } from '../api/call.ts'
import { ErrorNote } from '../ui/error-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LinkedFromList } from './linked-from-list.tsx'
import { texts } from './texts.ts'
import css from './used-in.module.css'

/** The posts that use a file, asked for when this is shown. */
export function UsedInList({ fileId }: { fileId: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['posts', 'used-in', fileId],
    queryFn: ({ signal }) => call(files.usedIn, { params: { id: fileId }, signal }),
  })
  if (isPending)
    return (
      <div className={css.waiting}>
        <Skeleton label={texts.loadingUses} shape="lines" count={2} />
      </div>
    )
  if (error)
    return (
      <ErrorNote onRetry={() => void refetch()} busy={isFetching}>
        {messageOf(error, texts.usesFailed)}
      </ErrorNote>
    )
  if (data.length === 0) return <p role="status">{texts.noUses}</p>
  return <LinkedFromList posts={data} label={texts.usedIn} />
}
