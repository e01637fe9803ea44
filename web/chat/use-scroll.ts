import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Pixels from the end within which one is at the end. */
const near = 80
/** Windows' heights from the top at which older messages are asked for. */
const ahead = 2

interface Options {
  list: RefObject<HTMLElement | null>
  /** Something that is another each time the messages are drawn anew. */
  drawn: unknown
  /** Whether there is anything to be placed yet. */
  isReady: boolean
  /** The newest of all, by `seq`. */
  last: number
  /** When one's newest that is on its way was sent: with a newer one the end is shown, wherever one was. */
  sentAt: number
  /** What is new begins here. */
  mark: number | undefined
  /** Below the last one that is drawn others are missing: there is no end to stay at. */
  hasNewer: boolean
  onNearEnd: () => void
  onNearTop: () => void
}

/**
 * Keeps what one reads where it is, whatever comes above, below or into it: at the end the end, elsewhere the first
 * message that is seen. The browser's own anchoring, which Safari lacks and which lets go at the top, is off.
 */
export function useScroll({ list, drawn, isReady, last, sentAt, mark, hasNewer, onNearEnd, onNearTop }: Options) {
  const region = useRef<HTMLDivElement>(null)
  const held = useRef<{ element: Element; top: number }>(undefined)
  const sticks = useRef(true)
  const wasPlaced = useRef(false)
  /** Whether the end is to be shown as soon as there is one. */
  const wantsEnd = useRef(false)
  const lastSentAt = useRef(sentAt)
  const lastMark = useRef<number>(undefined)
  // not before it was placed: what is below is unread until then
  const [isAtEnd, setAtEnd] = useState(false)
  const [seen, setSeen] = useState<number>()

  const look = useEffectEvent(() => {
    const box = region.current
    if (!box || !wasPlaced.current) return
    const below = box.scrollHeight - box.clientHeight - box.scrollTop
    sticks.current = below <= near && !hasNewer
    setAtEnd(sticks.current)
    if (sticks.current) setSeen(last)
    const element = firstSeen(box, list.current)
    held.current = element && { element, top: topIn(box, element) }
    if (box.scrollTop < ahead * box.clientHeight) onNearTop()
    if (hasNewer && below < ahead * box.clientHeight) onNearEnd()
  })

  const keep = useEffectEvent(() => {
    const box = region.current
    if (!box || !isReady) return
    const isNew = mark !== lastMark.current
    lastMark.current = mark
    if (wantsEnd.current && !hasNewer) sticks.current = true
    wantsEnd.current &&= hasNewer
    if (sticks.current)
      box.scrollTop = Math.max(box.scrollTop, isNew || document.hidden ? farthest(box) : box.scrollHeight)
    else if (held.current?.element.isConnected) box.scrollTop += topIn(box, held.current.element) - held.current.top
    wasPlaced.current = true
    look()
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is looked at in the document
  useLayoutEffect(() => {
    if (sentAt > lastSentAt.current) {
      sticks.current = true
      wantsEnd.current = hasNewer
      lastMark.current = mark
    }
    lastSentAt.current = Math.max(sentAt, lastSentAt.current)
    keep()
  }, [drawn, isReady, sentAt, mark])

  useEffect(() => {
    const box = region.current
    if (!box || !list.current) return
    const onScroll = () => look()
    const observer = new ResizeObserver(() => keep())
    observer.observe(box)
    observer.observe(list.current)
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      box.removeEventListener('scroll', onScroll)
    }
  }, [list])

  function toEnd() {
    sticks.current = true
    wantsEnd.current = hasNewer
    region.current?.scrollTo({ top: region.current.scrollHeight, behavior: 'instant' })
    // the button that was pressed goes
    region.current?.focus({ preventScroll: true })
  }

  return { region, isAtEnd, /** The newest that was there when the end was shown. */ seen, toEnd }
}

/** The end, but not past where the new begins: for a mark that wasn't there before, and while nobody sees the page. */
function farthest(box: HTMLElement) {
  const mark = box.querySelector('[data-new]')
  return mark ? topIn(box, mark) - box.clientHeight / 6 : box.scrollHeight
}

/** Where something stands in what is scrolled. */
const topIn = (box: HTMLElement, element: Element) =>
  element.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop

/** The words of the first message in sight; its name goes when an older message of the same person comes above it. */
function firstSeen(box: HTMLElement, list: HTMLElement | null) {
  const edge = box.getBoundingClientRect().top
  const block = firstBelow(list?.children, edge)
  let item = firstBelow(block?.children, edge)
  while (item && !item.hasAttribute('data-seq')) item = item.nextElementSibling ?? undefined
  return item?.lastElementChild ?? undefined
}

/** The first of some elements, one under the other, that ends below an edge. */
function firstBelow(elements: HTMLCollection | undefined, edge: number) {
  let [low, high] = [0, elements?.length ?? 0]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((elements?.[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) low = middle + 1
    else high = middle
  }
  return elements?.[low]
}
