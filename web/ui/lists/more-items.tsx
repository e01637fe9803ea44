import { Button } from '../controls/button.tsx'
import { cx } from '../cx.ts'
import { ErrorNote } from '../page/error-note.tsx'

interface Props {
  query: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  label: string
  /** Replaces the button after a failure; without it the button stays. */
  failureText?: string
  className?: string | undefined
}

/** The foot of a list: the button for the next page, or the failure of the last try. */
export function MoreItems({ query, label, failureText, className }: Props) {
  const fetchMore = () => void query.fetchNextPage()
  if (query.isFetchNextPageError && failureText !== undefined)
    return (
      <ErrorNote onRetry={fetchMore} busy={query.isFetchingNextPage}>
        {failureText}
      </ErrorNote>
    )
  if (!query.hasNextPage) return null
  return (
    <Button busy={query.isFetchingNextPage} onClick={fetchMore} className={cx('above-5', className)}>
      {label}
    </Button>
  )
}
