import { messageOf } from '../../api/call.ts'
import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { ErrorNote } from '../page/error-note.tsx'
import { useNearViewport } from './use-near-viewport.ts'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: unknown
    fetchNextPage: () => Promise<unknown>
  }
  texts: { more: string; loadFailed: string }
  /** The button stays after a failure, which would replace it otherwise. */
  keepsButton?: boolean
  className?: string | undefined
  /** The number of shown items, for a list that continues by itself when its end is near. */
  shown?: number
}

/** The foot of a list: the button for the next page, or the failure of the last try. */
export function MoreItems({ query, texts, keepsButton, className, shown }: Props) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const fetchMore = () => void query.fetchNextPage()
  const end = useNearViewport(() => {
    // after a failure only the button retries, to avoid an endless loop
    if (!isFetchingNextPage && !isFetchNextPageError) fetchMore()
  })
  if (isFetchNextPageError && !keepsButton)
    return (
      <ErrorNote onRetry={fetchMore} busy={isFetchingNextPage}>
        {messageOf(query.error, texts.loadFailed)}
      </ErrorNote>
    )
  if (!hasNextPage) return null
  return (
    <>
      {/* a new element for each page: the observer reports an end that stays visible only once */}
      {shown !== undefined && <span key={shown} ref={end} />}
      <Button busy={isFetchingNextPage} onClick={fetchMore} className={cx('above-5', className)}>
        {texts.more}
      </Button>
    </>
  )
}
