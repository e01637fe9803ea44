import { useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../page/error-note.tsx'
import { hadFocus } from '../page/focus.ts'
import css from './lists.module.css'

interface Props {
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
  /** '20 de 45 correos' */
  shownText: string
  moreLabel: string
  failureText: string
  /** Replaces refetching after the first page failed. */
  onRetry?: () => Promise<unknown>
  size?: 'm' | 's'
}

export function ListEnd({ query, shownText, moreLabel, failureText, onRetry = query.refetch, size = 'm' }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const isPaged = query.hasNextPage || (query.data?.pages.length ?? 0) > 1

  // The pressed button may be removed: the focus moves to the new items' count.
  async function showMore(isAgain: boolean) {
    const { hasNextPage, isError } = await query.fetchNextPage()
    if (!isError && (isAgain || !hasNextPage) && hadFocus(end.current)) count.current?.focus()
  }

  if (!isPaged && !query.error) return null
  return (
    <div ref={end}>
      {isPaged && (
        <div className={css.end}>
          <p ref={count} tabIndex={-1} aria-live="polite" className="muted small tabular">
            {shownText}
          </p>
          {query.hasNextPage && (
            <Button size={size} busy={query.isFetchingNextPage} onClick={() => void showMore(false)}>
              {moreLabel}
            </Button>
          )}
        </div>
      )}
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? showMore(true) : onRetry())}
        >
          {failureText}
        </ErrorNote>
      )}
    </div>
  )
}
