import { useRef } from 'react'
import { messageOf } from '../api/call.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { wasHere } from '../ui/was-here.ts'

interface Props {
  /** What is read page by page. */
  query: {
    error: Error | null
    isFetching: boolean
    isFetchNextPageError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean }>
    refetch: () => Promise<unknown>
  }
  more: string
  /** What is said of an error that says nothing itself. */
  failed: string
  size?: 's' | 'm'
}

/** What stands below a list that is read page by page: the way to more, or why there is none. */
export function ListEnd({ query, more, failed, size = 'm' }: Props) {
  const end = useRef<HTMLDivElement>(null)

  // where the button that was pressed goes away, the focus stays near
  async function showMore() {
    const { hasNextPage } = await query.fetchNextPage()
    if (!hasNextPage && wasHere(end.current)) end.current?.focus()
  }

  return (
    <>
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())}
        >
          {messageOf(query.error, failed)}
        </ErrorNote>
      )}
      <div ref={end} tabIndex={-1}>
        {query.hasNextPage && (
          <Button size={size} busy={query.isFetchingNextPage} onClick={() => void showMore()}>
            {more}
          </Button>
        )}
      </div>
    </>
  )
}
