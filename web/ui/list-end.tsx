import { useRef } from 'react'
import { Button } from './button.tsx'
import { ErrorNote } from './error-note.tsx'
import css from './list-end.module.css'
import { wasHere } from './was-here.ts'

interface Props {
  /** What is read page by page. */
  query: {
    data?: { pages: unknown[] } | undefined
    error: Error | null
    isFetching: boolean
    isFetchNextPageError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>
    refetch: () => Promise<unknown>
  }
  /** How much of the list is shown, in words. */
  shown: string
  /** What the button says. */
  more: string
  /** Why the last of it didn't come, in words, for when it didn't. */
  failure: string
  /** Asks for all of it again, where there is more to do than that. */
  onRetry?: () => Promise<unknown>
  size?: 'm' | 's'
}

/** Below a list that comes page after page: how much of it there is, the button for more, or why none came. */
export function ListEnd({ query, shown, more, failure, onRetry = query.refetch, size = 'm' }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const isPaged = query.hasNextPage || (query.data?.pages.length ?? 0) > 1

  // where the button that was pressed goes away, the focus goes to what came instead
  async function showMore(isAgain: boolean) {
    const { hasNextPage, isError } = await query.fetchNextPage()
    if (!isError && (isAgain || !hasNextPage) && wasHere(end.current)) count.current?.focus()
  }

  if (!isPaged && !query.error) return null
  return (
    <div ref={end}>
      {isPaged && (
        <div className={css.end}>
          <p ref={count} tabIndex={-1} aria-live="polite" className={css.count}>
            {shown}
          </p>
          {query.hasNextPage && (
            <Button size={size} busy={query.isFetchingNextPage} onClick={() => void showMore(false)}>
              {more}
            </Button>
          )}
        </div>
      )}
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? showMore(true) : onRetry())}
        >
          {failure}
        </ErrorNote>
      )}
    </div>
  )
}
