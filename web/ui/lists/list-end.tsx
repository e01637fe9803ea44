import { type ComponentProps, useRef } from 'react'
import { messageOf } from '../../api/call.ts'
import { itemsOf, type PagedData, totalOf } from '../../api/paged.ts'
import { Button } from '../controls/button.tsx'
import { ErrorNote } from '../page/error-note.tsx'
import { hadFocus } from '../page/focus.ts'
import { HelpLink } from '../page/help-link.tsx'
import { Skeleton } from '../page/skeleton.tsx'
import css from './lists.module.css'

interface Props extends Pick<ComponentProps<typeof Skeleton>, 'shape' | 'count'> {
  query: {
    data?: PagedData<object> | undefined
    error: Error | null
    isPending: boolean
    isFetching: boolean
    isFetchNextPageError: boolean
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>
    refetch: () => Promise<unknown>
  }
  texts: {
    /** Without it nothing is shown while the first page is loaded. */
    loading?: string
    loadFailed: string
    more: string
    /** '20 de 45 correos' */
    shown: (shown: number, total: number) => string
  }
  /** Replaces refetching after the first page failed. */
  onRetry?: () => Promise<unknown>
  size?: 'm' | 's'
}

/** Below a list with filters: its first loading, the number of shown items, the button for more, and a failure. */
export function ListEnd({ query, texts, onRetry = query.refetch, size = 'm', ...skeleton }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLParagraphElement>(null)
  const isPaged = query.hasNextPage || (query.data?.pages.length ?? 0) > 1

  // The pressed button may be removed: the focus moves to the new items' count.
  async function showMore(isAgain: boolean) {
    const { hasNextPage, isError } = await query.fetchNextPage()
    if (!isError && (isAgain || !hasNextPage) && hadFocus(end.current)) count.current?.focus()
  }

  if (query.isPending && texts.loading) return <Skeleton {...skeleton} label={texts.loading} />
  if (!isPaged && !query.error) return null
  return (
    <div ref={end}>
      {isPaged && (
        <div className={css.end}>
          <p ref={count} tabIndex={-1} aria-live="polite" className="muted small tabular">
            {texts.shown(query.data ? itemsOf(query.data).length : 0, totalOf(query.data))}
          </p>
          {query.hasNextPage && (
            <Button size={size} busy={query.isFetchingNextPage} onClick={() => void showMore(false)}>
              {texts.more}
            </Button>
          )}
        </div>
      )}
      {query.error && (
        <ErrorNote
          busy={query.isFetching}
          onRetry={() => void (query.isFetchNextPageError ? showMore(true) : onRetry())}
          action={<HelpLink />}
        >
          {messageOf(query.error, texts.loadFailed)}
        </ErrorNote>
      )}
    </div>
  )
}
