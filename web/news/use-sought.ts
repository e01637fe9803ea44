import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { anchorOf, soughtIn } from './anchor.ts'
import type { useNews } from './api.ts'

/** The link that the address names, or that was just shared: it is fetched, in sight, has the focus and is marked. */
export function useSought(query: ReturnType<typeof useNews>) {
  const { data, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { hash, key } = useLocation()
  const [sought, seek] = useState<string>()
  const [marked, mark] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again is another look
  useEffect(() => seek(soughtIn(hash)), [hash, key])

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

  return { seek, marked }
}
