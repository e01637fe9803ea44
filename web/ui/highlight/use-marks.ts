import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { parameters } from '../../../contract/content/places.ts'
import { useSearchParamState } from '../hooks/use-search-param-state.ts'
import { findWords, wordsIn } from './find-words.ts'

/** Words to mark, from the address (`?resaltar=papiro+lector`); `key` changes with each navigation. */
export function useMarkedWords() {
  const { key } = useLocation()
  const { search, change } = useSearchParamState()
  const given = search.get(parameters.words)
  const words = useMemo(() => wordsIn(given), [given])
  return { words, key, clear: () => change({ [parameters.words]: undefined }) }
}

type MarkedWords = ReturnType<typeof useMarkedWords>

/** The name of the marks in marks.module.css. */
const highlightName = 'searched'

interface Options {
  container: RefObject<HTMLElement | null>
  /** Scrolling element; the window by default. */
  scroller?: RefObject<HTMLElement | null>
  /** The part of the container where the page scrolls to the first mark. */
  startIn?: () => Element | null | undefined
}

/** The share of the visible height that is above the mark. */
function heightAbove(range: Range, scroller: HTMLElement | null | undefined) {
  const box = scroller?.getBoundingClientRect() ?? { top: 0, height: innerHeight }
  return { share: (range.getBoundingClientRect().top - box.top) / box.height, visibleHeight: box.height }
}

/** A third of the visible height is above the mark. */
function scrollTo(range: Range, scroller: HTMLElement | null | undefined) {
  const { share, visibleHeight } = heightAbove(range, scroller)
  ;(scroller ?? window).scrollBy({ top: (share - 1 / 3) * visibleHeight, behavior: 'instant' })
}

/** True if nobody has to look for the mark, neither below a header nor at the lower end. */
function isWellInView(range: Range, scroller: HTMLElement | null | undefined) {
  const { share } = heightAbove(range, scroller)
  return share > 1 / 6 && share < 2 / 3
}

/** Events of a person who scrolls elsewhere, or uses the page. */
const interactions = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Marks words in an element, also in what is rendered later, without changing its elements, and scrolls to the first one
 * unless it is in view.
 * It stays in view while images above it load, until the person does something. Returns the count of marks.
 */
export function useMarks({ words, key }: MarkedWords, { container, scroller, startIn }: Options) {
  const [count, setCount] = useState(0)
  const start = useEffectEvent(() => startIn?.() ?? container.current)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another navigation to the same words scrolls again
  useEffect(() => {
    const root = container.current
    if (!root || words.size === 0) return
    let ranges: Range[] = []
    let frame = 0
    let keepsInView = true
    let hasScrolled = false
    const show = () => {
      const first = ranges.find((range) => start()?.contains(range.startContainer))
      if (!keepsInView || !first || (!hasScrolled && isWellInView(first, scroller?.current))) return
      hasScrolled = true
      scrollTo(first, scroller?.current)
    }
    const mark = () => {
      frame = 0
      ranges = findWords(root, words)
      // older browsers only scroll
      if ('highlights' in CSS) CSS.highlights.set(highlightName, new Highlight(...ranges))
      setCount(ranges.length)
      show()
    }
    const markSoon = () => {
      frame ||= requestAnimationFrame(mark)
    }
    const changes = new MutationObserver(markSoon)
    changes.observe(root, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(show)
    sizes.observe(document.body)
    const listeners = new AbortController()
    const leave = () => {
      keepsInView = false
    }
    for (const type of interactions)
      addEventListener(type, leave, { signal: listeners.signal, capture: true, passive: true })
    mark()
    return () => {
      changes.disconnect()
      sizes.disconnect()
      listeners.abort()
      cancelAnimationFrame(frame)
      if ('highlights' in CSS) CSS.highlights.delete(highlightName)
      setCount(0)
    }
  }, [words, key, container, scroller])
  return count
}
