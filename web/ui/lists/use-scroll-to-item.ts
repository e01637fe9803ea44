import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { itemsOf, type PagedData } from '../../api/paged.ts'
import { pageHeading } from '../page/page-heading.ts'

interface Options {
  query: {
    data: PagedData<{ id: string }> | undefined
    hasNextPage: boolean
    isFetching: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  anchorOf: (id: string) => string
  /** Ids increase over time: a page beyond the item's position ends the search for a deleted one. */
  order: 'newest first' | 'oldest first'
}

const idIn = (hash: string, anchorOf: Options['anchorOf']) => {
  const id = hash.slice(-32)
  return /^[0-9a-f]{32}$/.test(id) && hash === `#${anchorOf(id)}` ? id : undefined
}

/** False if the person has focused something else since they followed a link to the item, or opened the page with it. */
function isAwaited(anchor: string) {
  const { activeElement } = document
  if (activeElement === document.body || activeElement === pageHeading()) return true
  return activeElement?.getAttribute('href')?.endsWith(`#${anchor}`) ?? false
}

/**
 * Fetches pages until the item of the address's fragment, or of `scrollTo`, is loaded; shows, focuses and highlights
 * it.
 */
export function useScrollToItem({ query, anchorOf, order }: Options) {
  const { data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { hash, key } = useLocation()
  const [target, scrollTo] = useState<string>()
  const [highlighted, highlight] = useState<string>()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link scrolls again
  useEffect(() => scrollTo(idIn(hash, anchorOf)), [hash, key])

  useEffect(() => {
    if (!target || !data) return
    const items = itemsOf(data)
    if (items.some(({ id }) => id === target)) {
      const element = document.getElementById(anchorOf(target))
      if (isAwaited(anchorOf(target))) {
        element?.scrollIntoView({ block: 'center' })
        element?.focus({ preventScroll: true })
      }
      highlight(target)
      scrollTo(undefined)
      return
    }
    if (isFetchingNextPage) return
    const last = items.at(-1)?.id
    const isPast = last !== undefined && (order === 'newest first' ? last < target : last > target)
    if (hasNextPage && !isPast && !isFetchNextPageError) void fetchNextPage()
    else if (isFetchNextPageError || isPast || !isFetching) scrollTo(undefined) // out of reach, or deleted
  }, [target, data, hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage, anchorOf, order])

  return { scrollTo, isScrolling: target !== undefined, highlighted }
}
