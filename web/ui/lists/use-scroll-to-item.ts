import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { itemsOf, type PagedData } from '../../api/paged.ts'
import { useListener } from '../hooks/use-listener.ts'
import { pageHeading } from '../page/focus.ts'

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

/** The element that was last focused in the page before a target was set: a search that closes gives it the focus back. */
function useFocusedBefore(hasTarget: boolean) {
  const element = useRef<Element>(null)
  function onFocus({ target }: FocusEvent) {
    if (target instanceof Element && target.closest('main')) element.current = target
  }
  useListener('focusin', onFocus, { isOn: !hasTarget })
  return element
}

const isField = (element: Element) => element.matches('input, textarea, select')

/** False if the person has focused something else in the page since they followed a link to the item. */
function isAwaited(anchor: string, focusedBefore: Element | null) {
  const { activeElement } = document
  if (!activeElement?.closest('main') || activeElement === pageHeading()) return true
  // a text that is being written keeps the focus
  if (activeElement === focusedBefore && !isField(activeElement)) return true
  return activeElement.getAttribute('href')?.endsWith(`#${anchor}`) ?? false
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
  const [isDeleted, setDeleted] = useState(false)
  const focusedBefore = useFocusedBefore(target !== undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a second click on the same link scrolls again
  useEffect(() => {
    scrollTo(idIn(hash, anchorOf))
    setDeleted(false)
  }, [hash, key])

  useEffect(() => {
    if (!target || !data) return
    const items = itemsOf(data)
    if (items.some(({ id }) => id === target)) {
      const element = document.getElementById(anchorOf(target))
      if (isAwaited(anchorOf(target), focusedBefore.current)) {
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
    else if (isFetchNextPageError || isPast || !isFetching) {
      setDeleted(!isFetchNextPageError)
      highlight(undefined)
      scrollTo(undefined)
    }
  }, [
    target,
    data,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    anchorOf,
    order,
    focusedBefore,
  ])

  return {
    scrollTo,
    isScrolling: target !== undefined,
    highlighted,
    /** True if the item of the address doesn't exist, until the notice of it is closed. */
    isDeleted,
    closeNotice: () => setDeleted(false),
  }
}
