import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { anchorOf, soughtIn } from './anchor.ts'
import type { useNews } from './api.ts'

/** How many pages are fetched in search of a link, at most. */
const mostPages = 5

/** Whether nobody has gone on to something else since they followed the way to a link, or opened the page with it. */
function isFollowed(anchor: string) {
  const { activeElement } = document
  if (activeElement === document.body || activeElement?.matches('main h1')) return true
  return activeElement?.getAttribute('href')?.endsWith(`#${anchor}`)
}

/** The link that the address names, or that was just shared: it is fetched, in sight, has the focus and is marked. */
export function useSought(query: ReturnType<typeof useNews>) {
  const { data, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { hash, key } = useLocation()
  const [sought, seek] = useState<string>()
  const [marked, mark] = useState<string>()
  const fetched = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link again is another look
  useEffect(() => seek(soughtIn(hash)), [hash, key])

  useEffect(() => {
    if (!sought) fetched.current = 0
    if (!sought || !data) return
    if (data.pages.some(({ items }) => items.some(({ id }) => id === sought))) {
      const element = document.getElementById(anchorOf(sought))
      if (isFollowed(anchorOf(sought))) {
        element?.scrollIntoView({ block: 'center' })
        element?.focus({ preventScroll: true })
      }
      mark(sought)
      seek(undefined)
    } else if (isFetchingNextPage) return
    else if (hasNextPage && !isFetchNextPageError && fetched.current < mostPages) {
      fetched.current += 1
      void fetchNextPage()
    } else if (hasNextPage || !isFetching) seek(undefined) // out of reach, or deleted
  }, [sought, data, isFetching, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  return { seek, marked }
}
