import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { anchorOf } from './anchor.ts'
import type { useComments } from './api.ts'

const fragment = /^#comment-([0-9a-f]{32})$/

/**
 * The comment that the address names, or that was just sent: pages are fetched until it is there, then it is in sight
 * and has the focus, and the mark from then on.
 */
export function useSought(query: ReturnType<typeof useComments>) {
  const { data, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { hash, key } = useLocation()
  const [sought, seek] = useState<string>()
  const [marked, mark] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again is another look
  useEffect(() => seek(fragment.exec(hash)?.[1]), [hash, key])

  useEffect(() => {
    if (!sought || !data) return
    if (data.pages.some(({ items }) => items.some(({ id }) => id === sought))) {
      const element = document.getElementById(anchorOf(sought))
      element?.scrollIntoView({ block: 'center' })
      element?.focus({ preventScroll: true })
      mark(sought)
      seek(undefined)
    } else if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
    else if (isFetchNextPageError || (!hasNextPage && !isFetching)) seek(undefined) // out of reach, or deleted
  }, [sought, data, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return { seek, isSeeking: sought !== undefined, marked }
}
