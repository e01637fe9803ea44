import { type RefObject, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import css from './list-end.module.css'

interface Props {
  /** How much of the list is shown, in words. */
  shown: string
  /** What the button says. */
  more: string
  place: RefObject<HTMLParagraphElement | null>
  query: { hasNextPage: boolean; isFetchingNextPage: boolean }
  onMore: () => void
}

/** Below a list that comes page after page: how much of it there is, and the button for more. */
export function ListEnd({ shown, more, place, query, onMore }: Props) {
  return (
    <div className={css.end}>
      <p ref={place} tabIndex={-1} aria-live="polite" className={css.count}>
        {shown}
      </p>
      {query.hasNextPage && (
        <Button busy={query.isFetchingNextPage} onClick={onMore}>
          {more}
        </Button>
      )}
    </div>
  )
}

interface Paged {
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<{ hasNextPage: boolean; isError: boolean }>
}

/** Asks for the next page. Where the button that was pressed goes away, the focus goes to what came instead. */
export function useMore({ isFetchNextPageError, fetchNextPage }: Paged) {
  const place = useRef<HTMLParagraphElement>(null)

  async function showMore() {
    const wasError = isFetchNextPageError
    const { hasNextPage, isError } = await fetchNextPage()
    if (!isError && (wasError || !hasNextPage)) place.current?.focus()
  }

  return { place, showMore }
}
